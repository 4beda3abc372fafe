import { describe, expect, it } from 'vitest';
import type { BatchEvent } from '../../../../src/batch/events.js';
import { frame } from '../../../../src/output/batches/live-frame.js';
import {
  afterEvent,
  afterSummary,
  afterWait,
  newBatchView,
  type BatchView,
} from '../../../../src/output/batches/live-view.js';
import { marksFor } from '../../../../src/output/terminal/live.js';
import { PLAIN } from '../../../../src/output/terminal/terminal.js';
import { at, BEGIN, jobOf, midway, plan, summaryOf } from './views.js';

const marks = marksFor({ env: {}, platform: 'linux' });
const shown = (view: BatchView, seconds: number, columns = 100, rows = 24) =>
  frame(view, { columns, rows, marks, paint: PLAIN, now: at(seconds) });
const waiting = () => afterWait(midway(), { reason: 'rate_limit', ms: 28_000 }, at(17));

/** The views after each of these events and its seconds. */
function viewsAfter(events: readonly (readonly [BatchEvent, number])[]): BatchView[] {
  let view = newBatchView('a.csv', BEGIN);
  return events.map(([event, seconds]) => (view = afterEvent(view, event, at(seconds))));
}

/** After a first look that found no answer. */
const lookedAt = (view: BatchView): BatchView =>
  afterSummary(view, summaryOf([jobOf('accepted', 100), jobOf('accepted', 100)]), FIRST, at(1));
const FIRST = { nextMs: 1000, seq: 1 };

describe('the rate of a batch', () => {
  const stored = [jobOf('accepted', 5000)];
  const look = (view: BatchView, found: number, seconds: number, seq = 1, of = 5000) =>
    afterSummary(
      view,
      summaryOf([jobOf('accepted', of, found)]),
      { nextMs: 30_000, seq },
      at(seconds),
    );
  /** A job of an earlier process, which the ledger shows without its answers. */
  const resumed = () =>
    afterSummary(newBatchView('a.csv', BEGIN), summaryOf(stored), { nextMs: 0, seq: null }, at(0));

  it('is not that of the answers that came while nobody looked', () => {
    const first = look(resumed(), 405, 0.05);
    expect(shown(first, 20)[0]).toMatch(/ 405 of 5,000 {3}8% .* 20 s · 405 credits$/);
    const second = look(first, 447, 30.05);
    expect(shown(second, 30.05)[0]).toContain('447 of 5,000   8%');
    // 42 answers in 30 s, and 4,553 are left.
    expect(shown(second, 30.05)[0]).toContain('about 54 min');
    expect(shown(second, 40.05)[0]).toContain('~461 of 5,000');
  });

  it('needs two looks also at a job of this process', () => {
    const begun = afterEvent(
      newBatchView('a.csv', BEGIN),
      { type: 'accepted', seq: 1, jobId: 'j', items: 5000 },
      at(0),
    );
    const first = look(begun, 100, 5);
    expect(shown(first, 8)[0]).not.toMatch(/~|left/);
    expect(shown(look(first, 200, 10), 10)[0]).toContain('10 s, about 4 min');
  });

  it('is none while each of several jobs was looked at once', () => {
    const jobs = (one: number, two: number) =>
      summaryOf([jobOf('accepted', 5000, one), jobOf('accepted', 5000, two)]);
    const one = afterSummary(resumed(), jobs(400, 0), { nextMs: 5000, seq: 1 }, at(0.1));
    const two = afterSummary(one, jobs(400, 2500), { nextMs: 5000, seq: 2 }, at(0.2));
    expect(shown(two, 4).join()).not.toMatch(/~|left/);
  });
});

it('what was sent and has no answer yet is not shown as answered', () => {
  const numbers = { ...plan, toSend: 8293, answered: 37 };
  const [, view] = viewsAfter([
    [{ type: 'plan', numbers, willAsk: false }, 0],
    [{ type: 'submitting', seq: 3, items: 8293 }, 1],
  ]);
  expect(view && shown(view, 1)[0]).toContain('37 of 28,293   0%');
});

