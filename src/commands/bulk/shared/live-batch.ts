import { maskForPrint } from '../../shared/masked.js';
import { describeWait, type Wait } from '../../shared/waiting.js';
import type { BatchEvent, Step } from '../../../batch/events.js';
import type { JobSummary, BatchSummary } from '../../../batch/summary.js';
import { t, formatDuration } from '../../../messages/index.js';
import { drawProgressBar, SPINNER_COLUMNS, type Canvas } from '../../../terminal/live.js';
import { breakLine, joined, shorten, measureWidth } from '../../../terminal/text.js';

/** A pass over rows. `of`: the number of rows; null if it is not known. */
interface Pass {
  readonly step: Step;
  readonly done: number;
  readonly of: number | null;
}

type LiveJob = Pick<JobSummary, 'status' | 'items' | 'found' | 'notFound' | 'skipped'>;

const PLANNED: LiveJob = { status: 'planned', items: 0, found: 0, notFound: 0, skipped: 0 };

/** Creates the view of a batch: everything the display knows of it. Moments are epoch ms. */
export function createBatchView(name: string, now: number) {
  return {
    name,
    startedAt: now,
    /** Whether the user is being asked; the time of the run begins with the answer. */
    isAsked: false,
    unique: 0,
    /** Identifiers that the limits of the run may not cover (`--fit-balance`). */
    uncovered: 0,
    answered: 0,
    credits: 0,
    /**
     * `asking`: the display is hidden, because a question may be shown. `processingRows`: rows of the input or the
     * result are read or written.
     */
    phase: 'asking' as 'processingRows' | 'asking' | 'working',
    pass: { step: 'reading', done: 0, of: null } as Pass,
    jobs: [] as readonly LiveJob[],
    wait: null as Wait | null,
    /**
     * The numbers from which the remaining time is estimated. `came`: the answers that came between polls of this
     * process; `polls`: the number of these polls; `last`: the answers of each job at its last poll.
     */
    rate: { came: 0, last: new Map<number, number>(), polls: 0, since: now, lastPollAt: now },
  };
}

export type BatchView = ReturnType<typeof createBatchView>;

/** The status of a job after each event; `job_ended` carries its own. */
const STATUS = {
  submitting: 'submitting',
  accepted: 'accepted',
  unconfirmed: 'unconfirmed',
  rejected: 'done',
  gave_up: 'failed',
  job_ended: undefined,
} as const;

type JobEvent = Extract<BatchEvent, { type: keyof typeof STATUS }>;

/** Updates the view after an event. `applySummary` does so after `polled`, when the numbers are known. */
export function applyEvent(view: BatchView, event: BatchEvent, now: number): void {
  if (view.isAsked) Object.assign(view, { isAsked: false, startedAt: now });
  if (isOfJob(event)) applyJobEvent(view, event, now);
  else if (event.type === 'progress') {
    // A step that has ended hides the display, because the plan or a question follows.
    view.phase = event.step === 'counting' && event.done === event.of ? 'asking' : 'processingRows';
    view.pass = event;
  } else if (event.type === 'plan') {
    const { unique, answered, toSend } = event.numbers;
    Object.assign(view, { phase: 'asking', isAsked: event.willAsk, unique, answered });
    view.uncovered = toSend - event.sends;
  } else if (event.type === 'waiting') {
    view.phase = 'working';
    view.wait = { reason: event.what, until: now + event.ms };
  } else if (event.type === 'settling') {
    Object.assign(view, { phase: 'working', wait: { reason: 'settling', until: now + event.ms } });
  } else if (event.type === 'settled') view.wait = null;
  else if (event.type === 'unread' || event.type === 'exported') view.phase = 'asking';
}

function isOfJob(event: BatchEvent): event is JobEvent {
  return event.type in STATUS;
}

function applyJobEvent(view: BatchView, event: JobEvent, now: number): void {
  const { last } = view.rate;
  const { seq, type } = event;
  const known = view.jobs[seq - 1] ?? PLANNED;
  const status = type === 'job_ended' ? event.status : STATUS[type];
  const job = { ...known, status, items: type === 'submitting' ? event.items : known.items };
  const before = Array.from({ length: seq - 1 }, (_, at) => view.jobs[at] ?? PLANNED);
  view.jobs = [...before, job, ...view.jobs.slice(seq)];
  view.phase = 'working';
  if (type === 'accepted') {
    if (last.size === 0) view.rate.since = now;
    last.set(seq, 0);
  }
  // The end of a job does not end the wait of another job.
  if (type !== 'job_ended') view.wait = null;
}

/** Updates the view after a poll. `seq`: the job polled; null if only the ledger was read. */
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
  // Answers from before the first poll of this process do not count in the rate.
  if (rate.polls === 0 && !rate.last.has(seq)) rate.since = now;
  rate.came += countAnswers(job) - (rate.last.get(seq) ?? countAnswers(job));
  rate.last.set(seq, countAnswers(job));
  rate.polls += 1;
  rate.lastPollAt = now;
}

function countAnswers({ found, notFound, skipped }: LiveJob): number {
  return found + notFound + skipped;
}

