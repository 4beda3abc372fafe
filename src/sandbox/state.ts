import { openDatabase, type Database } from '../sqlite/index.js';
import { ConfereError } from '../base/errors.js';

export type { Database } from '../sqlite/index.js';

/**
 * `items`: identifiers in processing order, one a line. `outcomes`: a letter for each: `f` found, `n` not found, `s`
 * skipped.
 */
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

/** SQL that drops the tables of every version of the state, and no others. */
const DROP_ALL = `DROP TABLE IF EXISTS job_items; DROP TABLE IF EXISTS jobs; DROP TABLE IF EXISTS requests;
  DROP TABLE IF EXISTS turns; DROP TABLE IF EXISTS account`;

const TABLES = 'account job_items jobs requests turns';

const VERSION = 6;

/** The `application_id` of a state: "cfsb" in ASCII. */
const APPLICATION_ID = 0x63667362;

/**
 * Opens the state, a file or `:memory:`, and creates it on first use. The state of another version of confere is reset
 * (`onReset`), because it is only test data. @throws ConfereError `state_unusable` for any other file, which stays as
 * it is
 */
export function openState(path: string, onReset: () => void = () => undefined): Database {
  const db = openDatabase(path, undefined, undefined, (file) => {
    if (recognizeFile(file) === 'foreign') throw foreignFileError(path);
  });
  try {
    // The sandbox charges no real money, so a power cut may lose its last second.
    db.exec('PRAGMA synchronous=NORMAL');
    if (db.transaction(() => upgrade(db, path)) === 'other version') onReset();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

type FileKind = 'empty' | 'current' | 'other version' | 'foreign';

function recognizeFile(db: Pick<Database, 'prepare'>): FileKind {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  const applicationId = Number(db.prepare('PRAGMA application_id').get()?.['application_id']);
  const tables = listTables(db);
  if (tables === '') return 'empty';
  // A state of this version may lack the application id, which the first builds did not write; its tables identify it.
  if (
    version === VERSION &&
    tables === TABLES &&
    (applicationId === APPLICATION_ID || applicationId === 0)
  )
    return 'current';
  return applicationId === APPLICATION_ID ? 'other version' : 'foreign';
}

function listTables(db: Pick<Database, 'prepare'>): string {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
  return db
    .prepare(sql)
    .all()
    .map(({ name }) => name)
    .join(' ');
}

function upgrade(db: Database, path: string): FileKind {
  const kind = recognizeFile(db);
  if (kind === 'other version') db.exec(DROP_ALL);
  if (kind !== 'current') {
    if (listTables(db) !== '') throw foreignFileError(path);
    db.exec(SCHEMA);
  }
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
  return kind;
}

function foreignFileError(path: string): ConfereError {
  return new ConfereError('state_unusable', { of: 'sandbox_file', path });
}

/**
 * Returns an error that names the file of a damaged state, which the user may delete; other errors stay as they are.
 */
export function explainStateError(error: unknown, path: string): unknown {
  if (!(error instanceof ConfereError) || error.code !== 'state_unusable') return error;
  const { why } = error.facts as { readonly why?: string };
  if (why !== 'damaged' && why !== 'foreign') return error;
  return new ConfereError('state_unusable', { of: 'sandbox_file', path }, { cause: error });
}
