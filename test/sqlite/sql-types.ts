import type { Db } from '../../src/ledger/db.js';
import type { Database } from '../../src/sqlite/index.js';
import { literalSql } from '../../src/sqlite/sql.js';

/** Never called: the compiler refuses this file if it lets a computed text through where SQL stands. */
export function onlyWrittenSql(db: Db, file: Database, name: string): unknown[] {
  return [
    db.all('SELECT 1'),
    db.all<{ a: 1 }>(literalSql('SELECT 1 AS a')),
    db.first(`SELECT ${literalSql('a')} FROM b`),
    // @ts-expect-error -- a variable text
    db.all(name),
    // @ts-expect-error -- a variable, where the type of a row is given
    db.all<{ a: 1 }>(name),
    // @ts-expect-error -- a template with a text
    db.run(`DROP TABLE ${name}`),
    // @ts-expect-error -- a sum of texts
    db.first('SELECT ' + name),
    // @ts-expect-error -- a template with a text
    file.prepare(`PRAGMA ${name}`),
    // @ts-expect-error -- a template with a text
    literalSql(`DROP TABLE ${name}`),
  ];
}
