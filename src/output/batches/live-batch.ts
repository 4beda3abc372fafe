import type { BatchEvent, Step } from '../../batch/events.js';
import type { JobSummary, Summary } from '../../batch/summary.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { formatNumber, t } from '../../messages/index.js';
import type { WaitEvent } from '../../service/index.js';
import {
  bar,
  durationText,
  packed,
  spinnerOf,
  waitText,
  wordsOf,
  type Canvas,
  type Wait,
} from '../terminal/live.js';
import { printable, shortened, widthOf } from '../terminal/text.js';

/** What is known of a batch while it runs; each event makes a new one. Moments are epoch ms. */
export interface BatchView {
  readonly name: string;
  /** In the phase `asking` a question may stand in its place. */
  readonly phase: 'passing' | 'asking' | 'working';
  readonly pass: Pass;
  readonly startedAt: number;
  readonly unique: number;
  readonly answered: number;
  readonly credits: number;
  readonly jobs: readonly LiveJob[];
  readonly wait: Wait | null;
  readonly rate: Rate;
}

/** `of`: null where their number is not known. */
interface Pass {
  readonly step: Step;
  readonly done: number;
  readonly of: number | null;
}

type LiveJob = Pick<JobSummary, 'status' | 'items' | 'found' | 'notFound' | 'skipped'>;

interface Rate {
  /** The jobs that it began or has looked at. */
  readonly seen: readonly number[];
  readonly from: { readonly answered: number; readonly at: number };
  readonly looks: number;
  readonly lookedAt: number;
}

export function newBatchView(name: string, now: number): BatchView {
  return {
    ...{ name, phase: 'asking', startedAt: now, unique: 0, answered: 0, credits: 0 },
    pass: { step: 'reading', done: 0, of: null },
    ...{ jobs: [], wait: null },
    rate: { seen: [], from: { answered: 0, at: now }, looks: 0, lookedAt: now },
  };
}

type Changes = {
  readonly [T in BatchEvent['type']]?: (
    view: BatchView,
    event: Extract<BatchEvent, { type: T }>,
    now: number,
  ) => BatchView;
};

const changes: Changes = {
  progress: passing,
  plan: (view, { numbers: { unique, answered } }) => ({
    ...view,
    ...{ phase: 'asking', unique, answered },
  }),
  settling: (view, { ms }, now) => ({
    ...view,
    ...{ phase: 'working', wait: { reason: 'settling', until: now + ms } },
  }),
  settled: (view) => ({ ...view, wait: null }),
  submitting: (view, { seq, items }) => afterJob(view, seq, { status: 'submitting', items }),
  accepted: (view, { seq }, now) =>
    afterJob(seeing(view, seq, now, true), seq, { status: 'accepted' }),
  unconfirmed: (view, { seq }) => afterJob(view, seq, { status: 'unconfirmed' }),
  rejected: (view, { seq }) => afterJob(view, seq, { status: 'done' }),
  gave_up: (view, { seq }) => afterJob(view, seq, { status: 'failed' }),
  // What another job waits for goes on.
  job_ended: (view, { seq, status }) => ({ ...afterJob(view, seq, { status }), wait: view.wait }),
  unread: (view) => ({ ...view, phase: 'asking' }),
  exported: (view) => ({ ...view, phase: 'asking' }),
};

/** The view after an event; `polled` is told by `afterSummary`, when its numbers are there. */
export function afterEvent(view: BatchView, event: BatchEvent, now: number): BatchView {
  const change = changes[event.type] as
    | ((view: BatchView, event: BatchEvent, now: number) => BatchView)
    | undefined;
  return change?.(view, event, now) ?? view;
}

/** A step that has ended makes room for what is printed next. */
function passing(view: BatchView, { step, done, of }: Pass): BatchView {
  const phase = step === 'counting' && done === of ? 'asking' : 'passing';
  return { ...view, phase, pass: { step, done, of } };
}

const PLANNED: LiveJob = { status: 'planned', items: 0, found: 0, notFound: 0, skipped: 0 };

