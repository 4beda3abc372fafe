import { afterEach, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/context.js';
import { createReporter } from '../../../src/output/batches/reporter.js';
import type { NextSteps } from '../../../src/output/next-step/next-steps.js';
import { isoLocal, withTimestamps } from '../../../src/output/terminal/timestamps.js';
import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { createScreen } from '../../helpers/terminal/screen.js';

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
  const { stderr } = withTimestamps(contextOn(screen.stream));
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
  const { stderr, clock } = withTimestamps(contextOn(screen.stream));
  const next = { command: () => 'confere' } as unknown as NextSteps;
  const env = { TERM: 'xterm' };
  const surroundings = { env, platform: 'linux', stderr, clock, next, file: 'a.csv' };
  const { emit, stop } = createReporter(surroundings, { progress: true, color: true });
  emit({ type: 'submitting', seq: 1, items: 10_000 });
  await expect.poll(() => screen.text()).toMatch(/^\S a\.csv/);
  emit({ type: 'mismatch', seq: 1, sent: 3, counted: 2, invalid: 0 });
  await expect.poll(() => screen.text()).toMatch(/^2026-\S+ Job 1: 3 identifiers sent/);
  expect((await screen.text()).split('\n')[3]).toMatch(/^\S a\.csv/);
  stop();
  expect(await screen.text()).toBe(
    [
      '2026-11-22T10:13:09+00:00 Job 1: 3 identifiers sent; the',
      '2026-11-22T10:13:09+00:00 service accepted 2 and rejected 0',
      '2026-11-22T10:13:09+00:00 as invalid.',
    ].join('\n'),
  );
});

function contextOn(stderr: Context['stderr']): Context {
  return { stderr, clock: createFakeClock(AT) } as unknown as Context;
}