describe('a live batch', () => {
  it('shows share, time left, credits and a line for each job', () => {
    expect(shown(waiting(), 16)).toMatchInlineSnapshot(`
      [
        "⠋ clientes.csv   16,000 of 28,293   56%  ━━━━━━━━━╺━━━━━━━   16 s, about 37 s left · 13,812 credits",
        "  job 1  ✓ 10,000   8,812 found   14 s",
        "  job 2  ━━━━━━━━━━━╺━━━━━━━   6,000 of 10,000",
        "  job 3  waiting for the next minute, 29 s",
      ]
    `);
  });

  it('moves on between two looks, marked as an estimate, and stops at the next look', () => {
    expect(shown(waiting(), 18)[0]).toContain('~16,800 of 28,293');
    expect(shown(waiting(), 18)[2]).toContain('~6,800 of 10,000');
    expect(shown(waiting(), 60)[2]).toBe(shown(waiting(), 21)[2]);
  });

  it('never expects a whole job before the service has said so', () => {
    const fast = [jobOf('accepted', 100, 98), jobOf('accepted', 100, 1)];
    const begun = [1, 2].reduce(
      (view, seq) => afterEvent(view, { type: 'accepted', seq, jobId: 'j', items: 100 }, at(0)),
      newBatchView('a.csv', BEGIN),
    );
    const view = afterSummary(lookedAt(begun), summaryOf(fast), { nextMs: 60_000, seq: 1 }, at(2));
    expect(shown(view, 50)[1]).toContain('~99 of 100');
    expect(shown(view, 50)[2]).toContain('~25 of 100');
  });

  it('is not at its end before its last job is', () => {
    const jobs = [jobOf('done', 100, 90, 10), jobOf('accepted', 100, 90)];
    const summary = { ...summaryOf(jobs), found: 188, notFound: 11 };
    const begun = afterEvent(
      newBatchView('a.csv', BEGIN),
      { type: 'accepted', seq: 2, jobId: 'j', items: 100 },
      at(0),
    );
    const view = afterSummary(lookedAt(begun), summary, { nextMs: 60_000, seq: 2 }, at(2));
    expect(shown(view, 50)[0]).toContain('199 of 200   99%');
  });

  it('counts down what it waits for, and not below one second', () => {
    expect(shown(waiting(), 22)[3]).toBe('  job 3  waiting for the next minute, 23 s');
    expect(shown(waiting(), 23)[3]).toBe('  job 3  waiting for the next minute, 22 s');
    expect(shown(waiting(), 44.9)[3]).toBe('  job 3  waiting for the next minute, 1 s');
    expect(shown(waiting(), 45)[3]).toBe('  job 3  sending');
  });

  it('goes on counting down when another job has ended, and counts the wait as time left', () => {
    const ended = { type: 'job_ended', seq: 2, status: 'done', error: null } as const;
    const view = afterEvent(waiting(), ended, at(20));
    expect(shown(view, 23).at(-1)).toBe('  job 3  waiting for the next minute, 22 s');
    expect(shown(view, 23)[0]).toContain('23 s, about 30 s left');
  });

  it('has no line beyond the window and no cut word', () => {
    const words = new Set(shown(waiting(), 18, 200).join(' ').split(/\s+/));
    for (let columns = 40; columns < 130; columns += 1) {
      const lines = shown(waiting(), 18, columns);
      expect(lines.filter((line) => line.length >= columns)).toEqual([]);
      const own = lines
        .join(' ')
        .split(/\s+/)
        .filter((word) => !/[━╺·]/.test(word));
      expect(own.filter((word) => word !== '' && !words.has(word))).toEqual([]);
    }
  });

  it.each([2, 3, 5, 10])('leaves a row of %i for the cursor', (rows) => {
    expect(shown(waiting(), 18, 40, rows).length).toBeLessThan(rows);
  });

  it('folds the jobs that have ended, and counts those without room', () => {
    const jobs = Array.from({ length: 60 }, (_, n) =>
      n < 20 ? jobOf('done', 100, 90, 10) : jobOf('accepted', 100),
    );
    const view = afterSummary(
      newBatchView('a.csv', BEGIN),
      summaryOf(jobs),
      { nextMs: 5000, seq: null },
      at(3),
    );
    const lines = shown(view, 3);
    expect(lines[1]).toBe('  20 jobs ended, 1,800 found');
    expect(lines.at(-1)).toBe('  and 30 more jobs');
    expect(lines).toHaveLength(13);
  });

  it('tells a failed and an unconfirmed job by a sign and a word', () => {
    const jobs = [jobOf('failed', 10), jobOf('unconfirmed', 10), jobOf('accepted', 10)];
    const view = afterSummary(
      newBatchView('a.csv', BEGIN),
      summaryOf(jobs),
      { nextMs: 5000, seq: null },
      at(3),
    );
    expect(shown(view, 3).slice(1, 3)).toEqual(['  job 1  ✗ failed', '  job 2  ! unconfirmed']);
  });

  it('shows rows and rate while a file is read', () => {
    const events = [
      [{ type: 'progress', step: 'unpacking', done: 0, of: null }, 0],
      [{ type: 'reading', rows: 20_000 }, 2],
      [{ type: 'reading', rows: 600_000 }, 4],
    ] as const;
    const views = viewsAfter(events);
    expect(views.map((view) => shown(view, 5))).toEqual([
      ['⠹ a.csv   reading'],
      // Its rate is not known yet.
      ['⠹ a.csv   20,000 rows read'],
      // The rate of the rows that were told stands while nothing new is told.
      ['⠹ a.csv   600,000 rows read · 300,000 per second'],
    ]);
  });

  it.each([
    ['writing', 'writing the result', '410,000 of 1,000,000 rows written'],
    ['counting', 'counting records', '410,000 of 1,000,000 records counted'],
  ] as const)('shows share and rate: %s', (step, begun, half) => {
    const views = viewsAfter([
      [{ type: 'progress', step, done: 0, of: 1_000_000 }, 0],
      [{ type: 'progress', step, done: 410_000, of: 1_000_000 }, 2],
    ]);
    expect(views.map((view) => shown(view, 2))).toEqual([
      [`⠴ a.csv   ${begun}`],
      [`⠴ a.csv   ${half}   41% · 205,000 per second`],
    ]);
    for (const line of shown(views.at(-1) ?? midway(), 2, 40)) expect(line.length).toBeLessThan(40);
  });

  it('masks an identifier in the name of a file, and hides what a terminal obeys', () => {
    const view = newBatchView('x/529.982.247-25\u001b[2J.csv', BEGIN);
    expect(shown(view, 0)[0]).toContain('***.982.247-** [2J.csv');
  });

  it('needs nothing but ASCII in an old console', () => {
    const old = marksFor({ env: {}, platform: 'win32' });
    const lines = frame(waiting(), {
      columns: 100,
      rows: 24,
      marks: old,
      paint: PLAIN,
      now: at(18),
    });
    expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
    expect(marksFor({ env: { WT_SESSION: '1' }, platform: 'win32' })).toBe(marks);
  });
});
