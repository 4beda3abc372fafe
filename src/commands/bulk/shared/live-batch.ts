import { maskForPrint } from '../../shared/masked.js';
import { describeWait, type Wait } from '../../shared/waiting.js';
import type { BatchEvent, Step } from '../../../batch/events.js';
import type { JobSummary, BatchSummary } from '../../../batch/summary.js';
import { t, formatDuration } from '../../../messages/index.js';
import { drawProgressBar, SPINNER_COLUMNS, type Canvas } from '../../../terminal/live.js';
import { breakLine, joined, shorten, measureWidth } from '../../../terminal/text.js';

/** The progress of a step that reads or writes rows. `of`: the number of all rows; null if it is not known. */
interface Pass {
  readonly step: Step;
  readonly done: number;
  readonly of: number | null;
}

type LiveJob = Pick<JobSummary, 'status' | 'items' | 'found' | 'notFound' | 'skipped'>;

const PLANNED_JOB: LiveJob = { status: 'planned', items: 0, found: 0, notFound: 0, skipped: 0 };

/** Creates the view of a batch, which is everything that the display knows of the batch. All times are epoch ms. */
export function createBatchView(name: string, now: number) {
  return {
    name,
    startedAt: now,
    /** The user is asked whether to send; the time of the run begins with the answer. */
    awaitsConsent: false,
    unique: 0,
    /** Identifiers that the limits of the run may not cover (`--fit-balance`). */
    uncovered: 0,
    answered: 0,
    credits: 0,
    /**
     * `hidden`: the display is hidden, because a question, an error or the end of the command may be printed.
     * `processingRows`: rows of the input or the result are read or written.
     */
    phase: 'hidden' as 'processingRows' | 'hidden' | 'working',
    pass: { step: 'reading', done: 0, of: null } as Pass,
    jobs: [] as readonly LiveJob[],
    wait: null as Wait | null,
    /**
     * The numbers from which the remaining time is estimated. `answers`: the answers that came between polls of this
     * process; `lastAnswers`: the answers of each job at its last poll, by the number of the job.
     */
    rate: {
      answers: 0,
      lastAnswers: new Map<number, number>(),
      pollCount: 0,
      begunAt: now,
      lastPollAt: now,
    },
  };
}

export type BatchView = ReturnType<typeof createBatchView>;

/** The status of a job after each event; after `job_ended` the event itself has the status. */
const STATUS_AFTER = {
  submitting: 'submitting',
  accepted: 'accepted',
  unconfirmed: 'unconfirmed',
  // The service found every identifier of the job invalid, so each has its answer.
  rejected: 'done',
  gave_up: 'failed',
  job_ended: undefined,
} as const;

type JobEvent = Extract<BatchEvent, { type: keyof typeof STATUS_AFTER }>;

/** Updates the view after an event, except `polled`, after which `applySummary` is called with the new numbers. */
export function applyEvent(view: BatchView, event: BatchEvent, now: number): void {
  if (view.awaitsConsent) Object.assign(view, { awaitsConsent: false, startedAt: now });
  if (isJobEvent(event)) applyJobEvent(view, event, now);
  else if (event.type === 'progress') {
    // The end of counting hides the display, because the plan or a question follows.
    view.phase = event.step === 'counting' && event.done === event.of ? 'hidden' : 'processingRows';
    view.pass = event;
  } else if (event.type === 'plan') {
    const { unique, answered, toSend } = event.numbers;
    Object.assign(view, { phase: 'hidden', awaitsConsent: event.willAsk, unique, answered });
    view.uncovered = toSend - event.sends;
  } else if (event.type === 'waiting') {
    view.phase = 'working';
    view.wait = { reason: event.what, until: now + event.ms };
  } else if (event.type === 'settling') {
    Object.assign(view, { phase: 'working', wait: { reason: 'settling', until: now + event.ms } });
  } else if (event.type === 'settled') view.wait = null;
  else if (event.type === 'unread' || event.type === 'exported') view.phase = 'hidden';
}

function isJobEvent(event: BatchEvent): event is JobEvent {
  return event.type in STATUS_AFTER;
}

