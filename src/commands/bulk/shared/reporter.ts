import type { BatchEvent, Emit } from '../../../batch/events.js';
import type { BatchSummary } from '../../../batch/summary.js';
import { visibleLines } from '../../../base/foreign-text.js';
import { maskCpfs } from '../../../identifiers/index.js';
import { t } from '../../../messages/index.js';
import type { NextSteps } from '../../../messages/reader.js';
import type { WaitEvent } from '../../../service/index.js';
import { createRegion, isLive, type LiveContext, type LiveWishes } from '../../../terminal/live.js';
import { joined } from '../../../terminal/text.js';
import { writeProgressSentence, writeEventSentence } from './event-lines.js';
import {
  drawFrame,
  applyEvent,
  applySummary,
  createBatchView,
  describeRowProgress,
} from './live-batch.js';

/** Shows on stderr what happens to a batch. Its own errors never reach the work. */
export type Reporter = ReturnType<typeof createReporter>;

/** A batch whose events are shown, and the streams and clock for it. */
interface ReportedBatch extends LiveContext {
  readonly next: NextSteps;
  /** The input of the batch; empty if only the ledger knows it. */
  readonly file: string;
  /** Called after each printed line. */
  readonly onLine?: (() => void) | undefined;
  /** R$ of one credit, if it is set. */
  readonly creditPrice?: number | undefined;
}

/**
 * The least time (ms) between two lines of progress outside a terminal. Later in a job, polls are further apart than this,
 * so each prints a line.
 */
const PROGRESS_INTERVAL = 24_000;
/** The number of first jobs of which each event is printed. */
const JOBS_IN_FULL = 3;
/** The time after which a step is shown (ms); a shorter step needs no display. */
const SHOW_DELAY = 500;

/** Creates a reporter that writes a line per change of state; in a terminal it draws moving lines for what changes often. */
export function createReporter(batch: ReportedBatch, wishes: LiveWishes) {
  const live = isLive(batch, wishes) ? createLiveBatch(batch) : undefined;
  const lineReporter = createLineReporter(batch, wishes);
  return {
    /** Shows what the ledger knows of a batch, before the first poll. */
    showProgress: (summary: () => Promise<BatchSummary>) =>
      ignoreErrors(() => live?.showProgress(summary)),
    emit: (event: BatchEvent) =>
      ignoreErrors(() => {
        live?.emit(event);
        if (live === undefined || !isShownLive(event)) lineReporter.emit(event);
      }),
    /** Shows a wait, and returns whether it is shown. */
    showWait: (event: WaitEvent) => ignoreErrors(() => live?.showWait(event)) === true,
    stop: () =>
      ignoreErrors(() => {
        live?.stop();
        lineReporter.stop();
      }),
  };
}

/** Runs `show` and ignores its error, because a failed display must not end a batch that may have been charged. */
function ignoreErrors<T>(show: () => T): T | undefined {
  try {
    return show();
  } catch {
    return undefined;
  }
}

/** Creates the display of a batch in a terminal: the rows that are read, the state of its jobs, and waits. */
function createLiveBatch(batch: ReportedBatch) {
  const { clock, file } = batch;
  const view = createBatchView(file, clock.now());
  let hasStopped = false;
  const region = createRegion(batch, (canvas) => drawFrame(view, canvas));
  const updateRegion = (): void => {
    if (view.phase === 'hidden' || hasStopped) region.hide();
    else region.show(view.phase === 'processingRows' || view.unique === 0 ? SHOW_DELAY : 0);
  };
  const readAndShow = (
    read: () => Promise<BatchSummary>,
    seq: number | null,
    isStillWanted = () => true,
  ): void => {
    // An error is ignored here, because the work reads the same numbers and reports it.
    read().then(
      (summary) => {
        if (isStillWanted()) applySummary(view, summary, seq, clock.now());
        updateRegion();
      },
      () => undefined,
    );
  };
  return {
    showProgress(summary: () => Promise<BatchSummary>) {
      view.phase = 'working';
      updateRegion();
      // If a plan was shown before the numbers came, the user is being asked, and the numbers would cover the question.
      readAndShow(summary, null, () => view.phase === 'working');
    },
    emit(event: BatchEvent) {
      if (event.type === 'polled') readAndShow(event.summary, event.seq);
      applyEvent(view, event, clock.now());
      updateRegion();
    },
    showWait({ ms, ...wait }: WaitEvent) {
      view.wait = { ...wait, until: clock.now() + ms };
      return view.phase !== 'hidden';
    },
    stop() {
      hasStopped = true;
      updateRegion();
    },
  };
}

