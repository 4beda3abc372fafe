import type { SqliteRow } from '../../../src/sqlite/engine.js';
import type { World } from '../world.js';

export type ViewedBatch = ReturnType<typeof viewLedger>['batches'][number];
export type ViewedJob = ViewedBatch['jobs'][number];

/** What the ledger has, read past all of its operations; identifiers with a paid record, too. */
export function viewLedger({ databases }: World) {
  const { path } = databases;
  if (path === undefined) return { batches: [], records: new Set<string>() };
  const db = databases.open(path);
  const items = db.prepare('SELECT width, ids, answers FROM items WHERE batch = ? AND seq = ?');
  const jobs = db.prepare('SELECT seq, kind, state, job_id FROM jobs WHERE batch = ? ORDER BY seq');
  const all = db.prepare('SELECT num, id, file, key_fingerprint FROM batches ORDER BY num').all();
  const doubtful = db.prepare("SELECT kind, id FROM lookups WHERE state = 'doubtful'").all();
  const inDoubt = new Set(doubtful.map(({ kind, id }) => `${String(kind)} ${String(id)}`));
  const records = db.prepare('SELECT DISTINCT id FROM records').all();
  const batches = all.map(({ num = 0, id, file, key_fingerprint: key }) => {
    const own = jobs.all(num).map(({ seq = 0, kind, state, job_id: jobId }) => ({
      seq: Number(seq),
      kind: kind as 'cpf' | 'cnpj',
      state: String(state),
      jobId: jobId as string | null,
      ...itemsIn(items.get(num, seq)),
    }));
    const leftOut = own
      .filter(({ state }) => state === 'planned')
      .flatMap(({ kind, unanswered }) => unanswered.filter((one) => inDoubt.has(`${kind} ${one}`)));
    return {
      id: String(id),
      file: String(file),
      keyFingerprint: String(key),
      jobs: own,
      leftOut,
    };
  });
  return { batches, records: new Set(records.map(({ id }) => String(id))) };
}

/** The identifiers of a job; those that the ledger itself answered are not sent. */
function itemsIn(row: SqliteRow | undefined) {
  const width = Number(row?.['width'] ?? 0);
  const answers = [...((row?.['answers'] ?? []) as Uint8Array)];
  const ids = answers.map((_, at) => String(row?.['ids']).slice(at * width, (at + 1) * width));
  return {
    ids: ids.filter((_, at) => (answers[at] ?? 0) < 4),
    unanswered: ids.filter((_, at) => answers[at] === 0),
  };
}
