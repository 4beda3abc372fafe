import type { BatchEvent, Step } from '../../../batch/events.js';
import type { JobSummary, Summary } from '../../../batch/summary.js';
import type { WaitEvent } from '../../../service/index.js';
import type { Wait } from '../../terminal/live/pieces.js';

/** What is known of a batch while it runs; each event makes a new one. Moments are epoch ms. */
export interface BatchView {
  readonly name: string;
  readonly phase: 'passing' | 'asking' | 'working' | 'writing';
  /** What is done with many rows, in the phase `passing`. */
  readonly pass: Pass;
  readonly startedAt: number;
  readonly unique: number;
  readonly answered: number;
  readonly credits: number;
  /** How often this process has looked at the service; two looks make a rate. */
  readonly looks: number;
  /** When the last answers came. */
  readonly seenAt: number;
  /** Until then the bar may move on. */
  readonly nextLookAt: number;
  readonly jobs: readonly LiveJob[];
  readonly wait: Wait | null;
}

export interface Pass {
  readonly step: Step;
  readonly done: number;
  /** Null where their number is not known. */
  readonly of: number | null;
  readonly beganAt: number;
  /** When `done` was told. */
  readonly seenAt: number;
}

export interface LiveJob {
  readonly seq: number;
  readonly items: number;
  readonly state: 'planned' | 'sending' | 'running' | 'done' | 'failed' | 'unconfirmed';
  readonly answered: number;
  readonly found: number;
  /** When this run saw it begin; null for a job of an earlier run. */
  readonly beganAt: number | null;
  /** What this process saw of it first, at its begin or a first look; what comes on top of it makes the rate. */
  readonly first: { readonly answered: number; readonly at: number } | null;
  readonly endedAt: number | null;
  /** When its numbers moved last, and how many a millisecond were answered until then. */
  readonly seenAt: number;
  readonly rate: number;
}

export function newBatchView(name: string, now: number): BatchView {
  return {
    ...{ name, phase: 'asking', startedAt: now, unique: 0, answered: 0, credits: 0 },
    pass: { step: 'reading', done: 0, of: null, beganAt: now, seenAt: now },
    ...{ looks: 0, seenAt: now, nextLookAt: now, jobs: [], wait: null },
  };
}

/** The view after an event; `polled` is told by `afterSummary`, when its numbers are there. */
export function afterEvent(view: BatchView, event: BatchEvent, now: number): BatchView {
  switch (event.type) {
    case 'reading':
      return passing(view, { step: 'reading', done: event.rows, of: null }, now);
    case 'progress':
      return passing(view, event, now);
    case 'plan': {
      const { unique, answered } = event.numbers;
      return { ...view, phase: 'asking', unique, answered };
    }
    case 'submitting':
      return working(view, event.seq, now, { state: 'sending', items: event.items });
    case 'accepted':
      return working(view, event.seq, now, {
        ...{ state: 'running', beganAt: now, seenAt: now, first: { answered: 0, at: now } },
      });
    case 'settling':
      return { ...view, phase: 'working', wait: { reason: 'settling', until: now + event.ms } };
    case 'settled':
      return { ...view, wait: null };
    case 'unconfirmed':
      return working(view, event.seq, now, { state: 'unconfirmed', endedAt: now });
    case 'rejected':
      return working(view, event.seq, now, { state: 'done', endedAt: now });
    case 'gave_up':
      return working(view, event.seq, now, { state: 'failed', endedAt: now });
    case 'job_ended': {
      const state = event.status === 'failed' ? 'failed' : 'done';
      // What another job waits for goes on.
      return { ...working(view, event.seq, now, { state, endedAt: now }), wait: view.wait };
    }
    case 'unread':
    case 'exported':
      return { ...view, phase: 'asking' };
    case 'input':
    case 'batch':
    case 'following':
    case 'discarded':
    case 'mismatch':
    case 'obstacles':
    case 'price_differs':
    case 'price_probe':
    case 'price_awaited':
    case 'planned_again':
    case 'ledger_away':
    case 'others_running':
    case 'others_settling':
    case 'polled':
      return view;
  }
}

