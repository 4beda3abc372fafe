/**
 * The second version: which machine has a lease; private copies of inputs, in pieces that are not compressed again; and
 * the batches that were removed, whose copies other machines remove from their folders.
 */
export const COPIES = `
ALTER TABLE leases ADD COLUMN machine text;
CREATE TABLE copies (
  batch bigint NOT NULL REFERENCES batches (num) ON DELETE CASCADE,
  number integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (batch, number)
);
ALTER TABLE copies ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE removed (id text COLLATE "C" PRIMARY KEY);
CREATE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO removed VALUES (OLD.id) ON CONFLICT DO NOTHING;
    RETURN OLD;
  END $$;
CREATE TRIGGER batch_removal AFTER DELETE ON batches FOR EACH ROW
  EXECUTE FUNCTION note_removal();`;

/** The fourth version: until when (by the database) the service wants no request of a kind, because it answered 429. */
export const REFUSALS = `
CREATE TABLE refusals (rate_group text PRIMARY KEY, until bigint NOT NULL);`;