const WIDEST_BAR = 26;
/** A narrow terminal shortens the bar, and then leaves it out, before the rest gets a line of its own. */
const NARROWEST_BAR = 4;
/** Lines for jobs. A taller region would push everything else out of sight. */
const MOST_JOB_LINES = 12;

/**
 * Draws the view. The last column stays free, because some terminals break the line there; the last row is the
 * cursor's.
 */
export function drawFrame(view: BatchView, canvas: Canvas): string[] {
  const most = Math.max(1, canvas.rows - 1);
  const head = buildHead(view, canvas);
  const jobs =
    view.phase === 'processingRows' ? [] : jobLines(view, canvas.now, most - head.length);
  const lines = [...head, ...jobs.map((line) => `  ${line}`)];
  return lines.flatMap((line) => breakLine(line, canvas.columns - 1)).slice(0, most);
}

/** Writes the progress: rows of a step, or answered identifiers and their share. */
function buildHead(view: BatchView, canvas: Canvas): string[] {
  const room = canvas.columns - 1 - SPINNER_COLUMNS;
  const { unique, phase } = view;
  const isAskingService = phase !== 'processingRows' && unique === 0;
  const isProcessingRows = phase === 'processingRows';
  const [done, of] = isProcessingRows
    ? [view.pass.done, view.pass.of ?? 0]
    : [view.answered, countExpected(view)];
  const progress = isProcessingRows ? rowProgressText(view.pass) : t.progress.answeredOf(done, of);
  const share = of > 0 && (done > 0 || !isProcessingRows) && `${Math.floor((100 * done) / of)}%`;
  const name = shortName(view, canvas, room);
  const first = joined('  ', [name, isAskingService ? t.progress.asksService : progress, share]);
  if (isProcessingRows || isAskingService) return breakLine(first, room);
  const credits = t.progress.credits(view.credits);
  const rest = `${timeText(view, of, canvas.now)} ${canvas.marks.dot} ${credits}`;
  const barBeside = (...texts: string[]) => {
    const width = Math.min(WIDEST_BAR, room - measureWidth([...texts, ''].join('  ')));
    return width < NARROWEST_BAR ? '' : drawProgressBar(done / of, width, canvas);
  };
  const bar = barBeside(first, rest);
  const oneLine = joined('  ', [first, bar, rest]);
  if (measureWidth(oneLine) <= room) return [oneLine];
  return [...breakLine(joined('  ', [first, barBeside(first)]), room), `  ${rest}`];
}

function shortName({ name }: BatchView, { paint, marks }: Canvas, room: number): string {
  const base = maskForPrint(name).split(/[\\/]/).at(-1) ?? '';
  return base === '' ? '' : paint.bold(shorten(base, Math.max(8, room), 'middle', marks.cut));
}

export function rowProgressText({ step, done, of }: Pass): string {
  const isRead = step === 'reading' || step === 'unpacking';
  return isRead ? t.batch.rowsRead(done) : t.progress.rowsDone(done, of ?? done);
}

/** Returns how many answers the run can get: where a part may be beyond the limits, the others. */
function countExpected({ unique, uncovered, answered }: BatchView): number {
  return Math.max(answered, unique - uncovered);
}

/**
 * Writes how long the batch has taken and, after two polls, how long it will take at the rate so far. An estimate that
 * has passed is taken back.
 */
function timeText({ startedAt, answered, jobs, rate }: BatchView, of: number, now: number): string {
  const took = formatDuration(now - startedAt);
  if (rate.polls < 2 || rate.came <= 0 || jobs.every(isOver)) return took;
  const msEach = (rate.lastPollAt - rate.since) / rate.came;
  const left = (of - answered) * msEach - (now - rate.lastPollAt);
  return left < 1000 ? took : t.progress.timeLeft(took, formatDuration(left));
}

/** Returns whether this run expects nothing more of a job. */
function isOver({ status }: LiveJob): boolean {
  return !['planned', 'submitting', 'accepted'].includes(status);
}

/** Returns at most `most` lines: the wait, the ended jobs, and one for each running job. */
function jobLines({ jobs, wait }: BatchView, now: number, most: number): string[] {
  const ended = jobs.filter(isOver);
  const found = ended.reduce((sum, job) => sum + job.found, 0);
  const isSending = jobs.some(({ status }) => status === 'submitting');
  const isAsking = !isSending && !jobs.every(isOver);
  const above = [
    describeWait(wait, now) || (isAsking && t.progress.asksService),
    jobs.length > 1 && ended.length > 0 && t.progress.jobsEnded({ ended: ended.length, found }),
  ];
  const running = jobs.flatMap((job, at) => {
    const isSending = job.status === 'submitting';
    // The line of the batch says everything about a single job.
    if (!isSending && (job.status !== 'accepted' || jobs.length === 1)) return [];
    const answers = t.progress.answeredOf(countAnswers(job), job.items);
    return `${t.progress.job(at + 1)}  ${isSending ? t.progress.sending : answers}`;
  });
  const room = Math.min(most, MOST_JOB_LINES) - above.filter(Boolean).length;
  const shown = running.length <= room ? running : running.slice(0, Math.max(0, room - 1));
  const more = running.length - shown.length;
  return [...above, ...shown, more > 0 && t.progress.moreJobs(more)].flatMap((line) => line || []);
}
