import { openDatabase, type Database } from '../sqlite/index.js';
import { ConfereError } from '../errors.js';

export type { Database } from '../sqlite/index.js';

/** `items`: in processing order, one a line. `outcomes`: a letter each: `f` found, `n` not found, `s` skipped. */
const SCHEMA = `
  CREATE TABLE account (id INTEGER PRIMARY KEY CHECK (id = 1), value TEXT NOT NULL);
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, api_key TEXT NOT NULL, status TEXT NOT NULL,
    file_name TEXT, format TEXT, error TEXT, total INTEGER NOT NULL, done INTEGER NOT NULL,
    seed INTEGER NOT NULL, speed REAL NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  );
  CREATE INDEX jobs_by_status ON jobs (status, kind);
  CREATE TABLE job_items (
    job_id TEXT PRIMARY KEY REFERENCES jobs (id), items TEXT NOT NULL, outcomes TEXT NOT NULL
  );
  CREATE TABLE requests (
    api_key TEXT NOT NULL, lookup TEXT NOT NULL, minute INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (api_key, lookup)
  );
  CREATE TABLE turns (name TEXT PRIMARY KEY, count INTEGER NOT NULL);
`;

const VERSION = 6;

/** Opens the state, a file or `:memory:`, and creates it on first use; another version's is reset (`onAnew`), because it is only test data. */
export function openState(path: string, onAnew: () => void = () => undefined): Database {
  const db = openDatabase(path);
  try {
    // The sandbox charges no real money, so a power cut may lose its last second.
    db.exec('PRAGMA synchronous=NORMAL');
    const found = db.transaction(() => upgrade(db));
    if (found > 0 && found !== VERSION) onAnew();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function upgrade(db: Database): number {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === VERSION) return version;
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid DESC")
    .all();
  for (const { name } of tables) db.exec(`DROP TABLE ${String(name)}`);
  db.exec(`${SCHEMA}; PRAGMA user_version = ${VERSION}`);
  return version;
}

/** Names the file of a damaged state, which the user may delete; returns other errors unchanged. */
export function namingState(error: unknown, path: string): unknown {
  if (!(error instanceof ConfereError) || error.code !== 'state_unusable') return error;
  const { why } = error.facts as { readonly why?: string };
  if (why !== 'damaged') return error;
  return new ConfereError('state_unusable', { of: 'sandbox_file', path }, { cause: error });
}
