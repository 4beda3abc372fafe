import type { BatchEvent, Emit } from '../../batch/events.js';
import type { Summary } from '../../batch/summary.js';
import { visibleLines } from '../../foreign-text.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import type { WaitEvent } from '../../service/index.js';
import { createRegion, isLive, type Surroundings, type Wishes } from '../terminal/live.js';
import { joined } from '../terminal/text.js';
import { progressSentence, sentence } from './event-lines.js';
import {
  afterEvent,
  afterSummary,
  afterWait,
  frame,
  newBatchView,
  passText,
  type BatchView,
} from './live-batch.js';

/** Shows on stderr what happens to a batch. Nothing that goes wrong in it reaches the work. */
export interface Reporter {
  readonly emit: Emit;
  /** Shows what the ledger knows of a batch, before the first look at the service. */
  readonly begin: (summary: () => Promise<Summary>) => void;
  readonly waiting: (event: WaitEvent) => boolean;
  readonly stop: () => void;
}

interface OfBatch extends Surroundings {
  readonly next: NextSteps;
  /** The input of the batch; empty where only the ledger knows it. */
  readonly file: string;
  readonly told?: (() => void) | undefined;
}

/** Outside a terminal, progress is printed at most this often (ms): polls that are 24 to 30 s apart are told each. */
const AT_MOST = 24_000;
const JOBS_IN_FULL = 3;
/** What is over sooner (ms) needs no display. */
const A_MOMENT = 500;

/** One line per change of state; in a terminal lines that move, and above them only what stays true. */
export function createReporter(surroundings: OfBatch, wishes: Wishes): Reporter {
  const live = isLive(surroundings, wishes) ? createLiveBatch(surroundings) : undefined;
  const lines = lineReporter(surroundings, wishes);
  return {
    begin: (summary) => harmless(() => live?.begin(summary)),
    emit: (event) =>
      harmless(() => {
        live?.emit(event);
        if (live === undefined || !isShownLive(event)) lines.emit(event);
      }),
    waiting: (event) => harmless(() => live?.waiting(event)) === true,
    stop: () =>
      harmless(() => {
        live?.stop();
        lines.stop();
      }),
  };
}

/** Money may be under way: a display that fails must not look like a failed batch. */
function harmless<T>(show: () => T): T | undefined {
  try {
    return show();
  } catch {
    return undefined;
  }
}

/** Shows a batch in a terminal: what is being read, what its jobs do and what is waited for. */
function createLiveBatch(surroundings: OfBatch): Reporter {
  const { clock, file } = surroundings;
  let view = newBatchView(file, clock.now());
  let isOver = false;
  const region = createRegion(surroundings, (canvas) => frame(view, canvas));
  const become = (next: BatchView): void => {
    if (isOver) return;
    view = next;
    // Questions stand in the place of the region.
    if (view.phase === 'asking') region.hide();
    else region.show(view.phase === 'passing' ? A_MOMENT : 0);
  };
  const look = (read: () => Promise<Summary>, seq: number | null, isNews = () => true): void => {
    // The work reads the same numbers and reports its error.
    read().then(
      (summary) => {
        if (isNews()) become(afterSummary(view, summary, seq, clock.now()));
      },
      () => undefined,
    );
  };
  return {
    begin(summary) {
      become({ ...view, phase: 'working' });
      // A plan that is there first asks whether to send it.
      look(summary, null, () => view.phase === 'working');
    },
    emit(event) {
      if (event.type === 'polled') look(event.summary, event.seq);
      else become(afterEvent(view, event, clock.now()));
    },
    waiting(event) {
      become(afterWait(view, event, clock.now()));
      return view.phase !== 'asking';
    },
    stop() {
      isOver = true;
      region.hide();
    },
  };
}

/** What needs no line of its own where a region shows it. */
function isShownLive(event: BatchEvent): boolean {
  if (event.type === 'job_ended') return event.error === null;
  const shown = ['progress', 'polled', 'submitting', 'accepted', 'settling'];
  return shown.includes(event.type);
}

/** A later run has not told that a job failed. `failed`: those that this one told. */
function isToldAgain(event: BatchEvent, failed: Set<number>): boolean {
  if (event.type === 'job_ended' && event.error !== null) failed.add(event.seq);
  return event.type === 'gave_up' && failed.has(event.seq);
}

function lineReporter(
  { stderr, clock, next, told }: OfBatch,
  { progress, json, quiet }: Wishes,
): Pick<Reporter, 'emit' | 'stop'> {
  /** That the batch of a run had ended: where its result is comes in the same line. */
  let ended = '';
  let lastProgress = -Infinity;
  let stepBegan = -Infinity;
  const jobs = { accepted: 0, job_ended: 0 };
  const failed = new Set<number>();
  const say = (text: string) => {
    if (text === '' || quiet === true) return;
    stderr.write(`${maskIdentifiers(visibleLines(text))}\n`);
    told?.();
  };
  const isDue = (since = -Infinity): boolean => {
    const isOver = progress && clock.now() - Math.max(lastProgress, since) >= AT_MOST;
    if (isOver) lastProgress = clock.now();
    return isOver;
  };
  /** Of many jobs a line now and then; one that failed has its own. */
  const lineOf = (event: BatchEvent): string => {
    const isJob = event.type === 'accepted' || event.type === 'job_ended';
    if (isJob) jobs[event.type] += 1;
    if (isToldAgain(event, failed)) return '';
    const isFolded = isJob && event.seq > JOBS_IN_FULL && !('error' in event && event.error);
    if (!isFolded) return sentence(event, next, clock.now());
    return isDue() ? t.batch.jobsSoFar(jobs.accepted, jobs.job_ended) : '';
  };
  const stop = (): void => {
    say(ended);
    ended = '';
  };
  const emit: Emit = (event) => {
    if (event.type === 'progress') {
      if (event.done === 0) stepBegan = clock.now();
      if (isDue(stepBegan)) say(passText(event));
    } else if (event.type === 'polled') {
      const tell = (numbers: Summary) => {
        say(progressSentence(numbers, event.nextMs));
      };
      // The poll awaits the same promise and reports its error.
      if (isDue()) event.summary().then(tell, () => undefined);
    } else if (event.type === 'batch' && event.ended !== null && next.of === 'bulk run') {
      ended = sentence(event, next, clock.now());
    } else if (event.type === 'exported' && ended !== '' && event.path !== '-') {
      ended = joined(' ', [
        ended,
        t.batch.resultWritten(event.path, event.rows),
        sentence(event, next, clock.now()),
      ]);
      stop();
    } else if (event.type !== 'price_differs' || json !== true) {
      // Advice is for people.
      say(lineOf(event));
    }
  };
  return { emit, stop };
}
