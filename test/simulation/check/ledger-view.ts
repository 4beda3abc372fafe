import type { Row, Value } from '../../../src/sqlite/engine.js';
import type { World } from '../world.js';

type LedgerView = ReturnType<typeof viewLedger>;
export type ViewedBatch = LedgerView['batches'][number];
export type ViewedJob = ViewedBatch['jobs'][number];

/** What the ledger has, read past all of its operations; identifiers with a paid record, too. */
export function viewLedger(world: World) {
  const path = world.ledgerPath;
  if (path === undefined) return { batches: [], records: new Set<string>() };
  const db = world.databases.open(path);
  const values = db.prepare('SELECT width, ids, answers FROM items WHERE batch = ? AND seq = ?');
  const itemsOf = (batch: Value, seq: Value) => itemsIn(values.get(batch, seq));
  const jobs = db.prepare('SELECT seq, kind, state, job_id FROM jobs WHERE batch = ? ORDER BY seq');
  const batches = db
    .prepare('SELECT num, id, file, key_fingerprint FROM batches ORDER BY num')
    .all();
  const doubtful = db.prepare("SELECT kind, id FROM lookups WHERE state = 'doubtful'").all();
  const inDoubt = new Set(doubtful.map(({ kind, id }) => `${String(kind)} ${String(id)}`));
  const records = db.prepare('SELECT DISTINCT id FROM records').all();
  return {
    records: new Set(records.map(({ id }) => String(id))),
    batches: batches.map(({ num, id, file, key_fingerprint: key }) => {
      const own = jobs.all(num ?? 0).map((job) => ({
        seq: Number(job['seq']),
        kind: job['kind'] as 'cpf' | 'cnpj',
        state: String(job['state']),
        jobId: job['job_id'] as string | null,
        ...itemsOf(num ?? 0, job['seq'] ?? 0),
      }));
      const planned = own.filter(({ state }) => state === 'planned');
      return {
        ...{ id: String(id), file: String(file), keyFingerprint: String(key), jobs: own },
        leftOut: planned.flatMap(({ kind, unanswered }) =>
          unanswered.filter((item) => inDoubt.has(`${kind} ${item}`)),
        ),
      };
    }),
  };
}

/** The identifiers of a job; those that the ledger itself answered are not sent. */
function itemsIn(row: Row | undefined) {
  const width = Number(row?.['width'] ?? 0);
  const answers = [...((row?.['answers'] ?? []) as Uint8Array)];
  const ids = answers.map((_, at) => String(row?.['ids']).slice(at * width, (at + 1) * width));
  return {
    ids: ids.filter((_, at) => (answers[at] ?? 0) < 4),
    unanswered: ids.filter((_, at) => answers[at] === 0),
  };
}
