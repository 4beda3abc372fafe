import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { factsOfPieces } from '../base/checksum.js';
import { hasInput, inputPath } from './batch-folder.js';
import type { Batch, IntegrityIssue, Ledger } from './index.js';

interface CopyFlaw {
  readonly of: 'copy';
  readonly batch: string;
  readonly path: string;
  readonly why: 'gone' | 'changed';
}

export type Finding = IntegrityIssue | CopyFlaw;

export async function checkLedger(ledger: Ledger) {
  const findings: Finding[] = await flawsOf(ledger);
  const batches = await ledger.findBatches();
  for (const batch of batches) findings.push(...(await flawOfCopy(ledger, batch)));
  const { records } = await ledger.ledgerFacts();
  return { batches: batches.length, records, findings };
}

export async function flawsOf(ledger: Ledger): Promise<IntegrityIssue[]> {
  const all = [...(await ledger.flaws())];
  const batches = (await ledger.findBatches()).toSorted((a, b) => a.num - b.num);
  for (const { num, id } of batches) {
    // SQLite leaves time for nothing else.
    await setImmediate();
    all.push(...(await ledger.flawsOfBatch(num, id)));
  }
  return all;
}

async function flawOfCopy(ledger: Ledger, batch: Batch): Promise<CopyFlaw[]> {
  const path = inputPath({ ledger }, batch);
  if (batch.plannedAt === null || (await hasInput(path, batch))) return [];
  const stored = await factsOfPieces(ledger.copyOf(batch.num));
  if (stored.hash === batch.inputHash) return [];
  const isThere = stored.size > 0 || existsSync(path);
  return [{ of: 'copy', batch: batch.id, path, why: isThere ? 'changed' : 'gone' }];
}
