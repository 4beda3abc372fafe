import { existsSync } from 'node:fs';
import { piecesOf } from '../base/checksum.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { unknownAcceptances } from './accepted.js';
import { inputPath, mendCopy } from './batch-folder.js';
import { compareTables, copyTables } from './copy.js';
import type { Batch, Ledger, LedgerFacts } from './index.js';
import { acceptLoss } from './lost.js';

interface MoveRequest {
  readonly from: Ledger;
  readonly to: Ledger;
  readonly newId: () => string;
}

/**
 * Copies a ledger into an empty one, and makes the old one refuse to pay; one that was cut short begins again. @throws
 * ConfereError `ledger_at_work`, `ledger_elsewhere`, `ledger_differs`; UsageError `ledger_not_empty`,
 * `ledger_copy_where`
 */
export async function moveLedger(request: MoveRequest) {
  const { from, to } = request;
  // Moved onto itself, it would be closed for ever.
  if ((await from.raw.self()) === (await to.raw.self()))
    throw new UsageError('ledger_copy_where', {});
  const [source, target] = [placeOf(await from.ledgerFacts()), placeOf(await to.ledgerFacts())];
  const [old, now] = [await from.raw.mark(), await to.raw.mark()];
  const isCopied = old?.state === 'moved' && now?.token === old.token;
  // It may have been killed at its end, before it could say so.
  if (!isCopied || now.state !== 'here') {
    const token = isCopied ? old.token : await copyAll(request, { source, target });
    // Folders that an earlier ledger left there. Once it is in use, only the user accepts a loss.
    await acceptLoss(to);
    await to.raw.turn(token, 'copying', 'here');
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
  const [mark, now] = [await from.raw.mark(), await to.raw.mark()];
  // Another process may have begun again when this one had all of it.
  const isOpen = mark?.state === 'moving' || (mark?.state === 'moved' && now?.state === 'copying');
  const isBegun = isOpen && mark.place === target;
  if (mark !== undefined && mark.state !== 'here' && !isBegun) throw await elsewhere(from);
  await requireRest(from);
  if ((await to.heldBatches()).length > 0) throw new ConfereError('ledger_at_work', {});
  if (!(await to.raw.receive({ place: source, token }, mark?.token)))
    throw new UsageError('ledger_not_empty', { place: target });
  if (!(await from.raw.leave({ place: target, token })))
    throw new ConfereError('ledger_at_work', {});
  await copyTables(from.raw, to.raw, token);
  for (const batch of await from.findBatches()) await copyInput(request, batch);
  await compareTables(from.raw, to.raw);
  if (!(await from.raw.turn(token, 'moving', 'moved'))) throw await elsewhere(from);
  return token;
}

/** False if there was nothing to take back. */
export async function stayHere({ raw }: Ledger): Promise<boolean> {
  const mark = await raw.mark();
  return mark?.state === 'moving' && (await raw.turn(mark.token, 'moving', null));
}

function placeOf({ place, schema }: LedgerFacts): string {
  return schema === null ? place : `${place} (${schema})`;
}

async function requireRest(from: Ledger): Promise<void> {
  const { underWay } = await from.ledgerFacts();
  const isHeld = underWay > 0 || (await from.heldBatches()).length > 0;
  if (isHeld) throw new ConfereError('ledger_at_work', {});
  for (const batch of await from.findBatches())
    if ((await unknownAcceptances(from, batch)).length > 0)
      throw new ConfereError('ledger_at_work', {});
}

async function elsewhere({ raw }: Ledger): Promise<ConfereError> {
  const mark = await raw.mark();
  const why = mark === undefined || mark.state === 'here' ? 'moving' : mark.state;
  return new ConfereError('ledger_elsewhere', { why, place: mark?.place ?? '' });
}

async function copyInput({ from, to, newId }: MoveRequest, batch: Batch): Promise<void> {
  if (batch.inputHash === null) return;
  const own = inputPath({ ledger: from }, batch);
  const path = inputPath({ ledger: to }, batch);
  // The old one may be damaged, as one that was fetched in an earlier attempt.
  await mendCopy(path, batch, newId, () =>
    existsSync(own) ? piecesOf(own) : from.copyOf(batch.num),
  );
  if (existsSync(path)) await to.keepCopy(batch.num, piecesOf(path));
}
