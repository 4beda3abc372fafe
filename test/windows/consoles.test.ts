import { describe, expect, it, onTestFinished } from 'vitest';
import { createReporter } from '../../src/output/batches/reporter.js';
import { createDiffProgress } from '../../src/output/diff.js';
import { createLiveLookups } from '../../src/output/lookups/live-lookups.js';
import type { NextSteps } from '../../src/messages/reader.js';
import { hasOneLine } from '../../src/output/terminal/live.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { makeCpf } from '../helpers/invented.js';
import { createScreen, type Screen } from '../helpers/terminal/screen.js';
import { BEGIN, jobOf, plan, summaryOf } from '../output/batches/live/views.js';

const OLD = { env: {}, platform: 'win32', release: '10.0.10240' };
const next = { command: () => 'confere' } as unknown as NextSteps;
const wishes = { quiet: false, progress: true, color: 'auto' as const };

describe('a terminal draws one line', () => {
  it.each([
    ['win32', '6.1.7601', { TERM: 'xterm', WT_SESSION: '1' }, true],
    ['win32', '6.3.9600', {}, true],
    ['win32', '10.0.10240', {}, true],
    ['win32', '10.0.10586', {}, false],
    ['win32', '10.0.19045', {}, false],
    ['win32', '10.0.22631', {}, false],
    ['win32', undefined, {}, false],
    ['linux', '6.1.0-18-amd64', {}, true],
    ['linux', '6.1.0-18-amd64', { TERM: 'unknown' }, true],
    ['linux', '6.1.0-18-amd64', { TERM: 'linux' }, false],
    ['darwin', '22.6.0', { TERM: 'xterm-256color' }, false],
  ])('on %s %s with %j: %s', (platform, release, env, isOneLine) => {
    expect(hasOneLine({ platform, release, env })).toBe(isOneLine);
  });
});

/** What was written in a console that moves the cursor to another line, or draws more than one. */
function otherLines(screen: Screen): string[] {
  const { written } = screen.stream as unknown as { written: string };
  // eslint-disable-next-line no-control-regex
  return written.match(/\u001b\[\d*[ABEFHJd]/g) ?? [];
}

async function drawn(screen: Screen, text: string): Promise<string> {
  await expect.poll(() => screen.text()).toMatch(new RegExp(text));
  return screen.text();
}

describe('in an old console of Windows', () => {
  it.each([
    [80, '/ clientes.csv   15,000 of 28,293   53%   14 s | 13,812 credits'],
    [40, '/ clientes.csv  15,000 of 28,293  53%'],
    [24, '/ clie~csv'],
  ])('a batch is one line of %i columns, and nothing is left of it', async (columns, head) => {
    const screen = createScreen(columns, 20);
    const clock = createFakeClock(BEGIN);
    const { stream: stderr } = screen;
    const surroundings = { ...OLD, stderr, clock, next, file: 'data/clientes.csv' };
    const { emit, waiting, stop } = createReporter(surroundings, wishes);
    onTestFinished(stop);
    stderr.write('$ confere\n');
    emit({ type: 'accepted', seq: 1, jobId: 'a', items: 10_000 });
    emit({ type: 'accepted', seq: 2, jobId: 'b', items: 10_000 });
    emit({ type: 'submitting', seq: 3, items: 8293 });
    await drawn(screen, 'clie');
    clock.advance(14_000);
    const jobs = [
      jobOf('done', 10_000, 8812, 1188),
      jobOf('accepted', 10_000, 5000, 0),
      jobOf('submitting', 8293),
    ];
    emit({ type: 'polled', seq: 1, summary: () => Promise.resolve(summaryOf(jobs)), nextMs: 5000 });
    expect((await drawn(screen, columns > 24 ? '15,000' : '/ clie')).split('\n')).toEqual([
      '$ confere',
      head,
    ]);
    waiting({ reason: 'rate_limit', ms: 23_000 });
    const waited = await drawn(screen, columns > 24 ? 'next minute, 23 s' : ', 23 s');
    expect(waited.split('\n')).toHaveLength(2);
    emit({ type: 'mismatch', seq: 1, sent: 3, counted: 2, invalid: 0 });
    await screen.resize(columns - 4, 20);
    await drawn(screen, 'Job 1: 3');
    expect(otherLines(screen)).toEqual([]);
    stop();
    expect((await screen.text()).replaceAll(/\s/g, '')).toBe(
      '$confereJob1:3identifierssent;theserviceaccepted2andrejected0asinvalid.',
    );
    expect(screen.isCursorHidden()).toBe(false);
  });

  it.each([
    [80, '- waiting for the next minute, 23 s  ***.000.007-**  1 of 45'],
    [40, '- waiting for the next minute, 23 s'],
    [30, '- waiting for~ minute, 23 s'],
  ])('a lookup is one line of %i columns', async (columns, line) => {
    const screen = createScreen(columns, 20);
    const clock = createFakeClock(BEGIN);
    const surroundings = { ...OLD, stderr: screen.stream, clock };
    const live = createLiveLookups(surroundings, wishes, { kind: 'cpf', of: 45 });
    let answer = () => {};
    const done = live.during(makeCpf(1), () => new Promise<void>((resolve) => (answer = resolve)));
    await drawn(screen, '000.007');
    live.waiting({ reason: 'rate_limit', ms: 23_000 });
    expect((await drawn(screen, '23 s')).split('\n').at(-1)).toBe(line);
    expect(otherLines(screen)).toEqual([]);
    answer();
    await done;
    await expect.poll(() => screen.text()).not.toContain('000.007');
  });

  it('a comparison is one line', async () => {
    const screen = createScreen(60, 20);
    const surroundings = { ...OLD, stderr: screen.stream, clock: createFakeClock(BEGIN) };
    const progress = createDiffProgress(surroundings, wishes);
    progress.reading('old.csv')(20_000);
    expect(await drawn(screen, '20,000')).toBe('- reading old.csv: 20,000 rows');
    progress.end();
    expect(await screen.text()).toBe('');
    expect(otherLines(screen)).toEqual([]);
  });

  it('TERM=dumb gets plain lines', async () => {
    const screen = createScreen(60, 20);
    const clock = createFakeClock(BEGIN);
    const surroundings = { ...OLD, env: { TERM: 'dumb' }, stderr: screen.stream, clock, next };
    const { emit } = createReporter({ ...surroundings, file: 'a.csv' }, wishes);
    emit({ type: 'accepted', seq: 1, jobId: 'a', items: 3 });
    emit({ type: 'plan', numbers: plan, willAsk: false });
    expect(await screen.text()).toMatch(/^Job 1: 3 identifiers sent\n28,293 rows/);
    // eslint-disable-next-line no-control-regex
    expect((screen.stream as unknown as { written: string }).written).not.toMatch(/\u001b/);
  });
});
