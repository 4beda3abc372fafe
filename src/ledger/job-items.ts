/** The byte that the ledger stores for the answer to an identifier. With the last two, an identifier belongs to no job. */
export const ANSWER = {
  waiting: 0,
  found: 1,
  not_found: 2,
  /** The service took the job but not this identifier. */
  rejected: 3,
  /** A record that was paid for earlier answers the identifier. */
  reused: 4,
  /** The service took none of the job with this identifier. The column `refused` counts these. */
  refused: 5,
} as const;

const ANSWER_NAMES = Object.keys(ANSWER) as (keyof typeof ANSWER)[];

/**
 * Identifiers of one kind in input order, and their answers. Values have a fixed width, so that 10,000 are read at
 * once.
 */
export interface JobItems {
  /** Characters of each identifier. */
  readonly width: number;
  readonly ids: string;
  /** The first row of each identifier, ascending. */
  readonly rows: Uint32Array;
  /** Values of `ANSWER`. */
  readonly answers: Uint8Array;
  /** The number of the record that answers each; 0 where none does. */
  readonly records: Uint32Array;
  /** When each identifier was answered (epoch ms); 0 while it waits. */
  readonly times: Float64Array;
}

/** An identifier, and the first row that has it. */
export interface FirstRow {
  readonly id: string;
  readonly position: number;
}

/** Returns identifiers without answers. @throws RangeError if their lengths differ */
export function createItems(rows: readonly FirstRow[]): JobItems {
  const width = rows[0]?.id.length ?? 0;
  const ids = rows.map(({ id }) => id).join('');
  if (rows.some(({ id }) => id.length !== width)) throw new RangeError('kinds');
  return {
    width,
    ids,
    rows: Uint32Array.from(rows, ({ position }) => position),
    answers: new Uint8Array(rows.length),
    records: new Uint32Array(rows.length),
    times: new Float64Array(rows.length),
  };
}

export function idAt({ ids, width }: Pick<JobItems, 'ids' | 'width'>, at: number): string {
  return ids.slice(at * width, (at + 1) * width);
}

/** Returns the index of an identifier, or -1. */
export function findPlace({ ids, width }: JobItems, id: string): number {
  if (id.length !== width) return -1;
  for (let at = ids.indexOf(id); at >= 0; at = ids.indexOf(id, at + 1))
    if (at % width === 0) return at / width;
  return -1;
}

/**
 * Returns the job of an identifier, null if it no longer belongs to one, and its answer as the outside knows it. `code`:
 * a value of `ANSWER`.
 */
export function readAnswer(seq: number, code: number) {
  return { job: belongsToJob(code) ? seq : null, answer: PUBLIC_ANSWERS[code] ?? null };
}

/** The answers that the outside knows, by their stored codes; null while an identifier waits. */
const PUBLIC_ANSWERS = [null, 'found', 'not_found', 'rejected', 'found', 'rejected'] as const;

export function belongsToJob(answer: number): boolean {
  return answer < ANSWER.reused;
}

export function selectIds(items: JobItems, test: (answer: number) => boolean): string[] {
  return Array.from(items.answers.keys())
    .filter((at) => test(items.answers[at] ?? 0))
    .map((at) => idAt(items, at));
}

export function isWaiting(answer: number): boolean {
  return answer === ANSWER.waiting;
}

/** Returns the items for which `test` holds, and the others, both in input order. */
export function divideItems(items: JobItems, test: (at: number, answer: number) => boolean) {
  const taken: number[] = [];
  const others: number[] = [];
  items.answers.forEach((answer, at) => (test(at, answer) ? taken : others).push(at));
  return [pickItems(items, taken), pickItems(items, others)] as const;
}

/** Yields the items in portions of at most `size`. */
export function* splitIntoPortions(items: JobItems, size: number): Generator<JobItems> {
  const places = Array.from(items.rows.keys());
  for (let from = 0; from < places.length; from += size)
    yield pickItems(items, places.slice(from, from + size));
}

