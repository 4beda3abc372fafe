import type { Emit } from '../../../batch/events.js';
import type { Summary } from '../../../batch/summary.js';
import type { Clock } from '../../../clock.js';
import type { Output } from '../../../context.js';
import type { WaitEvent } from '../../../service/index.js';
import type { NextSteps } from '../../../messages/reader.js';
import { createRegion, patientRegion } from '../../terminal/live/region.js';
import { frame } from './batch-frame.js';
import { afterEvent, afterSummary, afterWait, newBatchView, type BatchView } from './batch-view.js';

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

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly release?: string;
  readonly stderr: Output;
  readonly clock: Clock;
  readonly next: NextSteps;
  /** The input of the batch; empty where only the ledger knows it. */
  readonly file: string;
  /** Called after each line. */
  readonly told?: (() => void) | undefined;
}

/** What is over sooner (ms) needs no display. */
const A_MOMENT = 500;

/** Shows a batch in a terminal: what is being read, what its jobs do and what is waited for. */
export function createLiveBatch({ clock, file, ...surroundings }: Surroundings): Reporter {
  let view = newBatchView(file, clock.now());
  let isOver = false;
  const drawn = createRegion(surroundings, (canvas) => frame(view, clock.now(), canvas));
  const region = patientRegion(drawn);
  const become = (next: BatchView): void => {
    if (isOver) return;
    view = next;
    // Questions stand in the place of the region.
    if (view.phase === 'asking') region.hide();
    else if (view.phase === 'passing') region.showAfter(A_MOMENT);
    else region.show();
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
      if (event.type !== 'polled') {
        become(afterEvent(view, event, clock.now()));
        return;
      }
      look(event.summary, event);
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
