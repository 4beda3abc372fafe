/** What SQLite has by another name, in this order. */
const WORDS: readonly (readonly [of: RegExp, word: string])[] = [
  [/= ANY \((\$\d+)::\w+\[\]\)/g, 'IN (SELECT value FROM json_each($1))'],
  [/<> ALL \((\$\d+)::\w+\[\]\)/g, 'NOT IN (SELECT value FROM json_each($1))'],
  [/unnest\((\$\d+)::\w+\[\]\) AS (\w+) \((\w+)\)/g, '(SELECT value AS $3 FROM json_each($1)) $2'],
  [/json_each_text\((\$\d+)::json\)/g, 'json_each($1)'],
  // It goes through tables in the order in which they are named; PostgreSQL finds the order itself.
  [/\/\* in this order \*\/ JOIN/g, 'CROSS JOIN'],
  // It binds numbers as REAL.
  [/(\$\d+)::(?:integer|bigint)/g, 'CAST($1 AS INTEGER)'],
  [/LIMIT (\$\d+)/g, 'LIMIT CAST($1 AS INTEGER)'],
  [/::\w+(?:\[\])?/g, ''],
  [/\bgreatest\(/g, 'max('],
  [/\bstrpos\(/g, 'instr('],
  [/\$(\d+)/g, '?$1'],
];

const translated = new Map<string, string>();

/** A statement for PostgreSQL in the words of SQLite. */
export function forSqlite(sql: string): string {
  const known = translated.get(sql);
  if (known !== undefined) return known;
  const text = WORDS.reduce((rest, [of, word]) => rest.replace(of, word), sql);
  translated.set(sql, text);
  return text;
}
