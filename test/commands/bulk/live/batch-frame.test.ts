import { describe, expect, it } from 'vitest';
import type { BatchEvent } from '../../../../src/batch/events.js';
import type { JobSummary } from '../../../../src/batch/summary.js';
import {
  drawFrame,
  applyEvent,
  applySummary,
  createBatchView,
} from '../../../../src/commands/bulk/shared/live-batch.js';
import { chooseMarks } from '../../../../src/terminal/live.js';
import { PLAIN } from '../../../../src/terminal/style.js';
import { at, BEGIN, jobOf, plan, summaryOf, threeJobs } from './views.js';

const marks = chooseMarks({ env: {}, platform: 'linux' });

/** A batch that learns events and what a look at the service shows, each at so many seconds. */
function batch(name = 'data/clientes.csv') {
  const view = createBatchView(name, BEGIN);
  const self = {
    view,
    after(event: BatchEvent, seconds: number) {
      applyEvent(view, event, at(seconds));
      return self;
    },
    /** `seq`: the job looked at; null for a look into the ledger alone. */
    look(jobs: readonly JobSummary[], seconds: number, seq: number | null) {
      applySummary(view, summaryOf(jobs), seq, at(seconds));
      return self;
    },
    shown: (seconds: number, columns = 100, rows = 24) =>
      drawFrame(view, { columns, rows, marks, paint: PLAIN, now: at(seconds) }),
  };
  return self;
}

function waiting() {
  const midway = batch();
  for (const [seconds, what] of threeJobs) {
    if ('jobs' in what) midway.look(what.jobs, seconds, what.seq);
    else midway.after(what, seconds);
  }
  midway.view.wait = { reason: 'rate_limit', until: at(45) };
  return midway;
}

describe('the rate of a batch', () => {
  const running = (...found: number[]) => found.map((n) => jobOf('accepted', 5000, n));

  it('is not that of the answers that came while nobody looked', () => {
    // A job of an earlier process, which the ledger shows without its answers.
    const resumed = batch().look(running(0), 0, null).look(running(405), 0.05, 1);
    expect(resumed.shown(20)[0]).toMatch(/ 405 of 5,000 {2}8% .* 20 s · 405 credits$/);
    resumed.look(running(447), 30.05, 1);
    // 42 answers in 30 s, and 4,553 are left.
    expect(resumed.shown(30.05)[0]).toContain('447 of 5,000  8%');
    expect(resumed.shown(30.05)[0]).toContain('about 54 min 12 s');
    expect(resumed.shown(40.05)[0]).toContain('about 54 min 2 s');
  });

  it('needs two looks also at a job of this process, and goes on with the next job', () => {
    const accepted = (seq: number) => ({ type: 'accepted', seq, jobId: 'j', items: 5000 }) as const;
    const own = batch().after(accepted(1), 0).look(running(100), 5, 1);
    expect(own.shown(8)[0]).not.toContain('left');
    expect(own.look(running(200), 10, 1).shown(10)[0]).toContain('10 s, about 4 min');
    own.after(accepted(2), 11).look(running(200, 20), 11, 2);
    expect(own.shown(11)[0]).toContain('left');
  });
});

