import type { Connection, Engine, Statement, SqliteValue } from './connection.js';

/** The first SQLite version that cannot corrupt a file in WAL mode (sqlite.org/wal.html, "The WAL-Reset Bug"). */
const FIRST_FIXED_VERSION = [3, 51, 3];

/** The part of `node:sqlite` that is used; the types of Node 20 do not include it. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string | URL, options: { timeout: number }) => NodeDatabase;
}

interface NodeDatabase extends Pick<Connection, 'exec' | 'close'> {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare(sql: string): NodeStatement;
}

interface NodeStatement extends Omit<Statement, 'run'> {
  run(...values: readonly SqliteValue[]): { changes: number | bigint };
}

/** Returns Node's own SQLite; undefined if Node has none, or one with the WAL-reset bug. */
export function nodeEngine(): Engine | undefined {
  if (!hasWalResetFix(process.versions['sqlite'])) return undefined;
  const sqlite = loadQuietly();
  return (
    sqlite && {
      name: 'node',
      open(path, options) {
        const location = path.startsWith('file:') ? new URL(path) : path;
        return asConnection(new sqlite.DatabaseSync(location, options));
      },
    }
  );
}

export function hasWalResetFix(version: string | undefined): boolean {
  const parts = (version ?? '').split('.').map(Number);
  const firstDifference = FIRST_FIXED_VERSION.findIndex((part, index) => part !== parts[index]);
  return (
    firstDifference === -1 ||
    (parts[firstDifference] ?? 0) > (FIRST_FIXED_VERSION[firstDifference] ?? 0)
  );
}

/** Loads SQLite and suppresses the one warning of Node 22 that it is experimental. */
function loadQuietly(): NodeSqlite | undefined {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- restored unchanged, and called on its object
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    const isExpected = rest[0] === 'ExperimentalWarning' && /^SQLite /.test(String(warning));
    if (!isExpected) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function asConnection(raw: NodeDatabase): Connection {
  return {
    prepare(sql) {
      const statement = raw.prepare(sql);
      return {
        run: (...values) => ({ changes: Number(statement.run(...values).changes) }),
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
      };
    },
    exec: (sql) => raw.exec(sql),
    get inTransaction() {
      return raw.isTransaction;
    },
    // SQLite makes checkpoints automatically.
    checkpoint: () => undefined,
    emptyLog: () => raw.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => raw.isOpen && raw.close(),
  };
}
