import type { BatchEvent, Step } from '../../batch/events.js';
import type { JobSummary, Summary } from '../../batch/summary.js';
import type { WaitEvent } from '../../service/index.js';
import type { Wait } from '../terminal/live.js';

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
  /** What this process saw of it first; what comes on top of it makes the rate. */
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
  const job = (seq: number, change: Partial<LiveJob>) => afterJob(view, seq, now, change);
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
      return job(event.seq, { state: 'sending', items: event.items });
    case 'accepted': {
      const first = { answered: 0, at: now };
      return job(event.seq, { state: 'running', beganAt: now, seenAt: now, first });
    }
    case 'settling':
      return { ...view, phase: 'working', wait: { reason: 'settling', until: now + event.ms } };
    case 'settled':
      return { ...view, wait: null };
    case 'unconfirmed':
      return job(event.seq, { state: 'unconfirmed', endedAt: now });
    case 'rejected':
      return job(event.seq, { state: 'done', endedAt: now });
    case 'gave_up':
      return job(event.seq, { state: 'failed', endedAt: now });
    case 'job_ended': {
      const state = event.status === 'failed' ? 'failed' : 'done';
      // What another job waits for goes on.
      return { ...job(event.seq, { state, endedAt: now }), wait: view.wait };
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

/** What of a look is known besides its numbers. `seq`: the job looked at; null for a look into the ledger alone. */
interface Look {
  readonly nextMs: number;
  readonly seq: number | null;
}

/** The view after a look at the service. */
export function afterSummary(
  view: BatchView,
  summary: Summary,
  { nextMs, seq }: Look,
  now: number,
): BatchView {
  const answered = summary.found + summary.notFound;
  const looks = view.looks + (seq === null ? 0 : 1);
  return {
    ...view,
    phase: 'working',
    name: view.name === '' ? summary.file : view.name,
    ...{ unique: summary.unique, answered, looks, credits: summary.credits.charged },
    seenAt: answered === view.answered ? view.seenAt : now,
    nextLookAt: now + nextMs,
    jobs: summary.jobs.map((told, at) => {
      const job = view.jobs[at] ?? newJob(at + 1, now);
      // The numbers of a job that was not looked at may be those of an earlier run.
      const first = job.first ?? (seq === at + 1 ? { answered: answeredOf(told), at: now } : null);
      return jobAfter({ ...job, first }, told, looks > 1, now);
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

function afterJob(view: BatchView, seq: number, now: number, change: Partial<LiveJob>): BatchView {
  const jobs = Array.from({ length: Math.max(view.jobs.length, seq) }, (_, at) => {
    const job = view.jobs[at] ?? newJob(at + 1, now);
    return job.seq === seq ? { ...job, ...change } : job;
  });
  const goesOn = jobs.some((job) => !isOver(job));
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

function answeredOf({ found, notFound, skipped }: JobSummary): number {
  return found + notFound + skipped;
}

function jobAfter(job: LiveJob, told: JobSummary, mayRate: boolean, now: number): LiveJob {
  const { items, found, status } = told;
  const answered = answeredOf(told);
  const next = { ...job, items, found, answered, state: STATES[status] ?? 'done' };
  if (answered === job.answered) return next;
  const { first } = job;
  const isRated = mayRate && first !== null && now > first.at;
  const rate = isRated ? (answered - first.answered) / (now - first.at) : 0;
  return { ...next, seenAt: now, rate };
}

/** Whether nothing more is to be expected of a job in this run. */
export function isOver({ state }: LiveJob): boolean {
  return state === 'done' || state === 'failed' || state === 'unconfirmed';
}

/** The answers of a job that its rate lets expect now: less than the whole, and only until the next look. */
export function expectedOf(job: LiveJob, { nextLookAt }: BatchView, now: number): number {
  if (job.state !== 'running') return job.answered;
  const moved = job.rate * Math.max(0, Math.min(now, nextLookAt) - job.seenAt);
  return Math.max(job.answered, Math.min(job.items - 1, Math.floor(job.answered + moved)));
}
