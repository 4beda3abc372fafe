import { join } from 'node:path';
import { lookupStatuses, type LookupStatus } from '../export/format.js';
import { openDatabase, type Database } from '../sqlite/index.js';
import { isAnswered, type Entry, type Pair, type ResultRow, type SideName } from './types.js';

/** Rows that are stored, and pairs that are read, at once. */
const AT_ONCE = 250;
/** Found comes last, because of two answers it counts. */
const STATUSES: readonly LookupStatus[] = [
  ...lookupStatuses.filter((status) => status !== 'found'),
  'found',
];
const TIME = /^[\d:.TZ+-]*$/;
/** The status, one character, and the record of a line. */
const answerOf = (line: string) => `substr(${line}, instr(${line}, char(9)) + 1)`;
const SIDES = ['older', 'newer'] as const;

/**
 * The rows of two results in a database in a private folder, which brings together what both say about an identifier.
 * Rows are in one table for each first character, so that no statement holds up a signal for long.
 */
export class Pairs {
  readonly #db: Database;
  /** Values that are not stored yet, by the first character of their identifiers. */
  readonly #waiting = new Map<string, Readonly<Record<SideName, string[]>>>();

  /** @throws ConfereError if the folder cannot be written to */
  constructor(folder: string) {
    this.#db = openDatabase(join(folder, 'rows.db'));
    // It ends with the process: nothing has to outlive a crash, and the folder is removed.
    this.#db.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA secure_delete=OFF');
    this.#db.exec('CREATE TABLE pair (id TEXT, older TEXT, newer TEXT, is_same INT)');
    this.#db.exec('BEGIN');
  }

  add(side: SideName, row: ResultRow): void {
    const start = row.id.charAt(0);
    const values = (this.#waiting.get(start) ?? this.#begin(start))[side];
    values.push(row.id, lineOf(row));
    if (values.length === 2 * AT_ONCE) this.#store(`${side}_${start}`, values);
  }

  #begin(start: string) {
    for (const side of SIDES) this.#db.exec(`CREATE TABLE ${side}_${start} (id TEXT, line TEXT)`);
    const waiting = { older: [], newer: [] };
    this.#waiting.set(start, waiting);
    return waiting;
  }

  #store(table: string, values: string[]): void {
    if (values.length === 0) return;
    const rows = Array.from({ length: values.length / 2 }, () => '(?, ?)').join();
    this.#db.prepare(`INSERT INTO ${table} VALUES ${rows}`).run(...values.splice(0));
  }

  /** The pairs that differ, sorted by the characters of the identifier. Can be read once, after the last `add`. */
  *differing(): Generator<readonly Pair[]> {
    let last = 0;
    const next = this.#db.prepare(
      `SELECT rowid AS at, id, older, newer FROM pair WHERE rowid > ? AND NOT is_same ORDER BY rowid LIMIT ${AT_ONCE}`,
    );
    for (const [start, values] of [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const side of SIDES) this.#store(`${side}_${start}`, values[side]);
      yield [];
      this.#bringTogether(start);
      for (let found = next.all(last); found.length > 0; found = next.all(last)) {
        last = Number(found.at(-1)?.['at']);
        yield found.map(({ id, older, newer }) => ({
          ...{ older: entryOf(id, older), newer: entryOf(id, newer) },
        }));
      }
    }
  }

  /** Of what is the same, the status alone is kept. */
  #bringTogether(start: string): void {
    const kept = (answer: string) => `iif(is_same, substr(${answer}, 1, 1), ${answer})`;
    this.#db.exec(
      `INSERT INTO pair SELECT id, ${kept('older')}, ${kept('newer')}, is_same FROM (
         SELECT id, older, newer, older IS newer AS is_same FROM (
           SELECT id, ${answerOf('max(older)')} AS older, ${answerOf('max(newer)')} AS newer FROM (
             SELECT id, line AS older, NULL AS newer FROM older_${start}
             UNION ALL SELECT id, NULL, line FROM newer_${start})
           GROUP BY id)) ORDER BY id`,
    );
  }

  /** Numbers of identifiers, to be asked for after the last pair. `unanswered`: in both. */
  counts() {
    const open = STATUSES.flatMap((status, at) => (isAnswered({ status }) ? [] : [`'${at}'`]));
    const isOpen = (side: SideName) => `substr(${side}, 1, 1) IN (${open.join()})`;
    const [counted] = this.#db
      .prepare(
        `SELECT count(older) AS older, count(newer) AS newer, count(older || newer) AS inBoth,
           count(CASE WHEN ${isOpen('older')} AND ${isOpen('newer')} THEN 1 END) AS unanswered FROM pair`,
      )
      .all();
    return counted as Readonly<Record<SideName | 'inBoth' | 'unanswered', number>>;
  }

  close(): void {
    this.#db.close();
  }
}

/** Sorts by what is worth more: an answer, a later one, a found one. */
function lineOf(row: ResultRow): string {
  const time = TIME.test(row.fetchedAt) ? row.fetchedAt : '';
  const rank = isAnswered(row) ? `1${time}` : '0';
  return `${rank}\t${STATUSES.indexOf(row.status)}${row.record}`;
}

function entryOf(id: unknown, answer: unknown): Entry | undefined {
  if (typeof id !== 'string' || typeof answer !== 'string') return undefined;
  return { id, status: STATUSES[Number(answer[0])] ?? 'pending', record: answer.slice(1) };
}
