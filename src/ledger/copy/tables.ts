import { TABLES, type Table } from '../schema.js';

export { TABLES as COPIED_TABLES };

/** All columns in the order of a raw row. */
export function columnsOf({ columns }: Table): readonly string[] {
  return columns;
}

/** @throws if no table has this name */
export function tableNamed(name: string): Table {
  const table = TABLES.find((one) => one.name === name);
  if (table === undefined) throw new RangeError(name);
  return table;
}
