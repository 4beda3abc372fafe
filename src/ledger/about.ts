import type { IdentifierKind } from '../identifiers/index.js';
import { selectInCamelCase, type LedgerEngine, type Tx } from './db.js';
import { ANSWER } from './job-items.js';
import { iterateJobsWithIds } from './removal.js';
import { readStoredRecord } from './stored-values.js';
import { selectLog, type LogEntry } from './uses.js';

/** A record that is stored about a person or company. */
export interface RecordAbout {
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request for one identifier, with its answer. */
export interface IdentifierRequest extends LogEntry {
  readonly answer:
    | 'charged'
    | 'reused'
    | 'not_found'
    | 'invalid'
    | 'waiting'
    | 'unconfirmed'
    | 'free';
}

export function aboutOperations({ read }: LedgerEngine) {
  return {
    /** Returns the records about an identifier, the newest first, and every request for it, the oldest first. */
    readAbout: read(async (tx, kind: IdentifierKind, id: string) => ({
      records: await readRecordsAbout(tx, kind, id),
      requests: await readRequestsAbout(tx, kind, id),
    })),
  };
}

async function readRecordsAbout(tx: Tx, kind: IdentifierKind, id: string): Promise<RecordAbout[]> {
  const rows: { fetchedAt: number; data: string }[] = await tx.all(
    `SELECT ${selectInCamelCase('fetched_at, data')} FROM records WHERE kind = $1 AND id = $2
     UNION SELECT fetched_at, data FROM lookups WHERE kind = $1 AND id = $2 AND data IS NOT NULL
     ORDER BY 1 DESC`,
    ...[kind, id],
  );
  return rows.map(({ fetchedAt, data }) => ({
    fetchedAt,
    data: readStoredRecord(data, 'records'),
  }));
}

const NAMES_OF_ANSWERS = {
  [ANSWER.waiting]: 'waiting',
  [ANSWER.found]: 'charged',
  [ANSWER.not_found]: 'not_found',
  [ANSWER.rejected]: 'invalid',
  [ANSWER.reused]: 'reused',
  [ANSWER.refused]: 'invalid',
} as const;

async function readRequestsAbout(
  tx: Tx,
  kind: IdentifierKind,
  id: string,
): Promise<IdentifierRequest[]> {
  const lookupEntries = await selectLog(tx, 'kind = $1 AND id = $2', kind, id);
  const requests = lookupEntries.map((entry): IdentifierRequest => ({
    ...entry,
    answer: nameAnswer(entry),
  }));
  for await (const job of iterateJobsWithIds(tx, [id])) {
    const { num, id: batch, state, price, places, items } = job;
    const [at = 0] = places;
    const stored = NAMES_OF_ANSWERS[items.answers[at] as keyof typeof NAMES_OF_ANSWERS];
    const answer = stored === 'waiting' && state === 'unconfirmed' ? state : stored;
    const itemFacts = {
      kind,
      id,
      identifiers: 1,
      found: Number(answer === 'charged' || answer === 'reused'),
      reused: Number(answer === 'reused'),
      unconfirmed: Number(answer === 'unconfirmed'),
      erased: 0,
      credits: answer === 'charged' ? (price ?? 0) : 0,
      answer,
    };
    // The log has one entry for the batch, and one for each later use of the batch by another user or purpose.
    const [batchEntry] = await selectLog(tx, "request = 'batch' AND num = $1", num);
    const useEntries = await selectLog(tx, "request = 'batch_use' AND batch = $1", batch);
    if (batchEntry !== undefined) requests.push({ ...batchEntry, ...itemFacts });
    requests.push(...useEntries.map((use): IdentifierRequest => ({ ...use, kind, id, answer })));
  }
  return requests.toSorted((a, b) => a.at - b.at);
}

/** The ledger does not store why a lookup was free: not found, or refused. */
function nameAnswer({ found, reused, unconfirmed }: LogEntry): IdentifierRequest['answer'] {
  if (unconfirmed > 0) return 'unconfirmed';
  if (found === 0) return 'free';
  return reused > 0 ? 'reused' : 'charged';
}
