import { describe, expect, it } from 'vitest';
import type { BatchEvent } from '../../../../src/batch/events.js';
import {
  afterEvent,
  afterSummary,
  afterWait,
  frame,
  newBatchView,
  type BatchView,
} from '../../../../src/output/batches/live-batch.js';
import { marksFor } from '../../../../src/output/terminal/live.js';
import { PLAIN } from '../../../../src/output/terminal/terminal.js';
import { at, BEGIN, jobOf, midway, plan, summaryOf } from './views.js';

const marks = marksFor({ env: {}, platform: 'linux' });
const shown = (view: BatchView, seconds: number, columns = 100, rows = 24) =>
  frame(view, { columns, rows, marks, paint: PLAIN, now: at(seconds) });
const waiting = () => afterWait(midway(), { reason: 'rate_limit', ms: 28_000 }, at(17));
const begun = () => newBatchView('a.csv', BEGIN);
const after = (view: BatchView, event: BatchEvent, seconds: number) =>
  afterEvent(view, event, at(seconds));
/** A look at a job, or only into the ledger. */
const look = (view: BatchView, found: readonly number[], seconds: number, seq: number | null) =>
  afterSummary(view, summaryOf(found.map((n) => jobOf('accepted', 5000, n))), seq, at(seconds));

describe('the rate of a batch', () => {
  /** A job of an earlier process, which the ledger shows without its answers. */
  const resumed = (jobs: number) => look(begun(), Array<number>(jobs).fill(0), 0, null);

  it('is not that of the answers that came while nobody looked', () => {
    const first = look(resumed(1), [405], 0.05, 1);
    expect(shown(first, 20)[0]).toMatch(/ 405 of 5,000 {3}8% .* 20 s · 405 credits$/);
    const second = look(first, [447], 30.05, 1);
    // 42 answers in 30 s, and 4,553 are left.
    expect(shown(second, 30.05)[0]).toContain('447 of 5,000   8%');
    expect(shown(second, 30.05)[0]).toContain('about 54 min 12 s');
    expect(shown(second, 40.05)[0]).toContain('about 54 min 2 s');
  });

  it('needs two looks also at a job of this process, and goes on with the next job', () => {
    const accepted = (seq: number) => ({ type: 'accepted', seq, jobId: 'j', items: 5000 }) as const;
    const first = look(after(begun(), accepted(1), 0), [100], 5, 1);
    expect(shown(first, 8)[0]).not.toContain('left');
    const second = look(first, [200], 10, 1);
    expect(shown(second, 10)[0]).toContain('10 s, about 4 min');
    expect(shown(look(after(second, accepted(2), 11), [200, 20], 11, 2), 11)[0]).toContain('left');
  });

  it('is none while each of several jobs was looked at once', () => {
    const two = look(look(resumed(2), [400, 0], 0.1, 1), [400, 2500], 0.2, 2);
    expect(shown(two, 4).join()).not.toContain('left');
  });
});

it('what was sent and has no answer yet is not shown as answered', () => {
  const numbers = { ...plan, toSend: 8293, answered: 37 };
  const planned = after(begun(), { type: 'plan', numbers, willAsk: false }, 0);
  const view = after(planned, { type: 'submitting', seq: 3, items: 8293 }, 1);
  expect(shown(view, 1)[0]).toContain('37 of 28,293   0%');
});

describe('a live batch', () => {
  it('counts down what it waits for, and not below one second', () => {
    expect(shown(waiting(), 22)[3]).toBe('  job 3  waiting for the next minute, 23 s');
    expect(shown(waiting(), 44.9)[3]).toBe('  job 3  waiting for the next minute, 1 s');
    expect(shown(waiting(), 45)[3]).toBe('  job 3  sending');
  });

  it('goes on counting down when another job has ended', () => {
    const ended = after(waiting(), { type: 'job_ended', seq: 2, status: 'done', error: null }, 20);
    expect(shown(ended, 23).at(-1)).toBe('  job 3  waiting for the next minute, 22 s');
  });

  it('has no line beyond the window and no cut word', () => {
    const words = new Set(shown(waiting(), 18, 200).join(' ').split(/\s+/));
    for (let columns = 40; columns < 130; columns += 1) {
      const lines = shown(waiting(), 18, columns);
      expect(lines.filter((line) => line.length >= columns)).toEqual([]);
      const own = lines.join(' ').split(/\s+/);
      const cut = own.filter((word) => word !== '' && !/[━╺·]/.test(word) && !words.has(word));
      expect(cut).toEqual([]);
    }
  });

  it.each([2, 10])('leaves a row of %i for the cursor', (rows) => {
    expect(shown(waiting(), 18, 40, rows).length).toBeLessThan(rows);
  });

  it('folds the jobs that have ended, and counts those without room', () => {
    const jobs = Array.from({ length: 60 }, (_, n) =>
      n < 20 ? jobOf('done', 100, 90, 10) : jobOf('accepted', 100),
    );
    const lines = shown(afterSummary(begun(), summaryOf(jobs), null, at(3)), 3);
    expect(lines[1]).toBe('  20 jobs ended, 1,800 found');
    expect(lines.at(-1)).toBe('  and 30 more jobs');
    expect(lines).toHaveLength(13);
  });

  it('tells a failed and an unconfirmed job by a sign and a word', () => {
    const jobs = [jobOf('failed', 10), jobOf('unconfirmed', 10), jobOf('accepted', 10)];
    const view = afterSummary(begun(), summaryOf(jobs), null, at(3));
    expect(shown(view, 3).slice(1, 3)).toEqual(['  job 1  ✗ failed', '  job 2  ! unconfirmed']);
  });

  it('shows how far a step is', () => {
    const reading = after(
      begun(),
      { type: 'progress', step: 'reading', done: 20_000, of: null },
      2,
    );
    expect(shown(reading, 5)).toEqual(['⠹ a.csv   20,000 rows read']);
    const written = { type: 'progress', step: 'writing', done: 410_000, of: 1_000_000 } as const;
    expect(shown(after(reading, written, 2), 2)).toEqual([
      '⠴ a.csv   410,000 of 1,000,000 rows done   41%',
    ]);
  });

  it('masks an identifier in the name of a file, and hides what a terminal obeys', () => {
    const view = newBatchView('x/529.982.247-25\u001b[2J.csv', BEGIN);
    expect(shown(view, 0)[0]).toContain('***.982.247-** [2J.csv');
  });

  it('needs nothing but ASCII in an old console', () => {
    const old = marksFor({ env: {}, platform: 'win32' });
    const canvas = { columns: 100, rows: 24, marks: old, paint: PLAIN, now: at(18) };
    expect(frame(waiting(), canvas).join('')).toMatch(/^[\x20-\x7e]*$/);
    expect(marksFor({ env: { WT_SESSION: '1' }, platform: 'win32' })).toBe(marks);
  });
});
