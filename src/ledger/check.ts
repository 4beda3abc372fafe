import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { computeFactsOfPieces } from '../base/checksum.js';
import { isIntactCopy, inputPath, readWorkbookFacts, workbookPath } from './batch-folder.js';
import type { Batch, IntegrityIssue, Ledger } from './index.js';

/**
 * A private copy, or the workbook from which it was read, that is missing or differs from its checksum both in its folder
 * on this machine and in the ledger.
 */
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
  const flaws = [...(await ledger.findFlaws())];
  const batches = (await ledger.findBatches()).toSorted((a, b) => a.num - b.num);
  for (const { num, id } of batches) {
    // Calls into SQLite block the event loop, so signals get their turn here.
    await setImmediate();
    flaws.push(...(await ledger.findFlawsOfBatch(num, id)));
  }
  return flaws;
}

async function checkCopy(ledger: Ledger, batch: Batch): Promise<CopyFlaw[]> {
  if (batch.plannedAt === null) return [];
  const { num } = batch;
  const input = inputPath({ ledger }, batch);
  const flaws = await checkFile(batch, input, batch, () => ledger.readCopy(num));
  const workbook = readWorkbookFacts(batch);
  if (workbook === undefined) return flaws;
  const path = workbookPath({ ledger }, batch);
  return [...flaws, ...(await checkFile(batch, path, workbook, () => ledger.readWorkbook(num)))];
}

async function checkFile(
  batch: Batch,
  path: string,
  facts: Parameters<typeof isIntactCopy>[1],
  readStoredPieces: () => AsyncIterable<Uint8Array>,
): Promise<CopyFlaw[]> {
  if (await isIntactCopy(path, facts)) return [];
  const stored = await computeFactsOfPieces(readStoredPieces());
  if (stored.hash === facts.inputHash) return [];
  const isThere = stored.size > 0 || existsSync(path);
  return [{ of: 'copy', batch: batch.id, path, why: isThere ? 'changed' : 'gone' }];
}
