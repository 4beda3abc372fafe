import type { Connection, Engine, OpenOptions, Row, Statement, Value } from './engine.js';

/** Earlier versions can corrupt a file in WAL mode (sqlite.org/wal.html, "The WAL-Reset Bug"). */
const FIXED = [3, 51, 3];

/** The part of `node:sqlite` that is used; the types of Node 20 do not include it. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string | URL, options: { timeout: number }) => NodeDatabase;
}

interface NodeDatabase {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  close(): void;
}

interface NodeStatement {
  run(...values: readonly Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: readonly Value[]): Row | undefined;
  all(...values: readonly Value[]): Row[];
}

/** Node's own SQLite; undefined if Node has none, or one with the WAL-reset bug. */
export function nodeEngine(): Engine | undefined {
  if (!isFixed(process.versions['sqlite'])) return undefined;
  const sqlite = loadQuietly();
  if (sqlite === undefined) return undefined;
  const open = (place: string | URL, { timeout }: OpenOptions) =>
    asConnection(new sqlite.DatabaseSync(place, { timeout }));
  return {
    name: 'node',
    open,
    openReadOnly: (uri) => open(new URL(uri), { timeout: 0 }),
  };
}

/** Whether a version such as `3.51.3` has the fix for the WAL-reset bug. */
export function isFixed(version: string | undefined): boolean {
  const parts = (version ?? '').split('.').map(Number);
  const at = FIXED.findIndex((part, index) => part !== parts[index]);
  return at === -1 || (parts[at] ?? 0) > (FIXED[at] ?? 0);
}

/** Node 22 warns that its SQLite is experimental. Only that warning is suppressed. */
function loadQuietly(): NodeSqlite | undefined {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was, and called on its object
  const { emitWarning } = process;
  const quiet = (warning: string | Error, ...more: unknown[]) => {
    const isExpected = more[0] === 'ExperimentalWarning' && /^SQLite /.test(String(warning));
    if (!isExpected) Reflect.apply(emitWarning, process, [warning, ...more]);
  };
  process.emitWarning = quiet;
  try {
    return process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function asConnection(raw: NodeDatabase): Connection {
  return {
    prepare: (sql) => asStatement(raw.prepare(sql)),
    exec: (sql) => {
      raw.exec(sql);
    },
    get inTransaction() {
      return raw.isTransaction;
    },
    // SQLite makes checkpoints automatically.
    checkpoint: () => undefined,
    emptyLog: () => {
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => {
      if (raw.isOpen) raw.close();
    },
  };
}

function asStatement(raw: NodeStatement): Statement {
  return {
    run: (...values) => {
      const { changes, lastInsertRowid } = raw.run(...values);
      return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
    },
    get: (...values) => raw.get(...values),
    all: (...values) => raw.all(...values),
  };
}
