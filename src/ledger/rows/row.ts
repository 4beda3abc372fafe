/** A row of a table or a view, by its columns. Engines have the same columns, and numbers where SQLite has them. */
export type Row = Readonly<Record<string, string | number | null>>;
