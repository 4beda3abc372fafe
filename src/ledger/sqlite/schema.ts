import { UsageError } from '../../errors.js';
import { MARK_TABLE } from '../copy/mark.js';
import type { Database } from '../../sqlite/index.js';

/** The states that may follow each of a job, as they are now. */
const NEW_STATES = `DROP TRIGGER job_transitions;
  CREATE TRIGGER job_transitions BEFORE UPDATE OF state ON jobs
  WHEN OLD.state <> NEW.state AND OLD.state || ' ' || NEW.state NOT IN (
    'planned submitting',
    'submitting accepted', 'submitting planned', 'submitting unconfirmed',
    'accepted done', 'accepted failed', 'accepted unconfirmed', 'accepted abandoned',
    'unconfirmed planned', 'unconfirmed accepted', 'unconfirmed abandoned',
    'abandoned accepted', 'abandoned unconfirmed')
  BEGIN SELECT RAISE(ABORT, 'a job cannot go from this state to that one'); END;`;

/** Each entry upgrades the schema by one version. Released entries never change. */
export const migrations: readonly string[] = [
  `CREATE TABLE batches (
     num INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     kind TEXT CHECK (kind IN ('cpf', 'cnpj')),
     file TEXT NOT NULL,
     label TEXT,
     match_key TEXT NOT NULL,
     generation INTEGER NOT NULL,
     base_url TEXT NOT NULL,
     key_fingerprint TEXT NOT NULL,
     layout TEXT,
     created_at INTEGER NOT NULL,
     planned_at INTEGER,
     row_count INTEGER NOT NULL DEFAULT 0,
     invalid INTEGER NOT NULL DEFAULT 0,
     duplicates INTEGER NOT NULL DEFAULT 0,
     repaired INTEGER NOT NULL DEFAULT 0,
     reasons TEXT NOT NULL DEFAULT '{}',
     output TEXT,
     output_stamp TEXT,
     UNIQUE (match_key, generation)
   );
   CREATE TABLE jobs (
     batch INTEGER NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
     seq INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN
       ('planned', 'submitting', 'accepted', 'done', 'failed', 'unconfirmed', 'abandoned')),
     job_id TEXT UNIQUE,
     items INTEGER NOT NULL,
     used_before REAL,
     live_before INTEGER,
     submitted_at INTEGER,
     doubted_at INTEGER,
     accepted_at INTEGER,
     polled_at INTEGER,
     polls INTEGER NOT NULL DEFAULT 0,
     ended_at INTEGER,
     rejected INTEGER NOT NULL DEFAULT 0,
     found INTEGER NOT NULL DEFAULT 0,
     not_found INTEGER NOT NULL DEFAULT 0,
     skipped INTEGER NOT NULL DEFAULT 0,
     error TEXT,
     PRIMARY KEY (batch, seq),
     CHECK (state NOT IN ('accepted', 'done', 'failed') OR job_id IS NOT NULL)
   ) WITHOUT ROWID;
   CREATE TABLE records (
     num INTEGER PRIMARY KEY,
     kind TEXT NOT NULL,
     id TEXT NOT NULL,
     fetched_at INTEGER NOT NULL,
     data TEXT NOT NULL,
     single INTEGER NOT NULL DEFAULT 0
   );
   CREATE INDEX records_of_singles ON records (fetched_at) WHERE single = 1;
   CREATE INDEX records_by_id ON records (kind, id, fetched_at);
   CREATE TABLE items (
     batch INTEGER NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
     id TEXT NOT NULL,
     position INTEGER NOT NULL,
     job INTEGER,
     answer TEXT CHECK (answer IN ('found', 'not_found', 'rejected')),
     record INTEGER REFERENCES records (num),
     answered_at INTEGER,
     PRIMARY KEY (batch, id)
   ) WITHOUT ROWID;
   CREATE INDEX items_by_job ON items (batch, job);
   CREATE TABLE slots (
     rate_group TEXT NOT NULL,
     minute INTEGER NOT NULL,
     used INTEGER NOT NULL,
     PRIMARY KEY (rate_group, minute)
   ) WITHOUT ROWID;`,
  `ALTER TABLE jobs ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE batches ADD COLUMN fresh INTEGER NOT NULL DEFAULT 0;
   UPDATE jobs SET round = 2 WHERE state IN ('done', 'failed') AND found >
     (SELECT count(*) FROM items i WHERE i.batch = jobs.batch AND i.job = jobs.seq AND i.answer = 'found');
   CREATE TRIGGER job_transitions BEFORE UPDATE OF state ON jobs
   WHEN OLD.state <> NEW.state AND OLD.state || ' ' || NEW.state NOT IN (
     'planned submitting',
     'submitting accepted', 'submitting planned', 'submitting unconfirmed',
     'accepted done', 'accepted failed', 'accepted unconfirmed',
     'unconfirmed planned', 'unconfirmed accepted', 'unconfirmed abandoned')
   BEGIN SELECT RAISE(ABORT, 'a job cannot go from this state to that one'); END;
   CREATE TRIGGER job_submitting BEFORE UPDATE OF state ON jobs
   WHEN NEW.state = 'submitting' AND (NEW.used_before IS NULL OR NEW.submitted_at IS NULL)
   BEGIN SELECT RAISE(ABORT, 'a submission needs the balance and the time before it'); END;
   CREATE TRIGGER job_deletion BEFORE DELETE ON jobs
   WHEN OLD.state <> 'planned' AND EXISTS (SELECT 1 FROM batches WHERE num = OLD.batch)
   BEGIN SELECT RAISE(ABORT, 'only a planned job can be dropped'); END;
   CREATE TABLE decisions (
     num INTEGER PRIMARY KEY,
     batch INTEGER NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
     job INTEGER NOT NULL,
     at INTEGER NOT NULL,
     decision TEXT NOT NULL,
     evidence TEXT NOT NULL
   );
   CREATE INDEX decisions_by_batch ON decisions (batch, at);`,
  // The batch of a column with both kinds has no kind of its own; each of its jobs has one.
  `ALTER TABLE batches ADD COLUMN mixed INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE jobs ADD COLUMN kind TEXT CHECK (kind IN ('cpf', 'cnpj'));
   UPDATE jobs SET kind = (SELECT b.kind FROM batches b WHERE b.num = jobs.batch);`,
  // With the answer in the index, counts by outcome and searches for running jobs read no rows.
  `DROP INDEX items_by_job;
   CREATE INDEX items_by_job ON items (batch, job, answer);`,
  // Hash and size that the private copy of the input must still have; null for batches of older
  // versions.
  `ALTER TABLE batches ADD COLUMN input_hash TEXT;
   ALTER TABLE batches ADD COLUMN input_size INTEGER;`,
  // Says whether a sandbox answered, whose records are invented.
  `CREATE TABLE answered_by (service TEXT PRIMARY KEY) WITHOUT ROWID;`,
  // The balance book: readings of the balance, ticks for the order of events, and what the jobs of deleted
  // batches were charged. Single lookups leave a mark.
  `CREATE TABLE ticks (tick INTEGER NOT NULL);
   INSERT INTO ticks VALUES (0);
   CREATE TABLE readings (
     after INTEGER PRIMARY KEY,
     before INTEGER NOT NULL,
     account TEXT NOT NULL,
     key_fingerprint TEXT NOT NULL,
     at INTEGER NOT NULL,
     plan TEXT NOT NULL,
     used REAL NOT NULL,
     remaining REAL NOT NULL
   );
   CREATE INDEX readings_by_account ON readings (account, after);
   CREATE INDEX readings_by_key ON readings (key_fingerprint, after);
   CREATE TABLE past_jobs (
     key_fingerprint TEXT NOT NULL,
     kind TEXT NOT NULL,
     submitted_at INTEGER NOT NULL,
     begun_tick INTEGER NOT NULL,
     ended_tick INTEGER NOT NULL,
     found INTEGER NOT NULL,
     items INTEGER NOT NULL,
     doubtful INTEGER NOT NULL
   );
   CREATE TABLE lookups (
     num INTEGER PRIMARY KEY,
     kind TEXT NOT NULL CHECK (kind IN ('cpf', 'cnpj')),
     id TEXT NOT NULL,
     way TEXT NOT NULL CHECK (way IN ('simple', 'realtime')),
     key_fingerprint TEXT NOT NULL,
     holder TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('asking', 'doubtful', 'found', 'free', 'given_up')),
     verdict TEXT,
     begun_at INTEGER NOT NULL,
     doubted_at INTEGER,
     begun_tick INTEGER NOT NULL,
     ended_tick INTEGER
   );
   CREATE INDEX lookups_open ON lookups (kind, id) WHERE state IN ('asking', 'doubtful');
   CREATE INDEX lookups_by_key ON lookups (key_fingerprint, begun_tick);
   ALTER TABLE jobs ADD COLUMN begun_tick INTEGER;
   ALTER TABLE jobs ADD COLUMN ended_tick INTEGER;
   ALTER TABLE jobs ADD COLUMN verdict TEXT;
   DROP TRIGGER job_transitions;
   CREATE TRIGGER job_transitions BEFORE UPDATE OF state ON jobs
   WHEN OLD.state <> NEW.state AND OLD.state || ' ' || NEW.state NOT IN (
     'planned submitting',
     'submitting accepted', 'submitting planned', 'submitting unconfirmed',
     'accepted done', 'accepted failed', 'accepted unconfirmed', 'accepted abandoned',
     'unconfirmed planned', 'unconfirmed accepted', 'unconfirmed abandoned')
   BEGIN SELECT RAISE(ABORT, 'a job cannot go from this state to that one'); END;`,
  // A batch remembers every result that it wrote, and whether what it found was delivered.
  `ALTER TABLE batches ADD COLUMN outputs TEXT NOT NULL DEFAULT '{}';
   UPDATE batches SET outputs = json_object(output, output_stamp)
     WHERE output IS NOT NULL AND output_stamp IS NOT NULL;
   ALTER TABLE batches ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0;
   UPDATE batches SET delivered = 1;`,
  // How long a machine had been running when a settle time began, because its clock may be set.
  `CREATE TABLE uptimes (
     tick INTEGER NOT NULL,
     ms REAL NOT NULL,
     host TEXT NOT NULL,
     boot TEXT NOT NULL
   );
   CREATE INDEX uptimes_by_tick ON uptimes (tick);`,
  // The real-time lookup in doubt that a job waits for. What it may have been charged is the lookup's.
  `ALTER TABLE jobs ADD COLUMN lookup INTEGER;
   CREATE INDEX jobs_by_lookup ON jobs (lookup) WHERE lookup IS NOT NULL;`,
  // What paid records answered by UTC day, where no batch shows it: single lookups, and deleted batches.
  `CREATE TABLE savings (
     day INTEGER NOT NULL,
     source TEXT NOT NULL CHECK (source IN ('lookups', 'deleted')),
     kind TEXT NOT NULL CHECK (kind IN ('cpf', 'cnpj', 'realtime')),
     key_fingerprint TEXT NOT NULL,
     records INTEGER NOT NULL,
     PRIMARY KEY (day, source, kind, key_fingerprint)
   ) WITHOUT ROWID;`,
  // Records of single lookups that were paid for and that nobody has been shown yet.
  `CREATE TABLE unshown (
     num INTEGER PRIMARY KEY,
     kind TEXT NOT NULL,
     id TEXT NOT NULL,
     way TEXT NOT NULL,
     asked TEXT NOT NULL,
     holder TEXT NOT NULL,
     fetched_at INTEGER NOT NULL,
     data TEXT NOT NULL
   );
   CREATE INDEX unshown_by_id ON unshown (kind, id);`,
  // What has been shown stays for a moment, for those who waited for it.
  'ALTER TABLE unshown ADD COLUMN shown_at INTEGER',
  // What a copy of the whole ledger leaves in it.
  MARK_TABLE,
  // The credits to which the user has limited a batch, those that it was charged before among them.
  'ALTER TABLE batches ADD COLUMN agreed REAL',
  // The credits that a record of each request counts.
  `ALTER TABLE jobs ADD COLUMN price REAL;
   ALTER TABLE jobs ADD COLUMN seen_at INTEGER;
   ALTER TABLE past_jobs ADD COLUMN price REAL;
   ALTER TABLE past_jobs ADD COLUMN ended_at INTEGER;
   ALTER TABLE lookups ADD COLUMN price REAL;
   ALTER TABLE lookups ADD COLUMN ended_at INTEGER;
   CREATE INDEX lookups_by_holder ON lookups (holder);
   CREATE INDEX lookups_ended ON lookups (ended_at) WHERE ended_at IS NOT NULL;
   CREATE INDEX lookups_unpriced ON lookups (begun_tick) WHERE price IS NULL AND state <> 'free';`,
  // A job that was given up comes home when its id turns up.
  NEW_STATES,
  // How long the machine had been running, and the name of that run, when a settle time began: clocks may be set.
  // What single lookups left in doubt is theirs again, also where a job had taken it over or waited for it.
  `UPDATE lookups SET state = 'doubtful', ended_tick = NULL,
     verdict = (SELECT nullif(verdict, 'other_account') FROM jobs j WHERE j.begun_tick = lookups.begun_tick),
     id = (SELECT i.id FROM jobs j JOIN items i ON i.batch = j.batch AND i.job = j.seq
           WHERE j.begun_tick = lookups.begun_tick)
   WHERE state = 'given_up' AND begun_tick IN (
     SELECT j.begun_tick FROM jobs j JOIN items i ON i.batch = j.batch AND i.job = j.seq
     WHERE j.state = 'unconfirmed' AND j.job_id IS NULL AND j.used_before IS NULL AND j.lookup IS NULL);
   UPDATE lookups SET state = 'free' WHERE state = 'given_up'
     AND begun_tick IN (SELECT begun_tick FROM jobs UNION SELECT begun_tick FROM past_jobs);
   UPDATE jobs SET state = 'planned', submitted_at = NULL, doubted_at = NULL, begun_tick = NULL, verdict = NULL,
     error = NULL WHERE state = 'unconfirmed' AND job_id IS NULL AND used_before IS NULL;
   UPDATE jobs SET items = 0 WHERE lookup IS NOT NULL AND state = 'abandoned';
   DROP INDEX jobs_by_lookup;
   ALTER TABLE jobs DROP COLUMN lookup;
   DROP TABLE uptimes;
   ALTER TABLE jobs ADD COLUMN uptime REAL;
   ALTER TABLE jobs ADD COLUMN boot TEXT;
   ALTER TABLE lookups ADD COLUMN uptime REAL;
   ALTER TABLE lookups ADD COLUMN boot TEXT;`,
  // Rows that were erased, and the records among them that the jobs of the batch had paid for.
  "ALTER TABLE batches ADD COLUMN erased TEXT NOT NULL DEFAULT '{}'",
  // A job that was given up for a submission that was refused is in doubt again.
  NEW_STATES,
  // Of a limit from before, what the batch was charged earlier is a part. And each request looks for the last one before it.
  `ALTER TABLE batches ADD COLUMN agreed_tick INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX lookups_by_time ON lookups (begun_at);`,
];

/** Upgrades the database to the newest schema. Refuses a schema that is newer than this program. */
export function migrate(db: Database): void {
  db.transaction(() => {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > migrations.length) throw new UsageError('ledger_newer', {});
    // Even the same number would be written and flushed, each time that a ledger is opened.
    if (version === migrations.length) return;
    for (const step of migrations.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version=${migrations.length}`);
  });
}
