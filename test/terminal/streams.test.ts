import { afterEach, expect, it, vi } from 'vitest';
import type { Context } from '../../src/base/context.js';
import { createReporter } from '../../src/commands/bulk/shared/reporter.js';
import type { NextSteps } from '../../src/messages/reader.js';
import { coloredJson, isoLocal, withStderr } from '../../src/terminal/streams.js';
import type { ColorWish } from '../../src/terminal/style.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { createScreen } from '../helpers/terminal/screen.js';

const AT = Date.UTC(2026, 10, 22, 10, 13, 9);

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['America/Sao_Paulo', '2026-11-22T07:13:09-03:00'],
  ['UTC', '2026-11-22T10:13:09+00:00'],
  ['Asia/Kathmandu', '2026-11-22T15:58:09+05:45'],
  ['America/St_Johns', '2026-11-22T06:43:09-03:30'],
])('in %s', (zone, told) => {
  vi.stubEnv('TZ', zone);
  expect(isoLocal(AT)).toBe(told);
});

it('a line in pieces gets one time, an empty line and JSON none', async () => {
  vi.stubEnv('TZ', 'UTC');
  const screen = createScreen(100, 10);
  const { stderr } = withStderr(contextOn(screen.stream), { color: false, timestamps: true });
  stderr.write('one ');
  stderr.write('line\n\n  two\n');
  stderr.write('{"error":{}}\nthree\n');
  expect((await screen.text()).split('\n')).toEqual([
    '2026-11-22T10:13:09+00:00 one line',
    '',
    '2026-11-22T10:13:09+00:00   two',
    '{"error":{}}',
    '2026-11-22T10:13:09+00:00 three',
  ]);
});

it('in a terminal what moves has none, and lines above it keep within the window', async () => {
  vi.stubEnv('TZ', 'UTC');
  const screen = createScreen(60, 12);
  const { stderr, clock } = withStderr(contextOn(screen.stream), {
    color: false,
    timestamps: true,
  });
  const next = { command: () => 'confere' } as unknown as NextSteps;
  const env = { TERM: 'xterm' };
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

function contextOn(stderr: Context['stderr']): Context {
  return { stderr, env: {}, clock: createFakeClock(AT) } as unknown as Context;
}

const ERROR =
  "confere: Stopped; everything is saved. To continue: 'confere bulk run in.csv'.\n  and indented words\n";

interface How {
  readonly color?: ColorWish;
  readonly env?: Readonly<Record<string, string>>;
  readonly stamped?: boolean;
}

function written(columns: number, { color = 'auto', env = {}, stamped = false }: How = {}) {
  const parts: string[] = [];
  const { stream } = createScreen(columns, 20);
  const write = (text: string) => parts.push(text) > 0;
  const stderr = Object.assign(Object.create(stream), { isTTY: true, columns, write }) as unknown;
  const context = { stderr, env, clock: createFakeClock(0) } as unknown as Context;
  const outer = withStderr(context, { color, timestamps: stamped });
  outer.stderr.write(ERROR);
  outer.stderr.write('{"error":{"message":"a line for a program is never broken at all"}}\n');
  return parts.join('').split('\n');
}

const JSON_LINE = '{"error":{"message":"a line for a program is never broken at all"}}';

it('lines break between words, a command to copy stays whole, indentation is kept', () => {
  expect(written(36, { color: false })).toEqual([
    'confere: Stopped; everything is',
    'saved. To continue:',
    "'confere bulk run in.csv'.",
    '  and indented words',
    JSON_LINE,
    '',
  ]);
  expect(written(14, { color: false }).slice(-5)).toEqual([
    '  and',
    '  indented',
    '  words',
    JSON_LINE,
    '',
  ]);
});

it('what begins an error is red, unless colours are not wanted', () => {
  const RED = '\u001b[1m\u001b[31mconfere:\u001b[39m\u001b[22m Stopped;';
  expect(written(100)[0]).toContain(RED);
  expect(written(100, { color: false })[0]).toMatch(/^confere: Stopped;/);
  expect(written(100, { env: { NO_COLOR: '1' } })[0]).toMatch(/^confere: Stopped;/);
});

it('each part of a line has its time', () => {
  const lines = written(70, { color: false, stamped: true }).slice(0, 3);
  for (const line of lines) expect(line).toMatch(/^1970-\S+ /);
  for (const line of lines) expect(line.length).toBeLessThan(70);
});

it('JSON is colored by what its parts are, and is the same without the colors', () => {
  const json = '{"name":"a \\"b\\": 1","list":[-1.5e3,true,null],"at":"2026"}\n';
  const BOLD = (text: string) => `\u001b[1m${text}\u001b[22m`;
  const GREEN = (text: string) => `\u001b[32m${text}\u001b[39m`;
  const YELLOW = (text: string) => `\u001b[33m${text}\u001b[39m`;
  expect(coloredJson(json)).toBe(
    `{${BOLD('"name"')}:${GREEN('"a \\"b\\": 1"')},` +
      `${BOLD('"list"')}:[${YELLOW('-1.5e3')},${YELLOW('true')},${YELLOW('null')}],` +
      `${BOLD('"at"')}:${GREEN('"2026"')}}\n`,
  );
});
