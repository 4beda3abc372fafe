import type { BatchEvent, Emit } from '../../batch/events.js';
import type { Summary } from '../../batch/summary.js';
import { visibleLines } from '../../foreign-text.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import type { WaitEvent } from '../../service/index.js';
import { createRegion, isLive, type Surroundings, type Wishes } from '../terminal/live.js';
import { brokenBetweenWords } from '../terminal/streams.js';
import { columnsOf } from '../terminal/terminal.js';
import { progressSentence, sentence } from './event-lines.js';
import { frame, passText } from './live-frame.js';
import { afterEvent, afterSummary, afterWait, newBatchView, type BatchView } from './live-view.js';

/** Shows on stderr what happens to a batch. Nothing that goes wrong in it reaches the work. */
export interface Reporter {
  readonly emit: Emit;
  /** Shows what the ledger knows of a batch, before the first look at the service. */
  readonly begin: (summary: () => Promise<Summary>) => void;
  /** Returns whether the wait of a request is shown. */
  readonly waiting: (event: WaitEvent) => boolean;
  /** Removes what moves. */
  readonly stop: () => void;
}

interface OfBatch extends Surroundings {
  readonly next: NextSteps;
  /** The input of the batch; empty where only the ledger knows it. */
  readonly file: string;
  /** Called after each line. */
  readonly told?: (() => void) | undefined;
}

/** Outside a terminal, progress is printed at most this often (ms): polls that are 24 to 30 s apart are told each. */
const AT_MOST = 24_000;
/** Jobs that have lines of their own. */
const JOBS_IN_FULL = 3;
/** Fewer rows are read in a moment. */
const WORTH_TELLING = 100_000;

/** One line per change of state; in a terminal lines that move, and above them only what stays true. */
export function createReporter(surroundings: OfBatch, wishes: Wishes): Reporter {
  if (wishes.quiet === true) return silent;
  const live = isLive(surroundings, wishes) ? createLiveBatch(surroundings) : undefined;
  const lines = lineReporter(surroundings, wishes.progress);
  const show: Emit = (event) => {
    // Advice is for people.
    if (wishes.json === true && event.type === 'price_differs') return;
    live?.emit(event);
    if (live === undefined || !isShownLive(event)) lines(event);
  };
  return {
    begin: (summary) => {
      harmless(() => live?.begin(summary));
    },
    emit: (event) => {
      harmless(() => {
        show(event);
      });
    },
    waiting: (event) => harmless(() => live?.waiting(event)) === true,
    stop: () => {
      harmless(() => live?.stop());
    },
  };
}

const silent: Reporter = {
  ...{ emit: () => undefined, begin: () => undefined },
  ...{ waiting: () => false, stop: () => undefined },
};

/** Money may be under way: a display that fails must not look like a failed batch. */
function harmless<T>(show: () => T): T | undefined {
  try {
    return show();
  } catch {
    return undefined;
  }
}

/** What is over sooner (ms) needs no display. */
const A_MOMENT = 500;

/** Shows a batch in a terminal: what is being read, what its jobs do and what is waited for. */
function createLiveBatch({ clock, file, ...surroundings }: OfBatch): Reporter {
  let view = newBatchView(file, clock.now());
  let isOver = false;
  const region = createRegion({ ...surroundings, clock }, (canvas) => frame(view, canvas));
  const become = (next: BatchView): void => {
    if (isOver) return;
    view = next;
    // Questions stand in the place of the region.
    if (view.phase === 'asking') region.hide();
    else region.show(view.phase === 'passing' ? A_MOMENT : 0);
  };
  const look = (
    read: () => Promise<Summary>,
    at: { readonly nextMs: number; readonly seq: number | null },
    isNews = () => true,
  ): void => {
    read().then(
      (summary) => {
        if (isNews()) become(afterSummary(view, summary, at, clock.now()));
      },
      // The work reads the same numbers and reports its error.
      () => undefined,
    );
  };
  return {
    begin(summary) {
      become({ ...view, phase: 'working' });
      // A plan that is there first asks whether to send it.
      look(summary, { nextMs: 0, seq: null }, () => view.phase === 'working');
    },
    emit(event) {
      if (event.type === 'polled') look(event.summary, event);
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
  const { type } = event;
  if (type === 'job_ended') return event.error === null;
  return ['reading', 'progress', 'polled', 'submitting', 'accepted', 'settling'].includes(type);
}

function lineReporter({ stderr, clock, next, told }: OfBatch, progress: boolean): Emit {
  let lastProgress = -Infinity;
  let stepBegan = -Infinity;
  const say = (text: string) => {
    const safe = maskIdentifiers(visibleLines(text));
    const lines = stderr.isTTY === true ? brokenBetweenWords(safe, columnsOf(stderr)) : safe;
    if (text === '') return;
    stderr.write(`${lines}\n`);
    told?.();
  };
  const jobs = { sent: 0, ended: 0 };
  /** Of many jobs a line now and then; one that failed has its own. */
  const lineOf = (event: Exclude<BatchEvent, { type: 'polled' | 'progress' }>): string => {
    if (event.type === 'accepted') jobs.sent += 1;
    if (event.type === 'job_ended') jobs.ended += 1;
    const isOfJob = event.type === 'accepted' || (event.type === 'job_ended' && !event.error);
    if (!isOfJob || event.seq <= JOBS_IN_FULL) return sentence(event, next, clock.now());
    return isDue() ? t.batch.jobsSoFar(jobs.sent, jobs.ended) : '';
  };
  const isDue = (since = -Infinity): boolean => {
    const isOver = progress && clock.now() - Math.max(lastProgress, since) >= AT_MOST;
    if (isOver) lastProgress = clock.now();
    return isOver;
  };
  return (event) => {
    if (event.type === 'progress') {
      if (event.done === 0) stepBegan = clock.now();
      if (isDue(stepBegan)) say(passText(event));
    } else if (event.type === 'polled') {
      if (isDue()) sayProgress(event, say);
    } else if (event.type !== 'reading' || (event.rows >= WORTH_TELLING && isDue())) {
      say(lineOf(event));
    }
  };
}

type Polled = Extract<BatchEvent, { type: 'polled' }>;

/** The poll awaits the same promise and reports its error. */
function sayProgress({ summary, nextMs }: Polled, say: (text: string) => void): void {
  summary().then(
    (numbers) => {
      say(progressSentence(numbers, nextMs));
    },
    () => undefined,
  );
}