/** Whether the region shows an event, so that it needs no line. */
function isShownLive(event: BatchEvent): boolean {
  if (event.type === 'job_ended') return event.error === null;
  const shownTypes = [
    'progress',
    'polled',
    'submitting',
    'accepted',
    'settling',
    'balance_awaited',
  ];
  return shownTypes.includes(event.type);
}

function createLineReporter(
  { stderr, clock, next, onLine, creditPrice }: ReportedBatch,
  { progress, quiet }: LiveWishes,
): { readonly emit: Emit; readonly stop: () => void } {
  /** Says that the batch was complete before this command; printed once the path of the result can be added. */
  let alreadyCompleteSentence = '';
  let lastProgress = -Infinity;
  let stepBegunAt = -Infinity;
  const jobs = { accepted: 0, job_ended: 0 };
  const failedJobs = new Set<number>();
  const writeLine = (text: string) => {
    if (text === '' || quiet === true) return;
    stderr.write(`${maskCpfs(visibleLines(text))}\n`);
    onLine?.();
  };
  /** Returns whether enough time has passed for a line about progress; if so, the interval begins again. */
  const takeProgressTurn = (since = -Infinity): boolean => {
    const isTime = progress && clock.now() - Math.max(lastProgress, since) >= PROGRESS_INTERVAL;
    if (isTime) lastProgress = clock.now();
    return isTime;
  };
  const stop = (): void => {
    writeLine(alreadyCompleteSentence);
    alreadyCompleteSentence = '';
  };
  const emit: Emit = (event) => {
    const line = writeEventSentence(event, next, clock.now(), creditPrice);
    if (event.type === 'progress') {
      if (event.done === 0) stepBegunAt = clock.now();
      if (takeProgressTurn(stepBegunAt)) writeLine(describeRowProgress(event));
    } else if (event.type === 'polled') {
      const writeProgress = (numbers: BatchSummary) => {
        writeLine(writeProgressSentence(numbers, event.nextMs));
      };
      // An error is ignored here, because the poll awaits the same promise and reports it.
      if (takeProgressTurn()) event.summary().then(writeProgress, () => undefined);
    } else if (event.type === 'batch' && event.ended && next.currentCommand === 'bulk run') {
      alreadyCompleteSentence = line;
    } else if (event.type === 'exported' && alreadyCompleteSentence !== '' && event.path !== '-') {
      alreadyCompleteSentence = joined(' ', [
        alreadyCompleteSentence,
        t.batch.resultWritten(event.path, event.rows),
        line,
      ]);
      stop();
    } else if (event.type === 'accepted' || event.type === 'job_ended') {
      jobs[event.type] += 1;
      const hasFailed = event.type === 'job_ended' && event.error !== null;
      if (hasFailed) failedJobs.add(event.seq);
      // Many jobs would fill the log, so only the first jobs and failed jobs have a line each.
      if (hasFailed || event.seq <= JOBS_IN_FULL) writeLine(line);
      else if (takeProgressTurn())
        writeLine(t.batch.jobsSoFar({ sent: jobs.accepted, ended: jobs.job_ended }));
    } else if (event.type !== 'gave_up' || !failedJobs.has(event.seq)) {
      writeLine(line);
    }
  };
  return { emit, stop };
}
