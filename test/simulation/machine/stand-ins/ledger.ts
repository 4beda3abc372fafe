/** Stands in the place of `src/ledger/index.ts`: the real ledger, before and after whose operations a process may die. */
import { openPostgresLedger } from '../../../../src/ledger/postgres/index.js';
import { openSqliteLedger } from '../../../../src/ledger/sqlite/index.js';
import type { RecordedDecision } from '../../../../src/ledger/doubts.js';
import type { openLedgerAt as openReal } from '../../../../src/ledger/index.js';
import type { Ledger } from '../../../../src/ledger/ledger.js';
import type { LookupVerdict, WantedLookup } from '../../../../src/ledger/lookups.js';
import { refuseLedgerLackingBatches, refuseMissingLedger } from '../../../../src/ledger/lost.js';
import type { SubmissionRequest, SubmissionVerdict } from '../../../../src/ledger/submitting.js';
import { checkDecision, checkLookupFinal, checkLookupProof } from '../../check/promises.js';
import { processOfPath, theWorld } from '../current.js';
import { never, type SimProcess } from '../process.js';
import { opening } from './pool.js';

export * from '../../../../src/ledger/index.js';

/** Answered at once by the real ledger: they write nothing. */
const AT_ONCE = new Set([
  'batchFolder',
  'incomingFolder',
  'readCopy',
  'readWorkbook',
  'close',
  'now',
]);

// eslint-disable-next-line @typescript-eslint/require-await -- as the real one
export async function openLedger(folder: string): Promise<Ledger> {
  const process = processOfPath(folder);
  process.whenOpened();
  return mortal(openSqliteLedger(folder, process.clock), process) as Ledger;
}

export async function openAnyLedger({
  folder,
  shared,
}: Parameters<typeof openReal>[0]): Promise<Ledger> {
  if (shared === undefined) return openLedger(folder);
  const process = (opening.process = processOfPath(folder));
  process.whenOpened();
  const place = { ...shared, folder, variables: {}, clock: process.clock };
  return mortal(await openPostgresLedger(place), process) as Ledger;
}

export async function openLedgerAt(place: Parameters<typeof openReal>[0]): Promise<Ledger> {
  if (place.shared === undefined) refuseMissingLedger(place.folder);
  const ledger = await openAnyLedger(place);
  await refuseLedgerLackingBatches(ledger, place.folder);
  return ledger;
}

function mortal(real: object, process: SimProcess): object {
  const made = Object.entries(real).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'function' && !AT_ONCE.has(name))
      return [name, operation(name, value as Operation, process)];
    const isGroup = typeof value === 'object' && value !== null;
    return [name, isGroup ? mortal(value, process) : value];
  });
  return Object.fromEntries(made) as object;
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
    const broken = brokenRule(name, given, process);
    const result = await work(...given);
    // What a shared ledger refuses, because another machine has taken over, breaks nothing.
    if (broken !== undefined) throw broken;
    note(name, given, result, process);
    const lost = trouble.lostAnswer(name);
    if (lost !== undefined) throw lost;
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
  [first, decided]: readonly unknown[],
  { proved }: SimProcess,
): Error | undefined {
  const world = theWorld();
  try {
    if (name === 'storeLookupVerdict') checkLookupFinal(world, first as number, decided as string);
    if (name === 'beginLookup') checkLookupProof(world, first as WantedLookup);
    if (name === 'beginSubmission') {
      // What is sent again by itself was proved right before, by whoever sends it.
      const { batch, job, sentWithProof: isProved } = first as SubmissionRequest;
      if (isProved && !proved.has(`${batch} ${job}`))
        throw new Error(`Job ${job} is sent again without a proof`);
    }
    if (name === 'recordDecision') {
      const [batch, decision] = [first as number, decided as RecordedDecision];
      checkDecision(world, batch, decision);
      if (decision.decision === 'resend') proved.add(`${batch} ${decision.job}`);
    }
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Writes into the log of the world what an operation that was done says of requests and readings. */
function note(name: string, given: readonly unknown[], result: unknown, process: SimProcess): void {
  const world = theWorld();
  const { log, now } = world;
  const noted: Readonly<Record<string, () => void>> = {
    storeReading: () => {
      log.notes(process);
    },
    storeOutcome: () => {
      const [batch, job, { is }] = given as Parameters<Ledger['storeOutcome']>;
      if (is === 'unknown') log.loses(`${batch} ${job}`, now);
      else if (is === 'accepted') log.accepts(`${batch} ${job}`);
      else log.ends(`${batch} ${job}`, now);
    },
    storeResults: () => {
      const [{ batch, job }] = given as Parameters<Ledger['storeResults']>;
      if (result === 'ended') log.ends(`${batch} ${job}`, now);
      if (result === 'in_doubt') log.loses(`${batch} ${job}`, now);
    },
    abandon: () => {
      const [batch, jobs] = given as Parameters<Ledger['abandon']>;
      for (const job of jobs) log.loses(`${batch} ${job}`, now);
    },
    beginLookup: () => {
      const begun = result as LookupVerdict;
      if (begun.verdict !== 'begun') return;
      const { mode, kind: own, id, provedFree, acceptsDoubtsUntil } = given[0] as WantedLookup;
      if (provedFree !== undefined) log.ends(`lookup ${provedFree}`, now);
      const kind = mode === 'realtime' ? mode : own;
      const isAgain = provedFree !== undefined || acceptsDoubtsUntil !== undefined;
      const clock = world.ledgerClock(process);
      log.begins(process, `lookup ${begun.num}`, { kind, ids: [id], isJob: false, isAgain, clock });
    },
    repeatLookup: () => {
      const request = log.at(`lookup ${given[0] as number}`);
      const { verdict } = result as Awaited<ReturnType<Ledger['repeatLookup']>>;
      if (request !== undefined && verdict === 'granted') request.repeats += 1;
    },
    endLookup: () => {
      const [num, { is }] = given as Parameters<Ledger['endLookup']>;
      if (is === 'unknown') log.loses(`lookup ${num}`, now);
      else log.ends(`lookup ${num}`, now);
    },
    endLateLookup: () => {
      const [{ num }] = given as Parameters<Ledger['endLateLookup']>;
      log.ends(`lookup ${num}`, now);
    },
    beginSubmission: () => {
      const begun = result as SubmissionVerdict;
      if (begun.verdict !== 'begun') return;
      const { batch, job, sentWithProof, resubmits = false } = given[0] as SubmissionRequest;
      process.proved.delete(`${batch} ${job}`);
      world.trouble.overtakes(process);
      const { ids } = begun;
      const kind = ids[0]?.length === 14 ? 'cnpj' : 'cpf';
      const isAgain = sentWithProof || resubmits;
      const clock = world.ledgerClock(process);
      log.begins(process, `${batch} ${begun.job}`, { kind, ids, isJob: true, isAgain, clock });
    },
  };
  noted[name]?.();
}

function stillAlive({ isAlive }: SimProcess): boolean {
  return isAlive;
}
