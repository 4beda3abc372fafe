import type { World } from '../world.js';

/** What the ledger has, read past all of its operations. */
export interface LedgerView {
  readonly batches: readonly ViewedBatch[];
  /** Identifiers with a paid record. */
  readonly records: ReadonlySet<string>;
}

export interface ViewedBatch {
  readonly id: string;
  readonly file: string;
  readonly keyFingerprint: string;
  readonly jobs: readonly ViewedJob[];
  /** Identifiers that were never sent, because a single lookup may have been charged for them. */
  readonly leftOut: readonly string[];
}

export interface ViewedJob {
  readonly seq: number;
  readonly kind: 'cpf' | 'cnpj';
  readonly state: string;
  readonly jobId: string | null;
  readonly ids: readonly string[];
  readonly unanswered: readonly string[];
}

export function viewLedger(world: World): LedgerView {
  const path = world.ledgerPath;
  if (path === undefined) return { batches: [], records: new Set() };
  const db = world.databases.open(path);
  const items = db.prepare('SELECT id, answer FROM items WHERE batch = ? AND job = ?');
  const jobs = db.prepare('SELECT seq, kind, state, job_id FROM jobs WHERE batch = ? ORDER BY seq');
  const batches = db
    .prepare('SELECT num, id, file, key_fingerprint FROM batches ORDER BY num')
    .all();
  const leftOut = db.prepare(
    `SELECT DISTINCT i.id FROM items i JOIN jobs j ON j.batch = i.batch AND j.seq = i.job
     JOIN lookups l ON l.kind = j.kind AND l.id = i.id AND l.state = 'doubtful'
     WHERE i.batch = ? AND i.answer IS NULL AND j.state = 'planned'`,
  );
  const records = db.prepare('SELECT DISTINCT id FROM records').all();
  return {
    records: new Set(records.map(({ id }) => String(id))),
    batches: batches.map(({ num, id, file, key_fingerprint: key }) => ({
      id: String(id),
      file: String(file),
      keyFingerprint: String(key),
      leftOut: leftOut.all(num ?? 0).map(({ id: item }) => String(item)),
      jobs: jobs.all(num ?? 0).map((job) => {
        const all = items.all(num ?? 0, job['seq'] ?? 0);
        return {
          seq: Number(job['seq']),
          kind: job['kind'] as 'cpf' | 'cnpj',
          state: String(job['state']),
          jobId: job['job_id'] as string | null,
          ids: all.map(({ id: item }) => String(item)),
          unanswered: all
            .filter(({ answer }) => answer === null)
            .map(({ id: item }) => String(item)),
        };
      }),
    })),
  };
}
