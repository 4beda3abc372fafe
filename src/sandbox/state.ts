import { openDatabase, type Database } from '../sqlite.js';

export type { Database } from '../sqlite.js';

/**
 * The whole state of the service. A job keeps its items apart, in processing order, one a line; its
 * outcomes are one letter per processed item: `f` found, `n` not found, `s` skipped.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS account (
    id INTEGER PRIMARY KEY CHECK (id = 1), plan TEXT NOT NULL, allowance REAL NOT NULL,
    overage INTEGER NOT NULL, used REAL NOT NULL, period TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, api_key TEXT NOT NULL, status TEXT NOT NULL,
    file_name TEXT, format TEXT, error TEXT, total INTEGER NOT NULL, outcomes TEXT NOT NULL,
    seed INTEGER NOT NULL, speed REAL NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS jobs_by_status ON jobs (status, kind);
  CREATE TABLE IF NOT EXISTS job_items (job_id TEXT PRIMARY KEY REFERENCES jobs (id), items TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS requests (
    api_key TEXT NOT NULL, lookup TEXT NOT NULL, minute INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (api_key, lookup)
  );
`;

/** Opens the state, made on first use; `path` is a file or `:memory:`. */
export function openState(path: string): Database {
  const db = openDatabase(path);
  db.exec(SCHEMA);
  return db;
}