function afterJob(view: BatchView, seq: number, change: Partial<LiveJob>): BatchView {
  const jobs = Array.from({ length: Math.max(view.jobs.length, seq) }, (_, at) => {
    const job = view.jobs[at] ?? PLANNED;
    return at + 1 === seq ? { ...job, ...change } : job;
  });
  return { ...view, jobs, wait: null, phase: 'working' };
}

/** What a job had before this process saw it says nothing of a rate, which is counted anew then. */
function seeing(view: BatchView, seq: number, now: number, isOwn: boolean): BatchView {
  const { answered, rate } = view;
  if (rate.seen.includes(seq)) return view;
  const from = isOwn && rate.seen.length > 0 ? rate.from : { answered, at: now };
  return { ...view, rate: { ...rate, seen: [...rate.seen, seq], from } };
}

/** The view after a look at the service. `seq`: the job looked at; null for a look into the ledger alone. */
export function afterSummary(
  view: BatchView,
  summary: Summary,
  seq: number | null,
  now: number,
): BatchView {
  const next: BatchView = {
    ...{ ...view, phase: 'working', name: view.name === '' ? summary.file : view.name },
    ...{ unique: summary.unique, answered: summary.found + summary.notFound },
    ...{ credits: summary.credits.charged, jobs: summary.jobs },
  };
  if (seq === null) return next;
  const seen = seeing(next, seq, now, false);
  return { ...seen, rate: { ...seen.rate, looks: view.rate.looks + 1, lookedAt: now } };
}

export function afterWait(view: BatchView, { reason, ms }: WaitEvent, now: number): BatchView {
  return { ...view, wait: { reason, until: now + ms } };
}

const WIDEST = 26;
const NARROWEST = 8;
const BAR_OF_JOB = 19;
/** Windows narrower than this have no room for bars of jobs, nor for wide gaps. */
const WIDE = 60;
/** More jobs that have ended than this are one line. */
const ENDED_SHOWN = 3;
/** Lines for jobs; a taller region would push everything else out of sight. */
const MOST = 12;

export function frame(view: BatchView, canvas: Canvas): string[] {
  // The last column stays free, where some terminals break the line; the last row is the cursor's.
  const most = Math.max(1, canvas.rows - 1);
  const head = batchHead(view, canvas, canvas.columns - 1);
  const jobs = view.phase === 'passing' ? [] : jobLines(view, canvas, most - head.length);
  return [...head, ...jobs].slice(0, most);
}

function batchHead(view: BatchView, canvas: Canvas, room: number): string[] {
  const gap = canvas.columns < WIDE ? '  ' : '   ';
  const first = [nameOf(view, canvas), ...doneOf(view, gap)];
  if (view.phase === 'passing' || view.unique === 0) return packed(first, room);
  const credits = ` ${canvas.marks.dot} ${t.progress.credits(view.credits)}`;
  const rest = [gap + timeText(view, canvas.now), credits];
  const barIn = (parts: readonly string[]) => {
    const width = Math.min(WIDEST, room - widthOf(parts.join('')) - 2);
    return width < NARROWEST ? [] : [`  ${bar(view.answered / view.unique, width, canvas)}`];
  };
  const whole = barIn([...first, ...rest]);
  if (whole.length > 0) return packed([...first, ...whole, ...rest], room);
  const below = packed(rest, room - 2, '').map((line) => `  ${line}`);
  return [...packed([...first, ...barIn(first)], room), ...below];
}

function nameOf({ name }: BatchView, canvas: Canvas): string {
  const sign = spinnerOf(canvas);
  const base = maskIdentifiers(printable(name)).split(/[\\/]/).at(-1) ?? '';
  const text = shortened(base, Math.max(8, canvas.columns - 4), canvas.marks.cut);
  return base === '' ? sign : `${sign} ${canvas.paint.bold(text)}`;
}

/** How far it is: rows of a step, or identifiers that are answered and their share. */
function doneOf({ phase, pass, unique, answered }: BatchView, gap: string): string[] {
  const percent = (done: number, of: number) => `${gap}${Math.floor((100 * done) / of)}%`;
  if (phase === 'passing') {
    const { done, of } = pass;
    return [...wordsOf(passText(pass), gap), ...(of && done > 0 ? [percent(done, of)] : [])];
  }
  if (unique === 0) return [gap + t.progress.asksService];
  return [gap + t.progress.answeredOf(answered, unique), percent(answered, unique)];
}

