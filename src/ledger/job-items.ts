/** What became of an identifier, as it is stored: a byte. The last two belong to no job any more. */
export const ANSWER = {
  waiting: 0,
  found: 1,
  not_found: 2,
  rejected: 3,
  /** A record answered it that was paid for before. */
  reused: 4,
  /** The service refused the whole submission. */
  refused: 5,
} as const;

const NAMES = Object.keys(ANSWER) as (keyof typeof ANSWER)[];

/** Identifiers of one kind in input order, each one value of fixed width, so that 10,000 of them are read and written at once. */
export interface JobItems {
  /** Characters of each identifier. */
  readonly width: number;
  readonly ids: string;
  /** The first row that has each, ascending. */
  readonly rows: Uint32Array;
  /** Of `ANSWER`. */
  readonly answers: Uint8Array;
  /** The number of the record that answers each; 0 where none does. */
  readonly records: Uint32Array;
  /** When each was answered (epoch ms); 0 before. */
  readonly times: Float64Array;
}

/** An identifier and the first row that has it. */
export interface FirstRow {
  readonly id: string;
  readonly position: number;
}

/** @throws RangeError if their lengths differ */
export function waitingItems(of: readonly FirstRow[]): JobItems {
  const width = of[0]?.id.length ?? 0;
  const ids = of.map(({ id }) => id).join('');
  if (of.some(({ id }) => id.length !== width)) throw new RangeError('kinds');
  return {
    width,
    ids,
    rows: Uint32Array.from(of, ({ position }) => position),
    answers: new Uint8Array(of.length),
    records: new Uint32Array(of.length),
    times: new Float64Array(of.length),
  };
}

export function idAt({ ids, width }: Pick<JobItems, 'ids' | 'width'>, at: number): string {
  return ids.slice(at * width, (at + 1) * width);
}

/** -1 where it is none of them. */
export function placeOf({ ids, width }: JobItems, id: string): number {
  if (id.length !== width) return -1;
  for (let at = ids.indexOf(id); at >= 0; at = ids.indexOf(id, at + 1))
    if (at % width === 0) return at / width;
  return -1;
}

export function outcomeOf(seq: number, answer: number) {
  return { job: isOfJob(answer) ? seq : null, answer: OUTCOMES[answer] ?? null };
}

const OUTCOMES = [null, 'found', 'not_found', 'rejected', 'found', 'rejected'] as const;

export function isOfJob(answer: number): boolean {
  return answer < ANSWER.reused;
}

export function idsWith(items: JobItems, test: (answer: number) => boolean): string[] {
  return Array.from(items.answers.keys())
    .filter((at) => test(items.answers[at] ?? 0))
    .map((at) => idAt(items, at));
}

export function isWaiting(answer: number): boolean {
  return answer === ANSWER.waiting;
}

export function divided(items: JobItems, test: (at: number, answer: number) => boolean) {
  const taken: number[] = [];
  const others: number[] = [];
  items.answers.forEach((answer, at) => (test(at, answer) ? taken : others).push(at));
  return [picked(items, taken), picked(items, others)] as const;
}

export function* portions(items: JobItems, most: number): Generator<JobItems> {
  const places = Array.from(items.rows.keys());
  for (let from = 0; from < places.length; from += most)
    yield picked(items, places.slice(from, from + most));
}

function picked(items: JobItems, places: readonly number[]): JobItems {
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

/** All of them, in input order. @throws RangeError if they are of two kinds, or a row is in them twice: it would be paid for twice */
export function merged(all: readonly JobItems[]): JobItems {
  const parts = all.filter(({ rows }) => rows.length > 0);
  const [only] = parts;
  if (only === undefined) return waitingItems([]);
  if (parts.length === 1 && ascend(only.rows)) return only;
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
  if (ascend(rows)) return joined;
  if (new Set(rows).size < rows.length) throw new RangeError('rows');
  const places = Array.from(rows.keys());
  return picked(
    joined,
    places.sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0)),
  );
}

function ascend(rows: Uint32Array): boolean {
  return rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
}

/** Answers identifiers, each with the number of its record, or null for not found; only that may become found later. */
export function answered(items: JobItems, told: ReadonlyMap<string, number | null>, at: number) {
  return changed(items, at, (place, answer) => {
    if (answer !== ANSWER.waiting && answer !== ANSWER.not_found) return undefined;
    const record = told.get(idAt(items, place));
    if (record === undefined) return undefined;
    return record === null ? [ANSWER.not_found, 0] : [ANSWER.found, record];
  });
}

