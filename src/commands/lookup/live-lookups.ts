import { readTyped, formatShownId, type IdentifierKind } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import * as live from '../../terminal/live.js';
import type { TypedCount } from '../shared/typed.js';
import { describeWait, type Wait } from '../shared/waiting.js';
import { joined } from '../../terminal/text.js';

/** A lookup that is answered sooner (ms) shows no wait, and loads nothing for it. */
const SHOW_AFTER = 200;

/** Shows the progress of a series of lookups. `typed`: how many there are, so far. */
export function createLiveLookups(
  surroundings: live.LiveContext,
  wishes: live.LiveWishes,
  { kind, typed: all }: { readonly kind: IdentifierKind | undefined; readonly typed: TypedCount },
) {
  const { env, platform, stderr, clock } = surroundings;
  const isLive = live.isLive(surroundings, wishes);
  const isInput = !all.isComplete;
  const ignoreKeys = () => surroundings.ignoreKeys?.(isInput) ?? (() => undefined);
  const line = live.createLiveLine(
    { env, platform, stderr, clock, ignoreKeys },
    wishes,
    SHOW_AFTER,
  );
  let wait: Wait | null = null;
  /** How many lookups have ended. */
  let ended = -1;
  let isAdvised = false;
  /** `30 of 44`; empty for a single lookup, and while more may be typed. */
  const progress = (): string =>
    all.isComplete && all.count > 1 ? t.progress.answeredOf(ended, all.count) : '';
  return {
    progress,
    during: async <T>(input: string, work: () => Promise<T>): Promise<T> => {
      ended += 1;
      if (!isLive) return work();
      const typed = readTyped(input, kind);
      const shown = typed.valid && formatShownId(typed.kind, typed.id);
      wait = null;
      line.show(() => joined('  ', [shown, progress(), describeWait(wait, clock.now())]));
      try {
        return await work();
      } finally {
        line.end();
      }
    },
    showWait: ({ ms, ...waited }: Omit<Wait, 'until'> & { readonly ms: number }): boolean => {
      if (!isLive) return false;
      wait = { ...waited, until: clock.now() + ms };
      if (waited.reason === 'rate_limit' && all.count !== 1 && !isAdvised) {
        isAdvised = true;
        stderr.write(`${t.progress.useBulkForLists}\n`);
      }
      return true;
    },
  };
}