export function passText({ step, done, of }: Pass): string {
  const isRead = step === 'reading' || step === 'unpacking';
  return isRead ? t.batch.rowsRead(done) : t.progress.rowsDone(done, of ?? done);
}

/** How long it took and, after two looks at the service, how long it will take by the rate so far. */
function timeText(view: BatchView, now: number): string {
  const { startedAt, unique, answered, jobs, rate, wait } = view;
  const took = durationText(now - startedAt);
  const { from, looks, lookedAt } = rate;
  if (looks < 2 || answered <= from.answered || jobs.every(isOver)) return took;
  const msEach = (lookedAt - from.at) / (answered - from.answered);
  const left = (unique - answered) * msEach - (now - lookedAt);
  const unsent = jobs.filter(({ status }) => status === 'planned' || status === 'submitting');
  const afterWait = unsent.reduce((sum, { items }) => sum + items, 0) * msEach;
  const held = Math.max(0, (wait?.until ?? now) - now) + afterWait;
  return t.progress.timeLeft(took, durationText(Math.max(1000, left, held)));
}

/** Whether nothing more is to be expected of a job in this run. */
function isOver({ status }: LiveJob): boolean {
  return !['planned', 'submitting', 'accepted'].includes(status);
}

/** At most `most` lines, one for each running or waiting job and for the last ones that have ended. */
function jobLines(view: BatchView, canvas: Canvas, most: number): string[] {
  const begun = view.jobs
    .map((job, at) => ({ ...job, seq: at + 1 }))
    .filter(({ status }) => status !== 'planned');
  const wait = waitText(view.wait, canvas.now);
  const isSending = begun.some(({ status }) => status === 'submitting');
  const waiting = wait === '' || isSending ? [] : [`  ${wait}`];
  // The line of the batch says it all.
  if (begun.length === 1 && view.jobs.length === 1 && !isSending)
    return waiting.slice(0, Math.max(0, most));
  const ended = begun.filter(isOver);
  const limit = Math.min(most, MOST) - waiting.length;
  const show = (job: LiveJob & { readonly seq: number }) => {
    const parts = [t.progress.job(job.seq), ...jobParts(job, canvas, wait)];
    return packed(parts, canvas.columns - 3).map((line) => `  ${line}`);
  };
  const found = ended.reduce((sum, job) => sum + job.found, 0);
  const folds = ended.length > 1 && (ended.length > ENDED_SHOWN || begun.length > limit);
  const above = folds ? [`  ${t.progress.jobsEnded(ended.length, found)}`] : ended.flatMap(show);
  const active = begun.filter((job) => !isOver(job)).map(show);
  const lines = [...above, ...cutTo(active, limit - above.length), ...waiting];
  return lines.slice(0, Math.max(0, most));
}

function cutTo(jobs: readonly (readonly string[])[], most: number): string[] {
  if (jobs.flat().length <= most) return jobs.flat();
  let shown = 0;
  while (jobs.slice(0, shown + 1).flat().length < most) shown += 1;
  return [...jobs.slice(0, shown).flat(), `  ${t.progress.moreJobs(jobs.length - shown)}`];
}

function jobParts(job: LiveJob, canvas: Canvas, wait: string): string[] {
  const { marks, paint } = canvas;
  const { status, items, found, notFound, skipped } = job;
  switch (status) {
    case 'submitting':
      return wordsOf(wait === '' ? t.progress.sending : wait);
    case 'accepted': {
      const answered = found + notFound + skipped;
      const text = t.progress.answeredOf(answered, items);
      if (canvas.columns < WIDE) return [`  ${text}`];
      return [`  ${bar(answered / Math.max(1, items), BAR_OF_JOB, canvas)}`, `   ${text}`];
    }
    case 'failed':
      return [`  ${paint.red(`${marks.failed} ${t.table.failed}`)}`];
    case 'unconfirmed':
      return [`  ${paint.yellow(`${marks.warning} ${t.table.unconfirmed}`)}`];
    default:
      return [
        `  ${paint.green(`${marks.done} ${formatNumber(items)}`)}`,
        `   ${t.table.foundCount(formatNumber(found))}`,
      ];
  }
}
