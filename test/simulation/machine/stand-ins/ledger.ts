/** Stands in the place of `src/ledger/index.ts`: the real ledger, before and after whose operations a process may die. */
import { openSqliteLedger } from '../../../../src/ledger/sqlite/index.js';
import type { BalanceBook } from '../../../../src/ledger/index.js';
import type { RecordedDecision } from '../../../../src/ledger/operations/doubts.js';
import type { Ledger } from '../../../../src/ledger/operations/index.js';
import type { World } from '../../world.js';
import { checkFinal, checkFinalLookup, checkQuiet, checkVerdict } from '../../check/verdicts.js';
import { processOfPath, theWorld } from '../current.js';
import { never, type SimProcess } from '../process.js';

export * from '../../../../src/ledger/index.js';

/** Answered at once by the real ledger: they write nothing. */
const AT_ONCE = new Set(['folderOf', 'copyOf', 'close']);

// eslint-disable-next-line @typescript-eslint/require-await -- as the real one
export async function openLedger(folder: string): Promise<Ledger> {
  const process = processOfPath(folder);
  return mortal(openSqliteLedger(folder, process.clock), process) as Ledger;
}

/** No machine of the simulation shares its ledger with another. */
export function openLedgerAt({ folder }: { readonly folder: string }): Promise<Ledger> {
  return openLedger(folder);
}

function mortal(real: object, process: SimProcess): object {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(real)) {
    if (typeof value === 'function' && !AT_ONCE.has(name)) {
      made[name] = operation(name, value as Operation, process);
    } else if (typeof value === 'object' && value !== null)
      made[name] = mortal(value as object, process);
    else made[name] = value;
  }
  return made;
}

function noteDoubt(world: World, [batch, job, outcome]: Parameters<Ledger['keepOutcome']>): void {
  if (outcome.is === 'unknown') world.doubts.set(`${batch} ${job}`, world.now);
}

type Operation = (...given: unknown[]) => Promise<unknown>;

function operation(name: string, work: Operation, process: SimProcess): Operation {
  return async (...given) => {
    await process.turn(`ledger ${name}`);
    const world = theWorld();
    const fault = world.ledgerFault(name);
    if (fault !== undefined) throw fault;
    world.tell(process, () => `ledger ${name}`);
    if (name === 'recordDecision') {
      const [batch, decision] = given as [number, RecordedDecision];
      checkVerdict(world, process.book, batch, decision);
      checkFinal(world, batch, decision);
      checkQuiet(world, batch, decision);
    }
    if (name === 'keepLookupVerdict') checkFinalLookup(world, given[0] as number);
    const result = await work(...given);
    if (name === 'keepResults' && result === 'ended') world.lastEnd = world.now;
    if (name === 'keepOutcome') noteDoubt(world, given as Parameters<Ledger['keepOutcome']>);
    if (name === 'balanceBook') process.book = result as BalanceBook;
    return world.dies(process, `after ${name}`) ? never : result;
  };
}
