import type { PriceKind } from '../operations/balances.js';
import type { ReusedRecord } from '../operations/spending.js';
import { DAY } from '../tables/claims.js';
import type { Engine } from './engine.js';

/** Reused records are written together after this time (ms), or when the ledger is closed. */
const WRITTEN_AFTER = 60_000;

export function spendingOperations(engine: Engine) {
  const { read } = engine;
  const reused = collectReused(engine);
  return {
    hitRates: read(({ spending }) => spending.hitRates()),
    dailySpending: read(async function ({ spending }) {
      return await spending.daily(await spending.spendingBatches());
    }),
    accounts: read(({ spending }) => spending.accounts()),
    accountCourse: read(async function ({ spending }, account: string) {
      return {
        readings: await spending.readingsOf(account),
        requests: await spending.datedRequests(account),
      };
    }),
    noteReused: reused.add,
    writeReused: reused.write,
  };
}

interface Collected {
  readonly day: number;
  readonly kind: PriceKind;
  readonly keyFingerprint: string;
  records: number;
}

/** A transaction for each answer would take longer than the answer itself. */
function collectReused(engine: Engine) {
  let collected = new Map<string, Collected>();
  let since: number | undefined;
  const store = engine.write(async function ({ spending }, all: readonly Collected[]) {
    for (const { day, kind, keyFingerprint, records } of all)
      await spending.saved(day, kind, keyFingerprint, records);
  });
  const write = async (): Promise<void> => {
    const all = [...collected.values()];
    collected = new Map();
    since = undefined;
    if (all.length === 0) return;
    try {
      await store(all);
    } catch {
      // No money depends on the count, and the answers were given.
    }
  };
  const add = async ({ kind, keyFingerprint, at }: ReusedRecord): Promise<void> => {
    const day = Math.floor(at / DAY);
    const key = `${day} ${kind} ${keyFingerprint}`;
    const known = collected.get(key) ?? { day, kind, keyFingerprint, records: 0 };
    known.records += 1;
    collected.set(key, known);
    since ??= at;
    if (Math.abs(at - since) >= WRITTEN_AFTER) await write();
  };
  return { add, write };
}