function applyJobEvent(view: BatchView, event: JobEvent, now: number): void {
  const { lastAnswers } = view.rate;
  const { seq, type } = event;
  const previousJob = view.jobs[seq - 1] ?? PLANNED_JOB;
  const status = type === 'job_ended' ? event.status : STATUS_AFTER[type];
  const job = {
    ...previousJob,
    status,
    items: type === 'submitting' ? event.items : previousJob.items,
  };
  const earlierJobs = Array.from({ length: seq - 1 }, (_, at) => view.jobs[at] ?? PLANNED_JOB);
  view.jobs = [...earlierJobs, job, ...view.jobs.slice(seq)];
  view.phase = 'working';
  if (type === 'accepted') {
    if (lastAnswers.size === 0) view.rate.begunAt = now;
    lastAnswers.set(seq, 0);
  }
  // After the end of one job, the process may still wait for another job.
  if (type !== 'job_ended') view.wait = null;
}

/** Updates the view after a poll. `seq`: the number of the polled job; null if only the ledger was read. */
export function applySummary(
  view: BatchView,
  summary: BatchSummary,
  seq: number | null,
  now: number,
): void {
  const { unique, found, notFound, credits, jobs } = summary;
  const name = view.name === '' ? summary.file : view.name;
  const answered = found + notFound;
  Object.assign(view, { phase: 'working', name, unique, answered, credits: credits.charged, jobs });
  const job = seq === null ? undefined : jobs[seq - 1];
  if (seq === null || job === undefined) return;
  const { rate } = view;
  // The rate counts only answers that came after the first poll of this process.
  if (rate.pollCount === 0 && !rate.lastAnswers.has(seq)) rate.begunAt = now;
  rate.answers += countAnswers(job) - (rate.lastAnswers.get(seq) ?? countAnswers(job));
  rate.lastAnswers.set(seq, countAnswers(job));
  rate.pollCount += 1;
  rate.lastPollAt = now;
}

function countAnswers({ found, notFound, skipped }: LiveJob): number {
  return found + notFound + skipped;
}

/** The columns of the widest bar. */
const WIDEST_BAR = 26;
/** The columns of the narrowest bar. With less room there is no bar, and then time and credits get a second line. */
const NARROWEST_BAR = 4;
/** The most lines about jobs, because a taller region would push all other output out of sight. */
const MOST_JOB_LINES = 12;

/**
 * Returns the lines of the view. The last column stays free, because some terminals break a line there; the last row is
 * for the cursor.
 */
export function drawFrame(view: BatchView, canvas: Canvas): string[] {
  const maxLines = Math.max(1, canvas.rows - 1);
  const head = buildHead(view, canvas);
  const jobs =
    view.phase === 'processingRows' ? [] : formatJobLines(view, canvas.now, maxLines - head.length);
  const lines = [...head, ...jobs.map((line) => `  ${line}`)];
  return lines.flatMap((line) => breakLine(line, canvas.columns - 1)).slice(0, maxLines);
}

/** Returns the first lines: the progress in rows, or in answered identifiers with their share, the time and the cost. */
function buildHead(view: BatchView, canvas: Canvas): string[] {
  const room = canvas.columns - 1 - SPINNER_COLUMNS;
  const { unique, phase } = view;
  const awaitsService = phase !== 'processingRows' && unique === 0;
  const isProcessingRows = phase === 'processingRows';
  const [done, expected] = isProcessingRows
    ? [view.pass.done, view.pass.of ?? 0]
    : [view.answered, countExpected(view)];
  const progress = isProcessingRows
    ? describeRowProgress(view.pass)
    : t.progress.answeredOf(done, expected);
  const share =
    expected > 0 && (done > 0 || !isProcessingRows) && `${Math.floor((100 * done) / expected)}%`;
  const name = formatName(view, canvas, room);
  const nameAndProgress = joined('  ', [
    name,
    awaitsService ? t.progress.asksService : progress,
    share,
  ]);
  if (isProcessingRows || awaitsService) return breakLine(nameAndProgress, room);
  const credits = t.progress.credits(view.credits);
  const timeAndCredits = `${describeTime(view, expected, canvas.now)} ${canvas.marks.dot} ${credits}`;
  const drawBarBeside = (...texts: string[]) => {
    const width = Math.min(WIDEST_BAR, room - measureWidth([...texts, ''].join('  ')));
    return width < NARROWEST_BAR ? '' : drawProgressBar(done / expected, width, canvas);
  };
  const bar = drawBarBeside(nameAndProgress, timeAndCredits);
  const oneLine = joined('  ', [nameAndProgress, bar, timeAndCredits]);
  if (measureWidth(oneLine) <= room) return [oneLine];
  return [
    ...breakLine(joined('  ', [nameAndProgress, drawBarBeside(nameAndProgress)]), room),
    `  ${timeAndCredits}`,
  ];
}