describe('a live batch', () => {
  it('does not show as answered what was sent and has no answer yet', () => {
    const numbers = { ...plan, toSend: 8293, answered: 37 };
    const planned = batch().after(
      { type: 'plan', numbers, willAsk: false, sends: 8293, costs: 8293 },
      0,
    );
    planned.after({ type: 'submitting', seq: 3, items: 8293 }, 1);
    expect(planned.shown(1)[0]).toContain('37 of 28,293  0%');
  });

  it('counts down what it waits for, not below one second, also when another job has ended', () => {
    const slow = waiting();
    expect(slow.shown(22)[1]).toBe('  waiting for the next minute, 23 s');
    slow.after(
      { type: 'job_ended', seq: 2, status: 'done', error: null, found: 0, notFound: 0, skipped: 0 },
      20,
    );
    expect(slow.shown(44.9).slice(1)).toEqual([
      '  waiting for the next minute, 1 s',
      '  2 jobs ended, 13,812 found',
      '  job 3  sending',
    ]);
    expect(slow.shown(45)[1]).toBe('  2 jobs ended, 13,812 found');
  });

  it('counts down to the next look, says when it asks, and takes back an estimate that has passed', () => {
    const one = batch().look([jobOf('accepted', 100, 0)], 0, 1);
    one.look([jobOf('accepted', 100, 80)], 8, 1);
    one.after({ type: 'waiting', what: 'status', ms: 5000 }, 8);
    expect(one.shown(8.5)[0]).toContain('9 s, about 2 s left ·');
    expect(one.shown(8.5)[1]).toBe('  next check in 5 s');
    expect(one.shown(12.5)[0]).toContain('13 s · 80 credits');
    expect(one.shown(13.5)[1]).toBe('  asking the service');
    one.after({ type: 'waiting', what: 'balance', ms: 4000 }, 14);
    expect(one.shown(14)[1]).toBe('  waiting for the balance to show the charges, 4 s');
    expect(one.look([jobOf('done', 100, 90, 10)], 18, 1).shown(18)).toHaveLength(1);
  });

  it('counts what the limits cover, from the answer to the question on', () => {
    const part = batch().after({ type: 'waiting', what: 'answer', ms: 0 }, 1);
    expect(part.shown(3)).toEqual(['clientes.csv  asking the service']);
    const numbers = { ...plan, unique: 100, toSend: 90, answered: 10 };
    part.after({ type: 'plan', numbers, willAsk: true, sends: 30, costs: 30 }, 4);
    part.after({ type: 'submitting', seq: 1, items: 30 }, 60);
    expect(part.shown(61)[0]).toMatch(/10 of 40 {2}25% .* 1 s · 0 credits/);
    const jobs = [jobOf('done', 30, 20, 10), jobOf('planned', 70)];
    expect(part.look(jobs, 62, 1).shown(62)[0]).toContain('30 of 40');
  });

  it('has no line beyond the window and no cut word', () => {
    const words = new Set(waiting().shown(18, 200).join(' ').split(/\s+/));
    for (let columns = 40; columns < 130; columns += 1) {
      const lines = waiting().shown(18, columns);
      // The spinner stands before the first.
      expect(lines.filter((line, n) => line.length >= columns - (n === 0 ? 2 : 0))).toEqual([]);
      const own = lines.join(' ').split(/\s+/);
      const cut = own.filter((word) => word !== '' && !/[━╺·]/.test(word) && !words.has(word));
      expect(cut).toEqual([]);
    }
  });

  it.each([2, 10])('leaves a row of %i for the cursor', (rows) => {
    expect(waiting().shown(18, 40, rows).length).toBeLessThan(rows);
  });

  it('folds the jobs that have ended, and counts those without room', () => {
    const jobs = Array.from({ length: 60 }, (_, n) =>
      n < 20 ? jobOf('done', 100, 90, 10) : jobOf('accepted', 100),
    );
    const lines = batch().look(jobs, 3, null).shown(3);
    expect(lines[2]).toBe('  20 jobs ended, 1,800 found');
    expect(lines.at(-1)).toBe('  and 31 more jobs');
    expect(lines).toHaveLength(13);
  });

  it('masks an identifier in the name of a file, and hides what a terminal obeys', () => {
    const named = batch('x/529.982.247-25\u001b[2J.csv');
    expect(named.shown(0)[0]).toContain('***.982.247-** [2J.csv');
  });

  it('needs nothing but ASCII in an old console', () => {
    const old = chooseMarks({ env: {}, platform: 'win32' });
    const canvas = { columns: 100, rows: 24, marks: old, paint: PLAIN, now: at(18) };
    expect(drawFrame(waiting().view, canvas).join('')).toMatch(/^[\x20-\x7e]*$/);
    expect(chooseMarks({ env: { WT_SESSION: '1' }, platform: 'win32' })).toBe(marks);
  });
});
