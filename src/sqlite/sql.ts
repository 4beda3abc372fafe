/**
 * A text of SQL that is made of texts of this program alone. For the compiler all of them are one literal, so that a template in
 * which it stands is a literal too.
 */
export type Sql = 'SQL of this program';

/**
 * `S` where it is a literal, or a template of literals; `never` where a part of it is computed. Whoever fills a value into SQL
 * does it by a parameter of the statement.
 */
export type Written<S extends string> = Record<'', unknown> extends Record<S, unknown> ? never : S;

/** Gives a literal the type `Sql`: for a constant that is filled into others, and for a statement whose rows have a type. */
export function written<S extends string>(sql: Written<S>): Sql {
  return sql as string as Sql;
}

/** For what no compiler sees: a text joined of names and numbers of this program. Nothing of a file, a service or a ledger may be in it. */
export function composed(sql: string): Sql {
  return sql as Sql;
}
