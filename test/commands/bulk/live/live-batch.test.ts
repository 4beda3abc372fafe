import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { BatchEvent, Step } from '../../../../src/batch/events.js';
import type { Context } from '../../../../src/base/context.js';
import { createReporter } from '../../../../src/commands/bulk/shared/reporter.js';
import type { NextSteps } from '../../../../src/messages/reader.js';
import { withFilteredStderr } from '../../../../src/terminal/streams.js';
import { createFakeClock } from '../../../helpers/clocks/fake-clock.js';
import { createScreen, type Screen } from '../../../helpers/terminal/screen.js';
import { at, BEGIN, jobOf, plan, summaryOf, threeJobs } from './views.js';

const next = { command: () => 'confere' } as unknown as NextSteps;
const wishes = { progress: true, color: 'auto' as const };

function reporterOn(screen: Screen, env: Record<string, string> = {}) {
  const clock = createFakeClock(BEGIN);
  const around = { env: { TERM: 'xterm', ...env }, platform: 'linux', clock };
  const context = { ...around, stderr: screen.stream } as unknown as Context;
  const { stderr } = withFilteredStderr(context, { color: false, timestamps: false });
  const file = 'data/clientes.csv';
  const reporter = createReporter({ ...around, stderr, next, file }, wishes);
  onTestFinished(reporter.stop);
  return { clock, ...reporter };
}

/** Lets the display load what it needs, and draw. */
async function drawn(screen: Screen, text: string): Promise<string> {
  await expect.poll(() => screen.text()).toContain(text);
  return screen.text();
}

const polled = (nextMs: number, ...jobs: Parameters<typeof summaryOf>[0]) =>
  ({ type: 'polled', seq: 1, summary: () => Promise.resolve(summaryOf(jobs)), nextMs }) as const;

async function midway(screen: Screen) {
  const reporter = reporterOn(screen);
  const { emit, clock, showWait } = reporter;
  screen.stream.write('$ confere bulk run clientes.csv\n');
  emit({ type: 'input', description: 'clientes.csv: column 1' });
  for (const [seconds, what] of threeJobs) {
    clock.advance(at(seconds) - clock.now());
    emit('jobs' in what ? polled(5000, ...what.jobs) : what);
    await setImmediate();
  }
  showWait({ reason: 'rate_limit', ms: 23_000 });
  await drawn(screen, 'next minute');
  return reporter;
}

/** The spinner turns by the clock of the machine. */
const still = (text: string) => text.replaceAll(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '*');

it.each([
  [100, 24],
  [40, 12],
])('a batch on a screen of %i by %i', async (columns, rows) => {
  const screen = createScreen(columns, rows);
  await midway(screen);
  expect(still(await screen.text())).toMatchSnapshot();
});

it('other lines stand above it, and nothing of it is left at its end', async () => {
  const screen = createScreen(60, 20);
  const { emit, stop } = await midway(screen);
  emit({ type: 'others_settling', host: 'another-machine' });
  await drawn(screen, 'Waiting for another-machine');
  expect(screen.isCursorHidden()).toBe(true);
  stop();
  expect(await screen.text()).toBe(
    [
      '$ confere bulk run clientes.csv',
      'clientes.csv: column 1',
      '28,293 rows; 28,293 to send, at most 28,293 credits.',
      'Waiting for another-machine, which is checking an',
      'unconfirmed charge; nothing is sent until it is done',
    ].join('\n'),
  );
  expect(screen.isCursorHidden()).toBe(false);
});

it.each([
  [40, 12],
  [120, 30],
])('leaves no old line when the window becomes %i by %i', async (columns, rows) => {
  const screen = createScreen(100, 24);
  await midway(screen);
  await screen.resize(columns, rows);
  const fresh = createScreen(columns, rows);
  await midway(fresh);
  // What was printed before is the terminal's own to break.
  const regionOf = (text: string) => still(text.slice(text.lastIndexOf('credits.')));
  expect(regionOf(await screen.text())).toBe(regionOf(await fresh.text()));
});

it('gives way to a question, and comes back', async () => {
  const screen = createScreen(60, 20);
  const { emit } = reporterOn(screen);
  emit({ type: 'progress', step: 'reading', done: 200_000, of: null });
  await drawn(screen, '200,000 rows read');
  emit({ type: 'plan', numbers: plan, willAsk: false, sends: plan.toSend, costs: plan.worstCase });
  screen.stream.write('Send 3 identifiers? [y/N] ');
  expect((await screen.text()).split('\n').at(-1)).toBe('Send 3 identifiers? [y/N]');
  screen.stream.write('y\n');
  emit({ type: 'submitting', seq: 1, items: 3 });
  await drawn(screen, 'sending');
});

it.each([[{ NO_COLOR: '1' }], [{ CI: 'true' }], [{ TERM: 'dumb' }]])(
  'prints plain lines with %o',
  async (env: Record<string, string>) => {
    const screen = createScreen(60, 20);
    const { emit } = reporterOn(screen, env);
    emit({ type: 'accepted', seq: 1, jobId: 'a', items: 3 });
    emit(polled(5000, jobOf('accepted', 3, 1)));
    emit(polled(5000, jobOf('accepted', 3, 2)));
    expect(await drawn(screen, 'answered')).toBe(
      'Job 1: 3 identifiers sent\n1 of 3 answered; checking again in 5 s',
    );
  },
);

const step = (name: Step, done: number, of: number | null = null): BatchEvent => ({
  type: 'progress',
  step: name,
  done,
  of,
});

it('elsewhere tells of long steps every half a minute, and nothing of short ones', async () => {
  const screen = createScreen(60, 20);
  const { emit, clock } = reporterOn(screen, { CI: 'true' });
  emit(step('unpacking', 0));
  emit(step('unpacking', 900_000));
  clock.advance(31_000);
  emit(step('reading', 0));
  emit(step('reading', 5000));
  clock.advance(20_000);
  emit(step('reading', 600_000));
  clock.advance(20_000);
  emit(step('reading', 1_200_000));
  emit(step('reading', 1_205_000));
  emit({ type: 'unread' });
  expect(await screen.text()).toBe('1,200,000 rows read');
});

it('an error in the display never reaches the batch', async () => {
  const screen = createScreen(60, 20);
  const { emit, showWait, clock } = reporterOn(screen);
  emit({ type: 'submitting', seq: 1, items: 3 });
  await drawn(screen, 'job 1');
  const now = vi.spyOn(clock, 'now').mockImplementation(() => {
    throw new Error('no such clock');
  });
  expect(() => {
    emit({ type: 'accepted', seq: 1, jobId: 'a', items: 3 });
    emit({ ...polled(1), summary: () => Promise.reject(new Error('disk')) });
    emit(null as never);
    showWait({ reason: 'backoff', ms: 1000 });
    screen.stream.write('a line\n');
  }).not.toThrow();
  now.mockRestore();
  await expect.poll(() => screen.text()).toBe('a line');
  expect(screen.isCursorHidden()).toBe(false);
});
