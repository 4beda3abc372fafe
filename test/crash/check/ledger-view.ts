import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEngine } from '../../../src/sqlite/engine.js';
import type { Value } from '../../../src/sqlite/index.js';

export interface LedgerJob {
  readonly batch: string;
  readonly seq: number;
  readonly state: string;
  readonly jobId: string | null;
  readonly ids: readonly string[];
}

export interface LedgerView {
  readonly jobs: readonly LedgerJob[];
  /** The errors of SQLite's integrity check; empty if there are none. */
  readonly damage: readonly string[];
}

/** Reads the ledger from a copy of its files, so that only the command recovers the original. */
export function readLedger(home: string, scratch: string): LedgerView {
  const path = ledgerPath(home);
  if (path === undefined) return { jobs: [], damage: [] };
  const folder = mkdtempSync(join(scratch, 'look-'));
  try {
    for (const end of ['', '-wal']) {
      if (existsSync(path + end)) copyFileSync(path + end, join(folder, `ledger.db${end}`));
    }
    return look(join(folder, 'ledger.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ledgerPath(home: string): string | undefined {
  const ledgers = join(home, 'state', 'ledgers');
  const [first] = existsSync(ledgers) ? readdirSync(ledgers) : [];
  const path = first === undefined ? undefined : join(ledgers, first, 'ledger.db');
  return path !== undefined && existsSync(path) ? path : undefined;
}

function look(path: string): LedgerView {
  const db = chooseEngine().open(path, { timeout: 0 });
  try {
    const all: All = <T>(sql: string, ...values: Value[]) => db.prepare(sql).all(...values) as T[];
    const integrity = all<{ integrity_check: string }>('PRAGMA integrity_check');
    const damage = [
      ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...all('PRAGMA foreign_key_check').map((row) => `foreign key: ${JSON.stringify(row)}`),
    ];
    const tables = all("SELECT 1 FROM sqlite_schema WHERE name = 'jobs'");
    return { damage, jobs: tables.length === 0 ? [] : jobsOf(all) };
  } finally {
    db.close();
  }
}

type All = <T>(sql: string, ...values: Value[]) => T[];

function jobsOf(all: All): LedgerJob[] {
  const rows = all<Omit<LedgerJob, 'ids'> & { num: number }>(
    `SELECT b.id AS batch, b.num, j.seq, j.state, j.job_id AS jobId FROM jobs j
     JOIN batches b ON b.num = j.batch ORDER BY b.num, j.seq`,
  );
  return rows.map(({ num, ...job }) => {
    const [items] = all<{ width: number; ids: string; answers: Uint8Array }>(
      'SELECT width, ids, answers FROM items WHERE batch = ? AND seq = ?',
      num,
      job.seq,
    );
    const { width = 0, ids = '', answers = [] } = items ?? {};
    const own = [...answers].flatMap((answer, at) =>
      answer < 4 ? [ids.slice(at * width, (at + 1) * width)] : [],
    );
    return { ...job, ids: own };
  });
}
