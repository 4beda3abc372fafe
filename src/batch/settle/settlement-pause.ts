import { ConfereError } from '../../errors.js';
import { LOOK_AGAIN } from '../../money/settle-times.js';
import type { Batch, HeldLock, Settler } from '../../ledger/index.js';
import type { During } from '../../service/index.js';
import type { Deps } from '../dependencies.js';
import { pause, stopIfAsked } from '../stop.js';

/** A time in which no other machine submits a job of this account, so that its balance can be judged. */
export interface SettlementPause {
  /**
   * Waits until no other machine settles something itself; then asks all to submit nothing until `end`. Returns
   * `others_settling` if the deadline leaves no time.
   */
  readonly begin: () => Promise<ConfereError | undefined>;
  readonly end: () => Promise<void>;
}

export function createSettlementPause(deps: Deps, batch: Batch): SettlementPause {
  let asked: HeldLock | undefined;
  return {
    async begin() {
      const account = await deps.ledger.accountOf(deps.keyFingerprint);
      // Without a reading of the balance there is nothing to compare.
      if (account === undefined) return undefined;
      const { ledger } = deps;
      const waiting = createWaiting(deps, batch);
      while (asked === undefined) {
        asked = await ledger.pauseOthers(account);
        const by = asked === undefined ? await ledger.pausedBy(account) : undefined;
        const late = by && (await waiting.aMoment(by));
        if (late !== undefined) return late;
      }
      return undefined;
    },
    async end() {
      const ending = asked?.release();
      asked = undefined;
      await ending;
    },
  };
}

/**
 * Waits as long as another machine settles what became of a submission that nobody answered: until then it needs an
 * account that nobody else uses. Returns `others_settling` if the deadline leaves no time, or at once for a job whose
 * outcome was proved, because that proof holds only for a moment.
 */
export async function waitForSettling(
  deps: Deps,
  batch: Batch,
  { isProved, during }: { readonly isProved: boolean; readonly during?: During },
): Promise<ConfereError | undefined> {
  const { ledger, keyFingerprint } = deps;
  const account = await ledger.accountOf(keyFingerprint);
  if (account === undefined) return undefined;
  const waiting = createWaiting(deps, batch, during);
  for (let by = await ledger.pausedBy(account); by; by = await ledger.pausedBy(account)) {
    const late = isProved ? waiting.isOver(by) : await waiting.aMoment(by);
    if (late !== undefined) return late;
  }
  return undefined;
}

function createWaiting(deps: Deps, batch: Batch, during?: During) {
  let isTold = false;
  const wait: During = during ?? ((ms, sleep) => sleep(ms));
  const isOver = (by: Settler) => new ConfereError('others_settling', { batch: batch.id, by });
  return {
    isOver,
    async aMoment(by: Settler): Promise<ConfereError | undefined> {
      if (deps.clock.now() + LOOK_AGAIN > deps.deadline) return isOver(by);
      if (!isTold) deps.emit({ type: 'others_settling', host: by.host });
      isTold = true;
      // What runs of this batch is fetched meanwhile: the other machine waits for its end.
      await wait(LOOK_AGAIN, (ms) => pause(deps, ms));
      stopIfAsked(deps, batch.id);
      return undefined;
    },
  };
}
