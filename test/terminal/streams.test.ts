import { afterEach, expect, it, vi } from 'vitest';
import type { Context } from '../../src/base/context.js';
import { createReporter } from '../../src/commands/bulk/shared/reporter.js';
import type { NextSteps } from '../../src/messages/reader.js';
import { colorJson, withFilteredStderr } from '../../src/terminal/streams.js';
import type { ColorWish } from '../../src/terminal/style.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { createScreen } from '../helpers/terminal/screen.js';

const AT = Date.UTC(2026, 10, 22, 10, 13, 9);
const TEXT = [
  "confere: Stopped; everything is saved. To continue: 'confere bulk run in.csv'.",
  '  and indented words',
  '',
  '{"error":{"message":"a line for a program is never broken at all"}}',
  'and the last line in pieces',
];

interface How {
  readonly columns?: number;
  readonly color?: ColorWish;
  readonly env?: Readonly<Record<string, string>>;
  readonly timestamps?: boolean;
}

function open({ columns = 100, color = false, env = {}, timestamps = false }: How) {
  vi.stubEnv('TZ', 'UTC');
  const screen = createScreen(columns, 20);
  const parts: string[] = [];
  const write = (text: string) => {
    parts.push(text);
    return screen.stream.write(text);
  };
  const own = { isTTY: true, columns, write };
  const stderr: unknown = Object.assign(Object.create(screen.stream) as object, own);
  const context = { stderr, env, clock: createFakeClock(AT) } as unknown as Context;
  return { screen, parts, outer: withFilteredStderr(context, { color, timestamps }) };
}

afterEach(() => vi.unstubAllEnvs());

it('lines break between words, a command to copy stays whole, each has its time, errors are red if wanted', async () => {
  const ways: Readonly<Record<string, How>> = {
    'in 36 columns': { columns: 36 },
    'in 14 columns': { columns: 14 },
    'with the time': { timestamps: true },
    'with the time in 70 columns': { columns: 70, timestamps: true },
    'in colours': { color: 'auto' },
    'without colours': { color: 'auto', env: { NO_COLOR: '1' } },
  };
  const shown = Object.entries(ways).map(([title, how]) => {
    const { parts, outer } = open(how);
    outer.stderr.write(TEXT.slice(0, -1).join('\n'));
    for (const word of ['\n', ...(TEXT.at(-1) ?? '').split(/(?<= )/), '\n'])
      outer.stderr.write(word);
    return `# ${title}\n${parts.join('').replaceAll('\u001b', '␛')}`;
  });
  await expect(shown.join('\n')).toMatchFileSnapshot('golden/lines.txt');
});

it('in a terminal what moves has no time, and lines above it keep within the window', async () => {
  const { screen, outer } = open({ columns: 60, timestamps: true });
  const next = { command: () => 'confere' } as unknown as NextSteps;
  const env = { TERM: 'xterm' };
  const { stderr, clock } = outer;
  const surroundings = { env, platform: 'linux', stderr, clock, next, file: 'a.csv' };
  const { emit, stop } = createReporter(surroundings, { progress: true, color: 'auto' });
  emit({ type: 'submitting', seq: 1, items: 10_000 });
  await expect.poll(() => screen.text()).toMatch(/^\S a\.csv/);
  emit({ type: 'others_settling', host: 'two' });
  await expect.poll(() => screen.text()).toMatch(/^2026-\S+ Waiting for/);
  expect((await screen.text()).split('\n')[3]).toMatch(/^\S a\.csv/);
  stop();
  expect(await screen.text()).toBe(
    [
      '2026-11-22T10:13:09+00:00 Waiting for two, which is',
      '2026-11-22T10:13:09+00:00 checking an unconfirmed charge;',
      '2026-11-22T10:13:09+00:00 nothing is sent until it is done',
    ].join('\n'),
  );
});

it('JSON is coloured by what its parts are, and is the same without the colours', async () => {
  const json = '{"name":"a \\"b\\": 1","list":[-1.5e3,true,null],"at":"2026"}\n';
  const colored = colorJson(json);
  // eslint-disable-next-line no-control-regex
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(json);
  await expect(colored.replaceAll('\u001b', '␛')).toMatchFileSnapshot('golden/json.txt');
});