export function reused(items: JobItems, paid: ReadonlyMap<string, number>, at: number): JobItems {
  return changed(items, at, (place, answer) => {
    const record = isWaiting(answer) ? paid.get(idAt(items, place)) : undefined;
    return record === undefined ? undefined : [ANSWER.reused, record];
  });
}

export function reanswered(items: JobItems, from: number, to: number, at: number): JobItems {
  return changed(items, at, (_, answer) => (answer === from ? [to, 0] : undefined));
}

function changed(
  items: JobItems,
  at: number,
  change: (place: number, answer: number) => readonly [answer: number, record: number] | undefined,
): JobItems {
  const answers = items.answers.slice();
  const records = items.records.slice();
  const times = items.times.slice();
  items.answers.forEach((answer, place) => {
    const to = change(place, answer);
    if (to === undefined) return;
    [answers[place], records[place]] = to;
    times[place] = to[0] === ANSWER.waiting ? 0 : at;
  });
  return { ...items, answers, records, times };
}

export function tallyOf({ answers }: JobItems): Readonly<Record<keyof typeof ANSWER, number>> {
  const tally = { waiting: 0, found: 0, not_found: 0, rejected: 0, reused: 0, refused: 0 };
  for (const answer of answers) tally[NAMES[answer] ?? 'waiting'] += 1;
  return tally;
}

/** Whether every value has an entry for each, and one that may be stored. */
export function isSound({ width, ids, rows, answers, records, times }: JobItems): boolean {
  const count = rows.length;
  const lengths = [answers, records, times].every(({ length }) => length === count);
  if (!lengths || ids.length !== count * width) return false;
  return answers.every((answer, at) => {
    const isFound = answer === ANSWER.found || answer === ANSWER.reused;
    const isNext = at === 0 || (rows[at] ?? 0) > (rows[at - 1] ?? 0);
    return answer < NAMES.length && isNext && (records[at] !== 0) === isFound;
  });
}

export type RowItem = ReturnType<typeof outcomeOf> &
  Readonly<Record<'answeredAt' | 'record', number | null>>;

/** What became of each row of a batch, 15 bytes each; rows are counted from 1. */
export class RowItems {
  readonly #parts: number[] = [];
  /** The times of all answers, which those of a poll share, and the place of each. */
  readonly #all: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #part: Uint16Array;
  readonly #answers: Uint8Array;
  readonly #records: Uint32Array;
  readonly #times: Uint32Array;
  readonly #checks: Uint32Array;

  constructor(rows: number) {
    this.#part = new Uint16Array(rows + 1);
    this.#answers = new Uint8Array(rows + 1);
    this.#records = new Uint32Array(rows + 1);
    this.#times = new Uint32Array(rows + 1);
    this.#checks = new Uint32Array(rows + 1);
  }

  add(seq: number, items: JobItems): void {
    const part = this.#parts.push(seq);
    items.rows.forEach((row, at) => {
      this.#part[row] = part;
      this.#answers[row] = items.answers[at] ?? ANSWER.waiting;
      this.#records[row] = items.records[at] ?? 0;
      this.#times[row] = this.#placeOf(items.times[at] ?? 0);
      this.#checks[row] = checkOf(idAt(items, at));
    });
  }

  repeat(later: number, first: number): void {
    for (const of of [this.#part, this.#answers, this.#records, this.#times, this.#checks])
      of[later] = of[first] ?? 0;
  }

  get(row: number, id: string): RowItem | 'other' | undefined {
    const part = this.#part[row] ?? 0;
    if (part === 0) return undefined;
    if (this.#checks[row] !== checkOf(id)) return 'other';
    const stored = this.#answers[row] ?? ANSWER.waiting;
    const { job, answer } = outcomeOf(this.#parts[part - 1] ?? 0, stored);
    const answeredAt = stored === ANSWER.waiting ? null : (this.#all[this.#times[row] ?? 0] ?? 0);
    return { job, answer, answeredAt, record: this.#records[row] || null };
  }

  #placeOf(time: number): number {
    const known = this.#places.get(time);
    if (known !== undefined) return known;
    this.#places.set(time, this.#all.length);
    return this.#all.push(time) - 1;
  }
}

function checkOf(id: string): number {
  let check = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) check = Math.imul(check ^ id.charCodeAt(i), 0x01000193);
  return check >>> 0;
}
