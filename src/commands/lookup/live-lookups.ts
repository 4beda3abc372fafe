import { readTyped, shownId, type IdentifierKind } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import * as live from '../../terminal/live.js';
import { waitText, type Wait } from '../shared/waiting.js';
import { joined } from '../../terminal/text.js';

/** A lookup that is answered sooner (ms) shows no wait, and loads nothing for it. */
const SHOW_AFTER = 200;

/** Shows the progress of a series of lookups. `total`: the number of identifiers; 0 if it is not known. */
export function createLiveLookups(
  surroundings: live.LiveContext,
  wishes: live.Wishes,
  { kind, total }: { readonly kind: IdentifierKind | undefined; readonly total: number },
) {
  const { stderr, clock } = surroundings;
  const isLive = live.isLive(surroundings, wishes);
  const line = live.createLiveLine(surroundings, wishes, SHOW_AFTER);
  let wait: Wait | null = null;
  let number = 0;
  let isAdvised = false;
  return {
    during: async <T>(input: string, work: () => Promise<T>): Promise<T> => {
      if (!isLive) return work();
      const typed = readTyped(input, kind);
      const shown = typed.valid && shownId(typed.kind, typed.id);
      wait = null;
      number += 1;
      const count = total > 1 && t.progress.answeredOf(number, total);
      line.show(() => joined('  ', [shown, count, waitText(wait, clock.now())]));
      try {
        return await work();
      } finally {
        line.end();
      }
    },
    showWait: ({ reason, ms }: Pick<Wait, 'reason'> & { readonly ms: number }): boolean => {
      if (!isLive) return false;
      wait = { reason, until: clock.now() + ms };
      if (reason === 'rate_limit' && total !== 1 && !isAdvised) {
        isAdvised = true;
        stderr.write(`${t.progress.useBulkForLists}\n`);
      }
      return true;
    },
  };
}
