import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  openLedger,
  type Batch,
  type Ledger,
  type SubmissionRequest,
} from '../../src/ledger/index.js';

export const NEW_BATCH = {
  ...{ id: 'abc', file: 'in.csv', label: null, matchKey: 'key' },
  ...{ baseUrl: 'http://127.0.0.1', keyFingerprint: 'finger', createdAt: 1 },
};

/** A folder that ends with the test; nothing is in it yet. */
export async function testFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'confere-ledger-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'state', 'ledger');
}

/** Opens a ledger that is closed with the test. */
export async function opened(folder: string): Promise<Ledger> {
  const ledger = await openLedger(folder);
  onTestFinished(() => ledger.close());
  return ledger;
}

export async function testLedger(): Promise<Ledger> {
  return opened(await testFolder());
}

/** A planned batch of one job with these CPFs. */
export async function plannedBatch(ledger: Ledger, ids: readonly string[]): Promise<Batch> {
  const { batch } = await ledger.claimBatch(NEW_BATCH, false);
  await ledger.beginPlan(batch.num, 'cpf', '{}');
  const items = ids.map((id, position) => ({ id, position, job: 1 }));
  await ledger.addPlannedItems(batch.num, items, Infinity, 1);
  const facts = { rows: ids.length, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };
  await ledger.finishPlan(batch.num, [{ seq: 1, kind: 'cpf', items: ids.length }], facts, 1);
  return batch;
}

/** The same, and the service took its job as `job`. */
export async function acceptedBatch(ledger: Ledger, ids: readonly string[]): Promise<Batch> {
  const batch = await plannedBatch(ledger, ids);
  await ledger.beginSubmission(submissionOf(batch.num));
  await ledger.keepJobId(batch.num, 1, 'job', 0, 2);
  return batch;
}

/** The submission of a planned job that nothing stops. */
export function submissionOf(batch: number, job = 1): SubmissionRequest {
  return {
    ...{ batch, job, proved: false, reuseSince: Infinity, evenIfElsewhere: false },
    ...{ allowOverage: true, usedCredits: 0, remainingCredits: 0, taken: 0, polls: 0, at: 1 },
  };
}
