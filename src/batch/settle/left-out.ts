import { ConfereError } from '../../errors.js';
import type { Batch } from '../../ledger/index.js';
import { isPriceTold } from '../../money/price.js';
import { createWatch } from '../../money/settle-by-balance.js';
import { settleDoubt, undecidable } from '../../money/settle-lookup.js';
import type { Deps } from '../dependencies.js';
import { stopIfAsked } from '../stop.js';

/**
 * Settles what single lookups left in doubt of the identifiers of a batch, when nothing else of it is left to do. Returns
 * how many lookups were proved free: their identifiers may be sent.
 */
export async function freeLeftOut(deps: Deps, batch: Batch): Promise<number> {
  const { ledger, stop, deadline: until } = deps;
  const left = await ledger.leftOut(batch.num);
  if (left.length === 0 || (await isWorking(deps, batch))) return 0;
  const tell = ({ ms }: { readonly ms: number }) => {
    deps.emit({ type: 'settling', seq: left[0]?.job ?? 0, ms });
  };
  const watch = createWatch(deps);
  let free = 0;
  for (const { doubt } of left) {
    const settled = await settleDoubt({ ...deps, stop, until, tell, watch }, doubt).catch(
      (error: unknown) => {
        stopIfAsked(deps, batch.id);
        throw error;
      },
    );
    if (settled !== 'free') continue;
    await ledger.endLookup(doubt.num, { is: 'free' });
    free += 1;
  }
  return free;
}

/** Whether jobs run, or others than those that are left out wait to be sent. */
async function isWorking({ ledger }: Pick<Deps, 'ledger'>, { num }: Batch): Promise<boolean> {
  const leftOut = new Set((await ledger.leaveOut(num)).map(({ seq }) => seq));
  const jobs = await ledger.jobsOf(num);
  return jobs.some(
    ({ seq, state }) => state === 'accepted' || (state === 'planned' && !leftOut.has(seq)),
  );
}

/** Why identifiers are left out, where nothing else is left to do. */
export async function leftOutTrouble(deps: Deps, batch: Batch): Promise<ConfereError | undefined> {
  const left = await deps.ledger.leftOut(batch.num);
  const [first] = left;
  if (first === undefined || (await isWorking(deps, batch))) return undefined;
  const open = left.filter(
    ({ doubt: { verdict } }) => verdict === null || isPriceTold(verdict, deps.costs),
  );
  const why = undecidable(deps, first.doubt, first.doubt.verdict ?? '');
  return new ConfereError('submission_unconfirmed', {
    ...{ batch: batch.id, job: first.job, items: new Set(left.map(({ id }) => id)).size },
    ...{ why: 'left_out', isDecided: open.length === 0 },
    prices: 'prices' in why ? why.prices : [],
  });
}
