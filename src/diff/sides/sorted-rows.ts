import { lookupStatuses, type LookupStatus } from '../../export/lookup-status.js';
import { LineSorter } from '../sort/line-sorter.js';
import { isAnswered, type Entry } from '../types.js';

/** What a row of a result file says. */
export interface ResultRow extends Entry {
  /** `lookup_fetched_at`, or empty. */
  readonly fetchedAt: string;
}

/** Entries that are handed on at once. */
const AT_ONCE = 500;
const TIME = /^[\d:.TZ+-]*$/;

/** Sorts the rows of a result by identifier, whatever their number, and keeps one of each identifier. */
export class SortedRows {
  readonly #sorter: LineSorter;
  #rows = 0;
  #identifiers = 0;
  #contradictory = 0;

  /** `folder` is private; the caller removes it. `name` begins the names of the files in it. */
  constructor(folder: string, name: string) {
    this.#sorter = new LineSorter(folder, name);
  }

  add(row: ResultRow): void {
    this.#rows += 1;
    this.#sorter.add(lineOf(row));
  }

  get identifiers(): number {
    return this.#identifiers;
  }

  get duplicates(): number {
    return this.#rows - this.#identifiers;
  }

  get contradictory(): number {
    return this.#contradictory;
  }

  /** Of several rows of an identifier the one that was fetched last, so that their order does not matter. */
  *entries(): Generator<readonly Entry[]> {
    let chunk: Entry[] = [];
    for (const line of this.#lastOfEach()) {
      if (chunk.push(entryOf(line)) < AT_ONCE) continue;
      yield chunk;
      chunk = [];
    }
    yield chunk;
  }

  *#lastOfEach(): Generator<string> {
    let last = '';
    let isContradictory = false;
    for (const line of this.#sorter.sorted()) {
      const isNext = idOf(line) !== idOf(last);
      if (isNext && last !== '') yield last;
      if (isNext) isContradictory = false;
      else if (!isContradictory && restOf(line) !== restOf(last)) {
        isContradictory = true;
        this.#contradictory += 1;
      }
      this.#identifiers += Number(isNext);
      last = line;
    }
    if (last !== '') yield last;
  }
}

/**
 * Sorts by identifier, then by what is worth more: an answer, a later one, a found one. The text of a record comes last
 * and has no line feed. Joined, because a text that is put together in pieces stays in pieces.
 */
function lineOf(row: ResultRow): string {
  const time = TIME.test(row.fetchedAt) ? row.fetchedAt : '';
  const rank = isAnswered(row) ? `1${time}` : '0';
  return [row.id, rank, statusCode(row.status), row.record].join('\t');
}

function entryOf(line: string): Entry {
  const [first, second] = [line.indexOf('\t'), line.indexOf('\t', line.indexOf('\t') + 1)];
  const third = line.indexOf('\t', second + 1);
  const status = BY_VALUE[Number(line.slice(second + 1, third))] ?? 'pending';
  return { id: line.slice(0, first), status, record: line.slice(third + 1) };
}

/** Found comes last. */
const BY_VALUE: readonly LookupStatus[] = [
  ...lookupStatuses.filter((status) => status !== 'found'),
  'found',
];

function statusCode(status: LookupStatus): number {
  return BY_VALUE.indexOf(status);
}

function idOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf('\t')));
}

/** Status and record. */
function restOf(line: string): string {
  return line.slice(line.indexOf('\t', line.indexOf('\t') + 1));
}
