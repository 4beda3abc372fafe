/** Stands in the place of `src/ledger/index.ts`: the real ledger, before and after whose operations a process may die. */
import { openPostgresLedger } from '../../../../src/ledger/postgres/index.js';
import { openSqliteLedger } from '../../../../src/ledger/sqlite/index.js';
import type { RecordedDecision } from '../../../../src/ledger/doubts.js';
import type { openLedgerAt as openReal } from '../../../../src/ledger/index.js';
import type { Ledger } from '../../../../src/ledger/ledger.js';
import type { LookupVerdict, WantedLookup } from '../../../../src/ledger/lookups.js';
import type { SubmissionRequest, SubmissionVerdict } from '../../../../src/ledger/submitting.js';
import type { World } from '../../world.js';
import { checkFinal, checkFinalLookup, checkProof, checkQuiet } from '../../check/promises.js';
import { opening } from './pool.js';
import { processOfPath, theWorld } from '../current.js';
import { never, type SimProcess } from '../process.js';

export * from '../../../../src/ledger/index.js';

/** Answered at once by the real ledger: they write nothing. */
const AT_ONCE = new Set(['folderOf', 'copyOf', 'close', 'now']);

// eslint-disable-next-line @typescript-eslint/require-await -- as the real one
export async function openLedger(folder: string): Promise<Ledger> {
  const process = processOfPath(folder);
  return mortal(openSqliteLedger(folder, process.clock), process) as Ledger;
}

/** A ledger of this machine, or that of several. */
export async function openLedgerAt({ folder, shared }: Place): Promise<Ledger> {
  if (shared === undefined) return openLedger(folder);
  const process = (opening.process = processOfPath(folder));
  const place = { ...shared, folder, variables: {}, clock: process.clock };
  return mortal(await openPostgresLedger(place), process) as Ledger;
}

type Place = Parameters<typeof openReal>[0];

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

/** What the limits are held against. */
function noteTakings(
  name: string,
  [given]: readonly unknown[],
  result: unknown,
  process: SimProcess,
): void {
  const { takings } = theWorld();
  if (name === 'keepReading') takings.notes(process);
  if (name === 'keepOutcome') takings.settles(process);
  if (name === 'keepResults' && result === 'ended') takings.notesEnd(process);
  if (name === 'keepResults' && result === 'in_doubt') takings.losesEnd(process);
  if (name === 'beginLookup' && (result as LookupVerdict).verdict === 'ask') {
    const { way, kind, id } = given as WantedLookup;
    takings.begins(process, [way === 'realtime' ? way : kind], [id]);
  }
  if (name !== 'beginSubmission') return;
  const begun = result as SubmissionVerdict;
  if (begun.verdict !== 'begun') return;
  const { batch, job } = given as SubmissionRequest;
  process.proved.delete(`${batch} ${job}`);
  theWorld().trouble.overtakes(process);
  takings.begins(process, ['cpf', 'cnpj'], begun.ids);
}

type Operation = (...given: unknown[]) => Promise<unknown>;

function operation(name: string, work: Operation, process: SimProcess): Operation {
  return async (...given) => {
    await process.turn(`ledger ${name}`);
    const world = theWorld();
    const { trouble } = world;
    const fault = trouble.ledgerFault(name);
    if (fault !== undefined) throw fault;
    world.tell(process, () => `ledger ${name}`);
    trouble.mayFreeze(process, name);
    // Others may use up meanwhile what is left of a limit.
    if (name === 'beginSubmission') {
      await trouble.mayBeOvertaken(process);
      trouble.mayFreezeBefore(process, 'freeze_answered', 0.5);
    }
    await process.thawed();
    // It may have ended in the moment between: the dead change nothing.
    if (!process.isAlive) return never;
    const broken = brokenRule(name, given, world, process);
    const result = await work(...given);
    // What a shared ledger refuses, because another machine has taken over, breaks nothing.
    if (broken !== undefined) throw broken;
    const lost = trouble.lostAnswer(name);
    if (lost !== undefined) throw lost;
    if (name === 'keepResults' && result === 'ended') world.lastEnd = world.now;
    if (name === 'keepOutcome') noteDoubt(world, given as Parameters<Ledger['keepOutcome']>);
    noteTakings(name, given, result, process);
    if (trouble.dies(process, `after ${name}`)) return never;
    const isLastLook = name === 'confirmHold' || name === 'beginSubmission';
    if (isLastLook) trouble.mayFreezeBefore(process, 'freeze_answered');
    await process.thawed();
    return stillAlive(process) ? result : never;
  };
}

/** The rule that an operation would break, as the ledger is now. */
function brokenRule(
  name: string,
  given: readonly unknown[],
  world: World,
  process: SimProcess,
): Error | undefined {
  try {
    if (name === 'keepLookupVerdict') checkFinalLookup(world, given[0] as number);
    if (name === 'beginSubmission') checkProof(process, given[0] as SubmissionRequest);
    if (name !== 'recordDecision') return undefined;
    const [batch, decision] = given as [number, RecordedDecision];
    checkFinal(world, batch, decision);
    checkQuiet(world, batch, decision);
    if (decision.decision === 'resend') process.proved.add(`${batch} ${decision.job}`);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** It may have died while it stood still. */
function stillAlive({ isAlive }: SimProcess): boolean {
  return isAlive;
}