function pickItems(items: JobItems, places: readonly number[]): JobItems {
  const { width, rows, answers, records, times } = items;
  return {
    width,
    ids: places.map((at) => idAt(items, at)).join(''),
    rows: Uint32Array.from(places, (at) => rows[at] ?? 0),
    answers: Uint8Array.from(places, (at) => answers[at] ?? 0),
    records: Uint32Array.from(places, (at) => records[at] ?? 0),
    times: Float64Array.from(places, (at) => times[at] ?? 0),
  };
}

/**
 * Returns all items as one, in input order. @throws RangeError if they are of two kinds, or share a row, whose
 * identifier would be paid for twice
 */
export function mergeItems(all: readonly JobItems[]): JobItems {
  const parts = all.filter(({ rows }) => rows.length > 0);
  const [only] = parts;
  if (only === undefined) return createItems([]);
  if (parts.length === 1 && isAscending(only.rows)) return only;
  if (parts.some(({ width }) => width !== only.width)) throw new RangeError('kinds');
  const size = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const joined: JobItems = {
    width: only.width,
    ids: parts.map(({ ids }) => ids).join(''),
    rows: new Uint32Array(size),
    answers: new Uint8Array(size),
    records: new Uint32Array(size),
    times: new Float64Array(size),
  };
  let from = 0;
  for (const part of parts) {
    for (const name of ['rows', 'answers', 'records', 'times'] as const)
      joined[name].set(part[name], from);
    from += part.rows.length;
  }
  const { rows } = joined;
  if (isAscending(rows)) return joined;
  if (new Set(rows).size < rows.length) throw new RangeError('rows');
  const places = Array.from(rows.keys());
  return pickItems(
    joined,
    places.sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0)),
  );
}

function isAscending(rows: Uint32Array): boolean {
  return rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
}

/**
 * Returns the items with new answers: the number of a record, or null for not found. An earlier "not found" may still
 * become found; any other answer stays. `answeredAt`: epoch ms.
 */
export function applyAnswers(
  items: JobItems,
  answers: ReadonlyMap<string, number | null>,
  answeredAt: number,
) {
  return changeAnswers(items, answeredAt, (place, answer) => {
    if (answer !== ANSWER.waiting && answer !== ANSWER.not_found) return undefined;
    const record = answers.get(idAt(items, place));
    if (record === undefined) return undefined;
    return record === null ? [ANSWER.not_found, 0] : [ANSWER.found, record];
  });
}

/**
 * Returns the items with the waiting identifiers answered by records that were paid for earlier. `paid`: their numbers.
 */
export function applyReuse(
  items: JobItems,
  paid: ReadonlyMap<string, number>,
  answeredAt: number,
): JobItems {
  return changeAnswers(items, answeredAt, (place, answer) => {
    const record = isWaiting(answer) ? paid.get(idAt(items, place)) : undefined;
    return record === undefined ? undefined : [ANSWER.reused, record];
  });
}

/** Returns the items with the answer `to` and no record in each place that had the answer `from`. */
export function replaceAnswer(
  items: JobItems,
  from: number,
  to: number,
  answeredAt: number,
): JobItems {
  return changeAnswers(items, answeredAt, (_, answer) => (answer === from ? [to, 0] : undefined));
}

function changeAnswers(
  items: JobItems,
  answeredAt: number,
  change: (place: number, answer: number) => readonly [answer: number, record: number] | undefined,
): JobItems {
  const answers = items.answers.slice();
  const records = items.records.slice();
  const times = items.times.slice();
  items.answers.forEach((answer, place) => {
    const to = change(place, answer);
    if (to === undefined) return;
    [answers[place], records[place]] = to;
    times[place] = to[0] === ANSWER.waiting ? 0 : answeredAt;
  });
  return { ...items, answers, records, times };
}

