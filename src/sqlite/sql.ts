/**
 * SQL that consists only of texts of this program. For the compiler, all such texts are one literal, so that a template
 * that contains one is a literal, too.
 */
export type Sql = 'SQL of this program';

/**
 * The type `S` for a literal or a template of literals, and `never` for a text with a computed part: values are passed
 * as parameters of the statement.
 */
export type LiteralSql<S extends string> =
  Record<'', unknown> extends Record<S, unknown> ? never : S;

/**
 * Returns a literal as `Sql`. A constant needs this to become a part of other SQL, and a statement where the call names
 * the type of its rows, because TypeScript then infers no literal type for the statement.
 */
export function literalSql<S extends string>(sql: LiteralSql<S>): Sql {
  return sql as string as Sql;
}

/**
 * Returns a computed text as `Sql`, unchecked. It may contain names and numbers of this program, and nothing from
 * outside.
 */
export function composedSql(sql: string): Sql {
  return sql as Sql;
}
