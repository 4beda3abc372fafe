import { existsSync } from 'node:fs';
import { readPieces } from '../base/checksum.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { findUnknownAcceptances } from './accepted.js';
import { inputPath, readWorkbookFacts, restoreCopy, workbookPath } from './batch-folder.js';
import { compareTables, copyTables } from './copy.js';
import type { Batch, Ledger, LedgerFacts } from './index.js';
import { acceptLoss } from './lost.js';

interface MoveRequest {
  readonly from: Ledger;
  readonly to: Ledger;
  readonly newId: () => string;
}

/**
 * Moves a ledger: copies it into an empty one, and marks the old one as moved, from which no command sends paid requests
 * any more. After an interruption, the same move begins again. @throws ConfereError `ledger_at_work`, `ledger_elsewhere`,
 * `ledger_differs`; UsageError `ledger_not_empty`, `ledger_copy_where`
 */
export async function moveLedger(request: MoveRequest) {
  const { from, to } = request;
  const [source, target] = [
    describePlace(await from.ledgerFacts()),
    describePlace(await to.ledgerFacts()),
  ];
  // A ledger that is moved onto itself would be marked as moved, so that paid requests would be refused for ever.
  if ((await from.raw.readIdentity()) === (await to.raw.readIdentity()))
    throw new UsageError('ledger_copy_where', { already: target });
  const [sourceStatus, targetStatus] = [
    await from.raw.readMoveStatus(),
    await to.raw.readMoveStatus(),
  ];
  const isCopied = sourceStatus?.state === 'moved' && targetStatus?.token === sourceStatus.token;
  // An earlier attempt may have been killed after the copy, before the new ledger was put to use.
  if (!isCopied || targetStatus.state !== 'here') {
    const token = isCopied ? sourceStatus.token : await copyAll(request, { source, target });
    // Folders of batches that the new ledger does not know, from an earlier ledger at this place, are moved aside now.
    // Once the new ledger is in use, they would count as lost batches, and only the user may accept a loss.
    await acceptLoss(to);
    await to.raw.changeMoveState(token, 'copying', 'here');
  }
  const { records } = await to.ledgerFacts();
  return { from: source, to: target, batches: (await to.findBatches()).length, records };
}

async function copyAll(
  request: MoveRequest,
  { source, target }: Readonly<Record<'source' | 'target', string>>,
): Promise<string> {
  const { from, to } = request;
  const token = request.newId();
  const [sourceStatus, targetStatus] = [
    await from.raw.readMoveStatus(),
    await to.raw.readMoveStatus(),
  ];
  // An earlier attempt may have closed the old ledger, and another process may have begun a new copy (another token)
  // since.
  const isUnfinished =
    sourceStatus?.state === 'moving' ||
    (sourceStatus?.state === 'moved' && targetStatus?.state === 'copying');
  const isSameMove = isUnfinished && sourceStatus.place === target;
  if (sourceStatus !== undefined && sourceStatus.state !== 'here' && !isSameMove)
    throw await createElsewhereError(from);
  await requireIdleLedger(from);
  if ((await to.findHeldBatches()).length > 0) throw new ConfereError('ledger_at_work', {});
  if (!(await to.raw.beginCopy({ place: source, token }, sourceStatus?.token)))
    throw new UsageError('ledger_not_empty', { place: target });
  if (!(await from.raw.beginMove({ place: target, token })))
    throw new ConfereError('ledger_at_work', {});
  await copyTables(from.raw, to.raw, token);
  for (const batch of await from.findBatches()) await copyInput(request, batch);
  await compareTables(from.raw, to.raw);
  if (!(await from.raw.changeMoveState(token, 'moving', 'moved')))
    throw await createElsewhereError(from);
  return token;
}

/** Cancels a move that has not ended; false if there is none. */
export async function cancelMove({ raw }: Ledger): Promise<boolean> {
  const status = await raw.readMoveStatus();
  return status?.state === 'moving' && (await raw.changeMoveState(status.token, 'moving', null));
}

function describePlace({ place, schema }: LedgerFacts): string {
  return schema === null ? place : `${place} (${schema})`;
}

/** @throws ConfereError `ledger_at_work` while a batch is held, a request is under way, or a job id waits in a file */
async function requireIdleLedger(from: Ledger): Promise<void> {
  const { underWay } = await from.ledgerFacts();
  const isHeld = underWay > 0 || (await from.findHeldBatches()).length > 0;
  if (isHeld) throw new ConfereError('ledger_at_work', {});
  for (const batch of await from.findBatches())
    if ((await findUnknownAcceptances(from, batch)).length > 0)
      throw new ConfereError('ledger_at_work', {});
}

async function createElsewhereError({ raw }: Ledger): Promise<ConfereError> {
  const status = await raw.readMoveStatus();
  const why = status === undefined || status.state === 'here' ? 'moving' : status.state;
  return new ConfereError('ledger_elsewhere', { why, place: status?.place ?? '' });
}

async function copyInput({ from, to, newId }: MoveRequest, batch: Batch): Promise<void> {
  if (batch.inputHash === null) return;
  const source = inputPath({ ledger: from }, batch);
  const path = inputPath({ ledger: to }, batch);
  // A copy there may be damaged, if an earlier attempt was interrupted.
  await restoreCopy(path, batch, newId, () =>
    existsSync(source) ? readPieces(source) : from.readCopy(batch.num),
  );
  if (existsSync(path)) await to.storeCopy(batch.num, readPieces(path));
  await copyWorkbook({ from, to, newId }, batch);
}

async function copyWorkbook({ from, to, newId }: MoveRequest, batch: Batch): Promise<void> {
  const facts = readWorkbookFacts(batch);
  if (facts === undefined) return;
  const source = workbookPath({ ledger: from }, batch);
  const path = workbookPath({ ledger: to }, batch);
  const pieces = () => (existsSync(source) ? readPieces(source) : from.readWorkbook(batch.num));
  if (await restoreCopy(path, facts, newId, pieces))
    await to.storeWorkbook(batch.num, readPieces(path));
}