export function countAnswers({ answers }: JobItems): Readonly<Record<keyof typeof ANSWER, number>> {
  const tally = { waiting: 0, found: 0, not_found: 0, rejected: 0, reused: 0, refused: 0 };
  for (const answer of answers) tally[ANSWER_NAMES[answer] ?? 'waiting'] += 1;
  return tally;
}

/** Returns whether the values have one valid entry for each identifier. */
export function isSound({ width, ids, rows, answers, records, times }: JobItems): boolean {
  const count = rows.length;
  const lengths = [answers, records, times].every(({ length }) => length === count);
  if (!lengths || ids.length !== count * width) return false;
  return answers.every((answer, at) => {
    const isFound = answer === ANSWER.found || answer === ANSWER.reused;
    const isAfterPrevious = at === 0 || (rows[at] ?? 0) > (rows[at - 1] ?? 0);
    return answer < ANSWER_NAMES.length && isAfterPrevious && (records[at] !== 0) === isFound;
  });
}

export type RowItem = ReturnType<typeof readAnswer> &
  Readonly<Record<'answeredAt' | 'record', number | null>>;

/** The outcome of each row of a batch, in 15 bytes a row. Rows are counted from 1. */
export class RowItems {
  /** The numbers of the added jobs. */
  readonly #jobs: number[] = [];
  /** The distinct times of answers: all answers of one poll have the same. */
  readonly #distinctTimes: number[] = [];
  /** The index of each distinct time. */
  readonly #timeIndexes = new Map<number, number>();
  /** For each row, the place of its job in `#jobs`, from 1; 0 for a row without an identifier. */
  readonly #jobPlaces: Uint16Array;
  readonly #answers: Uint8Array;
  readonly #records: Uint32Array;
  readonly #times: Uint32Array;
  readonly #checks: Uint32Array;

  constructor(rows: number) {
    this.#jobPlaces = new Uint16Array(rows + 1);
    this.#answers = new Uint8Array(rows + 1);
    this.#records = new Uint32Array(rows + 1);
    this.#times = new Uint32Array(rows + 1);
    this.#checks = new Uint32Array(rows + 1);
  }

  add(seq: number, items: JobItems): void {
    const jobPlace = this.#jobs.push(seq);
    items.rows.forEach((row, at) => {
      this.#jobPlaces[row] = jobPlace;
      this.#answers[row] = items.answers[at] ?? ANSWER.waiting;
      this.#records[row] = items.records[at] ?? 0;
      this.#times[row] = this.#addTime(items.times[at] ?? 0);
      this.#checks[row] = computeCheck(idAt(items, at));
    });
  }

  /** Gives a later row the outcome of the first row with its identifier. */
  repeat(later: number, first: number): void {
    for (const column of [this.#jobPlaces, this.#answers, this.#records, this.#times, this.#checks])
      column[later] = column[first] ?? 0;
  }

  /** Returns the outcome of a row; `other` if the plan has another identifier there, undefined if it has none. */
  get(row: number, id: string): RowItem | 'other' | undefined {
    const jobPlace = this.#jobPlaces[row] ?? 0;
    if (jobPlace === 0) return undefined;
    if (this.#checks[row] !== computeCheck(id)) return 'other';
    const stored = this.#answers[row] ?? ANSWER.waiting;
    const { job, answer } = readAnswer(this.#jobs[jobPlace - 1] ?? 0, stored);
    const answeredAt =
      stored === ANSWER.waiting ? null : (this.#distinctTimes[this.#times[row] ?? 0] ?? 0);
    return { job, answer, answeredAt, record: this.#records[row] || null };
  }

  #addTime(time: number): number {
    const knownIndex = this.#timeIndexes.get(time);
    if (knownIndex !== undefined) return knownIndex;
    this.#timeIndexes.set(time, this.#distinctTimes.length);
    return this.#distinctTimes.push(time) - 1;
  }
}

/** Returns the FNV-1a hash of an identifier (32 bits). */
function computeCheck(id: string): number {
  let check = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) check = Math.imul(check ^ id.charCodeAt(i), 0x01000193);
  return check >>> 0;
}
