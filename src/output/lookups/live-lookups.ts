import { readTyped, shownId, type IdentifierKind } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import {
  createRegion,
  isLive,
  packed,
  spinnerOf,
  waitText,
  type Surroundings,
  type Wait,
  type Wishes,
} from '../terminal/live.js';
import { shortened } from '../terminal/text.js';

export interface LiveLookups {
  readonly during: <T>(input: string, work: () => Promise<T>) => Promise<T>;
  readonly waiting: (event: { readonly reason: Wait['reason']; readonly ms: number }) => boolean;
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
  if (!isLive(surroundings, wishes)) return { during: (_, work) => work(), waiting: () => false };
  const view = { shown: '', number: 0, wait: null as Wait | null };
  let isAdvised = false;
  const region = createRegion(surroundings, (canvas) => {
    const { columns, rows, marks, now } = canvas;
    const [first = '', ...others] = [view.shown, waitText(view.wait, now)].filter(Boolean);
    const head = shortened(`${spinnerOf(canvas)} ${first}`.trim(), columns - 1, marks.cut);
    const parts = [...(of > 1 ? [t.progress.answeredOf(view.number, of)] : []), ...others];
    const lines = packed([head, ...parts.map((part) => `  ${part}`)], columns - 1);
    return lines.slice(0, Math.max(1, rows - 1));
  });
  return {
    async during(input, work) {
      const typed = readTyped(input, kind);
      const shown = typed.valid ? shownId(typed.kind, typed.id) : '';
      Object.assign(view, { shown, number: view.number + 1, wait: null });
      region.show(A_MOMENT);
      try {
        return await work();
      } finally {
        region.hide();
      }
    },
    waiting({ reason, ms }) {
      view.wait = { reason, until: clock.now() + ms };
      if (reason === 'rate_limit' && of !== 1 && !isAdvised) {
        isAdvised = true;
        stderr.write(`${t.progress.useBulkForLists}\n`);
      }
      return true;
    },
  };
}
