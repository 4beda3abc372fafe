/**
 * The first schema. Flags are integers and times epoch ms, as in SQLite, so that rows of both are read alike.
 * Identifiers have the order of their characters (`"C"`), whatever the language of the database.
 */
export const TABLES = `
CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
CREATE TABLE batches (
  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  kind text CHECK (kind IN ('cpf', 'cnpj')),
  mixed integer NOT NULL DEFAULT 0,
  file text NOT NULL,
  label text,
  match_key text NOT NULL,
  generation integer NOT NULL,
  base_url text NOT NULL,
  key_fingerprint text NOT NULL,
  fresh integer NOT NULL DEFAULT 0,
  layout text,
  created_at bigint NOT NULL,
  planned_at bigint,
  row_count bigint NOT NULL DEFAULT 0,
  invalid bigint NOT NULL DEFAULT 0,
  duplicates bigint NOT NULL DEFAULT 0,
  repaired bigint NOT NULL DEFAULT 0,
  reasons text NOT NULL DEFAULT '{}',
  input_hash text,
  input_size bigint,
  output text,
  outputs text NOT NULL DEFAULT '{}',
  delivered integer NOT NULL DEFAULT 0,
  UNIQUE (match_key, generation)
);
CREATE TABLE jobs (
  batch bigint NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
  seq integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cpf', 'cnpj')),
  round integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN
    ('planned', 'submitting', 'accepted', 'done', 'failed', 'unconfirmed', 'abandoned')),
  job_id text UNIQUE,
  items integer NOT NULL,
  used_before double precision,
  submitted_at bigint,
  doubted_at bigint,
  accepted_at bigint,
  polled_at bigint,
  polls integer NOT NULL DEFAULT 0,
  ended_at bigint,
  rejected integer NOT NULL DEFAULT 0,
  found integer NOT NULL DEFAULT 0,
  not_found integer NOT NULL DEFAULT 0,
  skipped integer NOT NULL DEFAULT 0,
  error text,
  begun_tick bigint,
  ended_tick bigint,
  verdict text,
  lookup bigint,
  PRIMARY KEY (batch, seq),
  CHECK (state NOT IN ('accepted', 'done', 'failed') OR job_id IS NOT NULL),
  CHECK (state <> 'submitting' OR (used_before IS NOT NULL AND submitted_at IS NOT NULL))
);
CREATE INDEX jobs_open ON jobs (state) WHERE state IN ('submitting', 'accepted', 'unconfirmed');
CREATE INDEX jobs_by_lookup ON jobs (lookup) WHERE lookup IS NOT NULL;
CREATE INDEX jobs_by_begun_tick ON jobs (begun_tick) WHERE begun_tick IS NOT NULL;
CREATE TABLE records (
  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  id text COLLATE "C" NOT NULL,
  fetched_at bigint NOT NULL,
  data text NOT NULL,
  single integer NOT NULL DEFAULT 0
);
CREATE INDEX records_of_singles ON records (fetched_at) WHERE single = 1;
CREATE INDEX records_by_id ON records (kind, id, fetched_at);
CREATE TABLE items (
  batch bigint NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  job integer,
  answer text CHECK (answer IN ('found', 'not_found', 'rejected')),
  record bigint,
  answered_at bigint,
  PRIMARY KEY (batch, id)
);
CREATE INDEX items_by_job ON items (batch, job, answer);
CREATE TABLE slots (
  rate_group text NOT NULL,
  minute bigint NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (rate_group, minute)
);
CREATE TABLE decisions (
  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch bigint NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
  job integer NOT NULL,
  at bigint NOT NULL,
  decision text NOT NULL,
  evidence text NOT NULL
);
CREATE INDEX decisions_by_batch ON decisions (batch, num);
CREATE TABLE answered_by (service text PRIMARY KEY);
CREATE TABLE ticks (tick bigint NOT NULL);
INSERT INTO ticks VALUES (0);
CREATE TABLE readings (
  after bigint PRIMARY KEY,
  before bigint NOT NULL,
  account text NOT NULL,
  key_fingerprint text NOT NULL,
  at bigint NOT NULL,
  plan text NOT NULL,
  used double precision NOT NULL,
  remaining double precision NOT NULL
);
CREATE INDEX readings_by_account ON readings (account, after);
CREATE INDEX readings_by_key ON readings (key_fingerprint, after);
CREATE TABLE past_jobs (
  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key_fingerprint text NOT NULL,
  kind text NOT NULL,
  submitted_at bigint NOT NULL,
  begun_tick bigint NOT NULL,
  ended_tick bigint NOT NULL,
  found integer NOT NULL,
  items integer NOT NULL,
  doubtful integer NOT NULL
);
CREATE TABLE lookups (
  num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('cpf', 'cnpj')),
  id text COLLATE "C" NOT NULL,
  way text NOT NULL CHECK (way IN ('simple', 'realtime')),
  key_fingerprint text NOT NULL,
  holder text NOT NULL,
  state text NOT NULL CHECK (state IN ('asking', 'doubtful', 'found', 'free', 'given_up')),
  verdict text,
  begun_at bigint NOT NULL,
  doubted_at bigint,
  begun_tick bigint NOT NULL,
  ended_tick bigint
);
CREATE INDEX lookups_open ON lookups (kind, id) WHERE state IN ('asking', 'doubtful');
CREATE INDEX lookups_by_key ON lookups (key_fingerprint, begun_tick);
CREATE TABLE uptimes (tick bigint NOT NULL, at bigint NOT NULL);
CREATE INDEX uptimes_by_tick ON uptimes (tick);
CREATE TABLE savings (
  day bigint NOT NULL,
  source text NOT NULL CHECK (source IN ('lookups', 'deleted')),
  kind text NOT NULL CHECK (kind IN ('cpf', 'cnpj', 'realtime')),
  key_fingerprint text NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (day, source, kind, key_fingerprint)
);
CREATE TABLE unshown (
  num bigint PRIMARY KEY,
  kind text NOT NULL,
  id text COLLATE "C" NOT NULL,
  way text NOT NULL,
  asked text NOT NULL,
  holder text NOT NULL,
  fetched_at bigint NOT NULL,
  data text NOT NULL,
  shown_at bigint
);
CREATE INDEX unshown_by_id ON unshown (kind, id);
CREATE SEQUENCE fences;
CREATE TABLE leases (
  name text PRIMARY KEY,
  fence bigint NOT NULL,
  host text NOT NULL,
  since bigint NOT NULL,
  until bigint NOT NULL
);`;