/**
 * The view after a look at job `seq` of the service; null after a look into the ledger alone. `nextMs`: until the next
 * one.
 */
export function afterSummary(
  view: BatchView,
  summary: Summary,
  { nextMs, seq }: { readonly nextMs: number; readonly seq: number | null },
  now: number,
): BatchView {
  const answered = summary.found + summary.notFound;
  const looks = view.looks + (seq === null ? 0 : 1);
  return {
    ...view,
    phase: 'working',
    name: view.name === '' ? summary.file : view.name,
    unique: summary.unique,
    answered,
    looks,
    credits: summary.credits.charged,
    seenAt: answered === view.answered ? view.seenAt : now,
    nextLookAt: now + nextMs,
    jobs: summary.jobs.map((job, at) => {
      const look = { isOwn: seq === at + 1, mayRate: looks > 1, now };
      return jobAfter(view.jobs[at] ?? newJob(at + 1, now), job, look);
    }),
  };
}

/** The view while a request waits. */
export function afterWait(view: BatchView, { reason, ms }: WaitEvent, now: number): BatchView {
  return { ...view, wait: { reason, until: now + ms } };
}

/** A step that has ended makes room for what is printed next. */
function passing(
  view: BatchView,
  { step, done, of }: Pick<Pass, 'step' | 'done' | 'of'>,
  now: number,
): BatchView {
  const goesOn = view.phase === 'passing' && view.pass.step === step;
  const beganAt = goesOn ? view.pass.beganAt : now;
  const phase = step === 'counting' && done === of ? 'asking' : 'passing';
  return { ...view, phase, pass: { step, done, of, beganAt, seenAt: now } };
}

function working(view: BatchView, seq: number, now: number, change: Partial<LiveJob>): BatchView {
  const jobs = Array.from(
    { length: Math.max(view.jobs.length, seq) },
    (_, at) => view.jobs[at] ?? newJob(at + 1, now),
  ).map((job) => (job.seq === seq ? { ...job, ...change } : job));
  const goesOn = jobs.some(({ state }) => !isOver(state));
  return { ...view, jobs, wait: null, phase: goesOn ? 'working' : 'writing' };
}

function newJob(seq: number, now: number): LiveJob {
  const known = { seq, items: 0, state: 'planned', answered: 0, found: 0 } as const;
  return { ...known, beganAt: null, first: null, endedAt: null, seenAt: now, rate: 0 };
}

const STATES: Readonly<Record<string, LiveJob['state']>> = {
  planned: 'planned',
  submitting: 'sending',
  accepted: 'running',
  failed: 'failed',
  unconfirmed: 'unconfirmed',
};

interface Look {
  /** Whether it was a look at this job; otherwise its numbers may be those of an earlier run. */
  readonly isOwn: boolean;
  readonly mayRate: boolean;
  readonly now: number;
}

function jobAfter(job: LiveJob, told: JobSummary, { isOwn, mayRate, now }: Look): LiveJob {
  const { items, found, notFound, skipped } = told;
  const answered = found + notFound + skipped;
  const state = STATES[told.status] ?? 'done';
  const first = job.first ?? (isOwn ? { answered, at: now } : null);
  const next = { ...job, items, found, answered, state, first };
  if (answered === job.answered) return next;
  const isRated = mayRate && first !== null && now > first.at;
  const rate = isRated ? (answered - first.answered) / (now - first.at) : 0;
  return { ...next, seenAt: now, rate };
}

/** Whether nothing more is to be expected of a job in this run. */
export function isOver(state: LiveJob['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'unconfirmed';
}

/** The answers of a job that its rate lets expect now: less than the whole, and only until the next look. */
export function expectedOf(job: LiveJob, { nextLookAt }: BatchView, now: number): number {
  if (job.state !== 'running') return job.answered;
  const moved = job.rate * Math.max(0, Math.min(now, nextLookAt) - job.seenAt);
  return Math.max(job.answered, Math.min(job.items - 1, Math.floor(job.answered + moved)));
}
