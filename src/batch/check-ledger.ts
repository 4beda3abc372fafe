import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { isIntact } from '../input/private-copy.js';
import type { Batch, IntegrityIssue, Ledger } from '../ledger/index.js';
import { inputPath } from './plan/open-batch.js';

interface CopyFlaw {
  readonly of: 'copy';
  readonly batch: string;
  readonly path: string;
  readonly why: 'gone' | 'changed';
}

export type Finding = IntegrityIssue | CopyFlaw;

export interface LedgerCheck {
  readonly batches: number;
  readonly records: number;
  readonly findings: readonly Finding[];
}

export async function checkLedger(ledger: Ledger): Promise<LedgerCheck> {
  const flaws = await flawsOf(ledger);
  const batches = await ledger.findBatches();
  const copies: CopyFlaw[] = [];
  for (const batch of batches) copies.push(...(await flawOfCopy(ledger, batch)));
  const { records } = await ledger.ledgerFacts();
  return { batches: batches.length, records, findings: [...flaws, ...copies] };
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
  const { inputHash: hash, inputSize: size, plannedAt, id } = batch;
  if (hash === null || size === null || plannedAt === null) return [];
  const path = inputPath({ ledger }, batch);
  if (await isIntact(path, { hash, size })) return [];
  const stored = await storedHash(ledger, batch.num);
  if (stored === hash) return [];
  const isThere = stored !== undefined || existsSync(path);
  return [{ of: 'copy', batch: id, path, why: isThere ? 'changed' : 'gone' }];
}

async function storedHash(ledger: Ledger, num: number): Promise<string | undefined> {
  const sum = createHash('sha256');
  let bytes = 0;
  for await (const piece of ledger.copyOf(num)) {
    sum.update(piece);
    bytes += piece.length;
  }
  return bytes === 0 ? undefined : sum.digest('hex');
}
