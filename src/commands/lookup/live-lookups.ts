import { readTyped, formatShownId, type IdentifierKind } from '../../identifiers/index.js';
import { t } from '../../messages/index.js';
import * as live from '../../terminal/live.js';
import type { TypedCount } from '../shared/typed.js';
import { describeWait, type Wait } from '../shared/waiting.js';
import { joined } from '../../terminal/text.js';

/** The time (ms) before a lookup is shown as running; a faster lookup need not load what shows it. */
const SHOW_DELAY = 200;

/** Creates the display of a series of lookups. `typed`: the number of identifiers so far. */
export function createLiveLookups(
  context: live.LiveContext,
  wishes: live.LiveWishes,
  {
    kind,
    typed: typedCount,
  }: { readonly kind: IdentifierKind | undefined; readonly typed: TypedCount },
) {
  const { env, platform, stderr, clock } = context;
  const isLive = live.isLive(context, wishes);
  const readsStdin = !typedCount.isComplete;
  const ignoreTyping = () => context.ignoreTyping?.(readsStdin) ?? (() => undefined);
  const line = live.createLiveLine(
    { env, platform, stderr, clock, ignoreTyping },
    wishes,
    SHOW_DELAY,
  );
  let wait: Wait | null = null;
  /** The number of lookups that have ended: one fewer than have begun. */
  let endedCount = -1;
  let isAdvised = false;
  /** Returns `30 of 44`; empty for a single lookup, and while more identifiers may be typed. */
  const describeProgress = (): string =>
    typedCount.isComplete && typedCount.count > 1
      ? t.progress.answeredOf(endedCount, typedCount.count)
      : '';
  return {
    describeProgress,
    showDuring: async <T>(input: string, work: () => Promise<T>): Promise<T> => {
      endedCount += 1;
      if (!isLive) return work();
      const typed = readTyped(input, kind);
      const shownIdentifier = typed.valid && formatShownId(typed.kind, typed.id);
      wait = null;
      line.show(() =>
        joined('  ', [shownIdentifier, describeProgress(), describeWait(wait, clock.now())]),
      );
      try {
        return await work();
      } finally {
        line.end();
      }
    },
    showWait: ({ ms, ...waitFacts }: Omit<Wait, 'until'> & { readonly ms: number }): boolean => {
      if (!isLive) return false;
      wait = { ...waitFacts, until: clock.now() + ms };
      if (waitFacts.reason === 'rate_limit' && typedCount.count !== 1 && !isAdvised) {
        isAdvised = true;
        stderr.write(`${t.progress.useBulkForLists}\n`);
      }
      return true;
    },
  };
}
