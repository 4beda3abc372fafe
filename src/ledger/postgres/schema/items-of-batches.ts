/**
 * What the foreign key of items did, once for a statement: it looked up the batch of every single row, which took half
 * of the time of a plan. A batch that is named cannot be deleted by another transaction meanwhile.
 */
export const ITEMS_OF_BATCHES = `
ALTER TABLE items DROP CONSTRAINT items_batch_fkey;
CREATE FUNCTION require_batches() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM batches WHERE num IN (SELECT batch FROM added) FOR KEY SHARE;
    IF EXISTS (SELECT 1 FROM (SELECT DISTINCT batch FROM added) a
      WHERE NOT EXISTS (SELECT 1 FROM batches b WHERE b.num = a.batch)) THEN
      RAISE EXCEPTION 'an item belongs to a batch' USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN NULL;
  END $$;
CREATE TRIGGER items_have_batches AFTER INSERT ON items REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION require_batches();
CREATE FUNCTION remove_items() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM items WHERE batch IN (SELECT num FROM gone);
    RETURN NULL;
  END $$;
CREATE TRIGGER batches_with_items AFTER DELETE ON batches REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remove_items();`;
