/**
 * How long the machine had been running, and the name of that run, when a settle time began: clocks may be set, also
 * that of the database.
 */
export const SETTLING = `
DROP TABLE uptimes;
ALTER TABLE jobs ADD COLUMN uptime double precision, ADD COLUMN boot text;
ALTER TABLE lookups ADD COLUMN uptime double precision, ADD COLUMN boot text;`;