function formatName({ name }: BatchView, { paint, marks }: Canvas, room: number): string {
  const base = maskForPrint(name).split(/[\\/]/).at(-1) ?? '';
  return base === '' ? '' : paint.bold(shorten(base, Math.max(8, room), 'middle', marks.cut));
}

export function describeRowProgress({ step, done, of }: Pass): string {
  const isRead = step === 'reading' || step === 'unpacking';
  return isRead ? t.batch.rowsRead(done) : t.progress.rowsDone(done, of ?? done);
}

/** Returns how many answers the run can expect: those of all identifiers that the limits cover. */
function countExpected({ unique, uncovered, answered }: BatchView): number {
  return Math.max(answered, unique - uncovered);
}

/**
 * Returns how long the batch has taken and, after two polls, how much longer it will take at the rate so far. An estimate
 * that has run out is no longer shown.
 */
function describeTime(
  { startedAt, answered, jobs, rate }: BatchView,
  expected: number,
  now: number,
): string {
  const elapsed = formatDuration(now - startedAt);
  if (rate.pollCount < 2 || rate.answers <= 0 || jobs.every(hasEnded)) return elapsed;
  const msEach = (rate.lastPollAt - rate.begunAt) / rate.answers;
  const msLeft = (expected - answered) * msEach - (now - rate.lastPollAt);
  return msLeft < 1000 ? elapsed : t.progress.timeLeft(elapsed, formatDuration(msLeft));
}

/** Whether this run expects no further answers from a job. */
function hasEnded({ status }: LiveJob): boolean {
  return !['planned', 'submitting', 'accepted'].includes(status);
}

/** Returns at most `maxLines` lines: the wait, the number of ended jobs, and a line for each running job. */
function formatJobLines({ jobs, wait }: BatchView, now: number, maxLines: number): string[] {
  const endedJobs = jobs.filter(hasEnded);
  const found = endedJobs.reduce((sum, job) => sum + job.found, 0);
  const isSending = jobs.some(({ status }) => status === 'submitting');
  const awaitsService = !isSending && !jobs.every(hasEnded);
  const batchLines = [
    describeWait(wait, now) || (awaitsService && t.progress.asksService),
    jobs.length > 1 &&
      endedJobs.length > 0 &&
      t.progress.jobsEnded({ ended: endedJobs.length, found }),
  ];
  const running = jobs.flatMap((job, at) => {
    const isSending = job.status === 'submitting';
    // A single job needs no line, because the line of the batch has the same numbers.
    if (!isSending && (job.status !== 'accepted' || jobs.length === 1)) return [];
    const answers = t.progress.answeredOf(countAnswers(job), job.items);
    return `${t.progress.job(at + 1)}  ${isSending ? t.progress.sending : answers}`;
  });
  const room = Math.min(maxLines, MOST_JOB_LINES) - batchLines.filter(Boolean).length;
  const shownLines = running.length <= room ? running : running.slice(0, Math.max(0, room - 1));
  const hiddenCount = running.length - shownLines.length;
  return [
    ...batchLines,
    ...shownLines,
    hiddenCount > 0 && t.progress.moreJobs(hiddenCount),
  ].flatMap((line) => line || []);
}
