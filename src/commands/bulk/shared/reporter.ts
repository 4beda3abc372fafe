import type { BatchEvent, Emit } from '../../../batch/events.js';
import type { BatchSummary } from '../../../batch/summary.js';
import { visibleLines } from '../../../base/foreign-text.js';
import { maskIdentifiers } from '../../../identifiers/index.js';
import { t } from '../../../messages/index.js';
import type { NextSteps } from '../../../messages/reader.js';
import type { WaitEvent } from '../../../service/index.js';
import { createRegion, isLive, type LiveContext, type LiveWishes } from '../../../terminal/live.js';
import { joined } from '../../../terminal/text.js';
import { progressSentence, eventSentence } from './event-lines.js';
import {
  drawFrame,
  applyEvent,
  applySummary,
  createBatchView,
  rowProgressText,
} from './live-batch.js';

/** Shows on stderr what happens to a batch. Its own errors never reach the work. */
export type Reporter = ReturnType<typeof createReporter>;

interface ReportedBatch extends LiveContext {
  readonly next: NextSteps;
  /** The input of the batch; empty where only the ledger knows it. */
  readonly file: string;
  readonly onLine?: (() => void) | undefined;
  /** R$ of one credit, where it is set. */
  readonly price?: number | undefined;
}

/** Outside a terminal, progress is printed at most this often (ms): each of the polls, which are 24 to 30 s apart. */
const PROGRESS_INTERVAL = 24_000;
const JOBS_IN_FULL = 3;
/** A step that ends sooner (ms) needs no display. */
const SHOW_AFTER = 500;

/** Writes one line per change of state; in a terminal moving lines, and above them only what stays true. */
export function createReporter(surroundings: ReportedBatch, wishes: LiveWishes) {
  const live = isLive(surroundings, wishes) ? createLiveBatch(surroundings) : undefined;
  const lines = createLineReporter(surroundings, wishes);
  return {
    /** Shows what the ledger knows of a batch, before the first poll. */
    begin: (summary: () => Promise<BatchSummary>) => ignoreErrors(() => live?.begin(summary)),
    emit: (event: BatchEvent) =>
      ignoreErrors(() => {
        live?.emit(event);
        if (live === undefined || !isShownLive(event)) lines.emit(event);
      }),
    /** Shows what is waited for. Returns whether it is shown. */
    showWait: (event: WaitEvent) => ignoreErrors(() => live?.showWait(event)) === true,
    stop: () =>
      ignoreErrors(() => {
        live?.stop();
        lines.stop();
      }),
  };
}

/** Runs `show` and ignores its error: money may be under way, and a failed display must not end the batch. */
function ignoreErrors<T>(show: () => T): T | undefined {
  try {
    return show();
  } catch {
    return undefined;
  }
}

/** Shows a batch in a terminal: what is being read, what its jobs do and what is waited for. */
function createLiveBatch(surroundings: ReportedBatch) {
  const { clock, file } = surroundings;
  const view = createBatchView(file, clock.now());
  let isOver = false;
  const region = createRegion(surroundings, (canvas) => drawFrame(view, canvas));
  const updateRegion = (): void => {
    // A question takes the place of the region.
    if (view.phase === 'asking' || isOver) region.hide();
    else region.show(view.phase === 'processingRows' || view.unique === 0 ? SHOW_AFTER : 0);
  };
  const readAndShow = (
    read: () => Promise<BatchSummary>,
    seq: number | null,
    isStillWanted = () => true,
  ): void => {
    // The work reads the same numbers and reports its error.
    read().then(
      (summary) => {
        if (isStillWanted()) applySummary(view, summary, seq, clock.now());
        updateRegion();
      },
      () => undefined,
    );
  };
  return {
    begin(summary: () => Promise<BatchSummary>) {
      view.phase = 'working';
      updateRegion();
      // If the plan came first, its question is being asked.
      readAndShow(summary, null, () => view.phase === 'working');
    },
    emit(event: BatchEvent) {
      if (event.type === 'polled') readAndShow(event.summary, event.seq);
      applyEvent(view, event, clock.now());
      updateRegion();
    },
    showWait({ ms, ...wait }: WaitEvent) {
      view.wait = { ...wait, until: clock.now() + ms };
      return view.phase !== 'asking';
    },
    stop() {
      isOver = true;
      updateRegion();
    },
  };
}

/** Whether the region shows an event, so that it needs no line. */
function isShownLive(event: BatchEvent): boolean {
  if (event.type === 'job_ended') return event.error === null;
  const shown = ['progress', 'polled', 'submitting', 'accepted', 'settling', 'balance_awaited'];
  return shown.includes(event.type);
}

function createLineReporter(
  { stderr, clock, next, onLine, price }: ReportedBatch,
  { progress, quiet }: LiveWishes,
): { readonly emit: Emit; readonly stop: () => void } {
  /** The sentence that the batch of a run had ended; the place of its result is added to the same line. */
  let ended = '';
  let lastProgress = -Infinity;
  let stepBegan = -Infinity;
  const jobs = { accepted: 0, job_ended: 0 };
  const failed = new Set<number>();
  const say = (text: string) => {
    if (text === '' || quiet === true) return;
    stderr.write(`${maskIdentifiers(visibleLines(text))}\n`);
    onLine?.();
  };
  /** Returns whether enough time has passed for a line about progress; if so, the interval begins again. */
  const takeProgressTurn = (since = -Infinity): boolean => {
    const isTime = progress && clock.now() - Math.max(lastProgress, since) >= PROGRESS_INTERVAL;
    if (isTime) lastProgress = clock.now();
    return isTime;
  };
  const stop = (): void => {
    say(ended);
    ended = '';
  };
  const emit: Emit = (event) => {
    const line = eventSentence(event, next, clock.now(), price);
    if (event.type === 'progress') {
      if (event.done === 0) stepBegan = clock.now();
      if (takeProgressTurn(stepBegan)) say(rowProgressText(event));
    } else if (event.type === 'polled') {
      const show = (numbers: BatchSummary) => {
        say(progressSentence(numbers, event.nextMs));
      };
      // The poll awaits the same promise and reports its error.
      if (takeProgressTurn()) event.summary().then(show, () => undefined);
    } else if (event.type === 'batch' && event.ended !== null && next.runCommand === 'bulk run') {
      ended = line;
    } else if (event.type === 'exported' && ended !== '' && event.path !== '-') {
      ended = joined(' ', [ended, t.batch.resultWritten(event.path, event.rows), line]);
      stop();
    } else if (event.type === 'accepted' || event.type === 'job_ended') {
      jobs[event.type] += 1;
      const hasFailed = event.type === 'job_ended' && event.error !== null;
      if (hasFailed) failed.add(event.seq);
      // Many jobs would fill the log, so only some get a line; every failed job gets one.
      if (hasFailed || event.seq <= JOBS_IN_FULL) say(line);
      else if (takeProgressTurn())
        say(t.batch.jobsSoFar({ sent: jobs.accepted, ended: jobs.job_ended }));
    } else if (event.type !== 'gave_up' || !failed.has(event.seq)) {
      say(line);
    }
  };
  return { emit, stop };
}
