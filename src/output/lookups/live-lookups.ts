import type { Clock } from '../../clock.js';
import type { Output } from '../../context.js';
import { readTyped, shownId, type IdentifierKind } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import { spinnerAt } from '../terminal/live/marks.js';
import { packed, shortened, type Canvas, waitText, type Wait } from '../terminal/live/pieces.js';
import { createRegion, isLive, patientRegion } from '../terminal/live/region.js';
import { printable } from '../terminal/text.js';
import type { ColorWish } from '../terminal/terminal.js';

/** Shows in a terminal what is being looked up, and what that waits for. */
export interface LiveLookups {
  /** Shows `input` until `work` has its answer. */
  readonly during: <T>(input: string, work: () => Promise<T>) => Promise<T>;
  /** Returns whether the wait is shown. */
  readonly waiting: (event: LookupWait) => boolean;
}

interface LookupWait {
  readonly reason: Wait['reason'];
  readonly ms: number;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly release?: string;
  readonly stderr: Output;
  readonly clock: Clock;
}

interface Wishes {
  readonly quiet?: boolean;
  readonly progress: boolean;
  readonly color: ColorWish;
}

/** What is being looked up at a moment; `of` is 0 where their number is not known. */
export interface LookupView {
  readonly shown: string;
  readonly number: number;
  readonly of: number;
  readonly wait: Wait | null;
}

/** What is answered sooner (ms) shows no wait, and loads nothing for one. */
const A_MOMENT = 200;

/** `of`: how many identifiers there are; 0 if that is not known. */
export function createLiveLookups(
  surroundings: Surroundings,
  wishes: Wishes,
  { kind, of }: { readonly kind: IdentifierKind | undefined; readonly of: number },
): LiveLookups {
  const { stderr, clock } = surroundings;
  if (!isLive(stderr, surroundings, wishes))
    return { during: (_, work) => work(), waiting: () => false };
  let view: LookupView = { shown: '', number: 0, of, wait: null };
  let isAdvised = false;
  const region = patientRegion(
    createRegion(surroundings, (canvas) => lookupFrame(view, clock.now(), canvas)),
  );
  return {
    async during(input, work) {
      view = { ...view, shown: shownOf(input, kind), number: view.number + 1, wait: null };
      region.showAfter(A_MOMENT);
      try {
        return await work();
      } finally {
        region.hide();
      }
    },
    waiting({ reason, ms }) {
      view = { ...view, wait: { reason, until: clock.now() + ms } };
      if (reason === 'rate_limit' && of !== 1 && !isAdvised) {
        isAdvised = true;
        stderr.write(`${t.progress.useBulkForLists}\n`);
      }
      return true;
    },
  };
}

function shownOf(input: string, kind: IdentifierKind | undefined): string {
  const typed = readTyped(input, kind);
  return typed.valid ? shownId(typed.kind, typed.id) : '';
}

/** The lines that show a lookup at a moment (epoch ms). */
export function lookupFrame(view: LookupView, now: number, canvas: Canvas): string[] {
  const { shown, number, of, wait } = view;
  const { columns, rows, marks } = canvas;
  const sign = spinnerAt(marks, now);
  const name = printable(shown);
  const place = of > 1 ? [{ text: t.progress.lookupOf(number, of) }] : [];
  const told = wait !== null && wait.until > now ? [waitText(wait, now)] : [];
  // Where there is one row, the wait comes first.
  const words = rows === 1 ? [...told, name] : [name, ...told];
  const [first = '', ...others] = words.filter((word) => word !== '');
  const head = { text: shortened(`${sign} ${first}`.trim(), columns - 1, canvas) };
  const rest = others.map((text) => ({ text }));
  const pieces = rows === 1 ? [head, ...rest, ...place] : [head, ...place, ...rest];
  return packed(pieces, columns - 1).slice(0, Math.max(1, rows - 1));
}
