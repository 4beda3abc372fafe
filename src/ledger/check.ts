import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { computeFactsOfPieces } from '../base/checksum.js';
import { hasInput, inputPath } from './batch-folder.js';
import type { Batch, IntegrityIssue, Ledger } from './index.js';

/** A private copy that is missing or differs from its checksum, here and in the ledger. */
interface CopyFlaw {
  readonly of: 'copy';
  readonly batch: string;
  readonly path: string;
  readonly why: 'gone' | 'changed';
}

export type Finding = IntegrityIssue | CopyFlaw;

/** Checks the tables of a ledger, and the private copy of each batch. */
export async function checkLedger(ledger: Ledger) {
  const findings: Finding[] = await findFlaws(ledger);
  const batches = await ledger.findBatches();
  for (const batch of batches) findings.push(...(await checkCopy(ledger, batch)));
  const { records } = await ledger.ledgerFacts();
  return { batches: batches.length, records, findings };
}

export async function findFlaws(ledger: Ledger): Promise<IntegrityIssue[]> {
  const all = [...(await ledger.findFlaws())];
  const batches = (await ledger.findBatches()).toSorted((a, b) => a.num - b.num);
  for (const { num, id } of batches) {
    // Calls into SQLite block the event loop, so signals get their turn here.
    await setImmediate();
    all.push(...(await ledger.findFlawsOfBatch(num, id)));
  }
  return all;
}

async function checkCopy(ledger: Ledger, batch: Batch): Promise<CopyFlaw[]> {
  const path = inputPath({ ledger }, batch);
  if (batch.plannedAt === null || (await hasInput(path, batch))) return [];
  const stored = await computeFactsOfPieces(ledger.readCopy(batch.num));
  if (stored.hash === batch.inputHash) return [];
  const isThere = stored.size > 0 || existsSync(path);
  return [{ of: 'copy', batch: batch.id, path, why: isThere ? 'changed' : 'gone' }];
}
