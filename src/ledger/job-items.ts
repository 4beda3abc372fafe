import type { Item } from './types.js';

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

/** How many identifiers have which answer. */
export type Tally = Readonly<Record<keyof typeof ANSWER, number>>;

/**
 * Identifiers of one kind in input order: those of a job, or some that the ledger answered. Each is one value of fixed
 * width in a row of the ledger, so that 10,000 of them are read and written at once.
 */
export interface JobItems {
  /** Characters of each identifier. */
  readonly width: number;
  /** The identifiers, one after another. */
  readonly ids: string;
  /** The first row that has each, ascending. */
  readonly rows: Uint32Array;
  /** One `ANSWER` for each. */
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

/** Identifiers without an answer. @throws RangeError if their lengths differ */
export function waitingItems(of: readonly FirstRow[]): JobItems {
  const width = of[0]?.id.length ?? 0;
  const ids = of.map(({ id }) => id).join('');
  if (of.some(({ id }) => id.length !== width)) throw new RangeError('kinds');
  return {
    ...{ width, ids, rows: Uint32Array.from(of, ({ position }) => position) },
    answers: new Uint8Array(of.length),
    records: new Uint32Array(of.length),
    times: new Float64Array(of.length),
  };
}

export function idAt({ ids, width }: JobItems, at: number): string {
  return ids.slice(at * width, (at + 1) * width);
}

/** The place of an identifier; -1 where it is none of them. */
export function placeOf({ ids, width }: JobItems, id: string): number {
  if (id.length !== width) return -1;
  for (let at = ids.indexOf(id); at >= 0; at = ids.indexOf(id, at + 1))
    if (at % width === 0) return at / width;
  return -1;
}

/** What is known of one of them. `seq`: the number of their job. */
export function itemAt(
  { answers, records, times }: Pick<JobItems, 'answers' | 'records' | 'times'>,
  at: number,
  seq: number,
): Pick<Item, 'job' | 'answer' | 'answeredAt'> & { readonly record: number | null } {
  const answer = answers[at] ?? 0;
  return {
    job: isOfJob(answer) ? seq : null,
    answer: ITEM_ANSWERS[answer] ?? null,
    answeredAt: answer === ANSWER.waiting ? null : (times[at] ?? 0),
    record: records[at] || null,
  };
}

const ITEM_ANSWERS = [null, 'found', 'not_found', 'rejected', 'found', 'rejected'] as const;

export function isOfJob(answer: number): boolean {
  return answer < ANSWER.reused;
}

/** The identifiers whose answer is one that `test` takes. */
export function idsWith(items: JobItems, test: (answer: number) => boolean): string[] {
  const ids: string[] = [];
  items.answers.forEach((answer, at) => {
    if (test(answer)) ids.push(idAt(items, at));
  });
  return ids;
}

export function isWaiting(answer: number): boolean {
  return answer === ANSWER.waiting;
}

/** Those that `test` takes, and the others. */
export function divided(
  items: JobItems,
  test: (at: number, answer: number) => boolean,
): [taken: JobItems, others: JobItems] {
  const taken: number[] = [];
  const others: number[] = [];
  items.answers.forEach((answer, at) => (test(at, answer) ? taken : others).push(at));
  return [picked(items, taken), picked(items, others)];
}

function sizeOf(parts: readonly JobItems[]): number {
  return parts.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** At most `most` at a time. */
export function* portions(items: JobItems, most: number): Generator<JobItems> {
  const places = Array.from(items.rows, (_, at) => at);
  for (let from = 0; from < places.length; from += most)
    yield picked(items, places.slice(from, from + most));
}

/** Those at these places. */
function picked(items: JobItems, places: readonly number[]): JobItems {
  const { width, rows, answers, records, times } = items;
  return {
    ...{ width, ids: places.map((at) => idAt(items, at)).join('') },
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
  if (parts.length === 1 && only !== undefined && ascend(only.rows)) return only;
  const width = parts[0]?.width ?? 0;
  if (parts.some((part) => part.width !== width)) throw new RangeError('kinds');
  const joined: JobItems = {
    width,
    ids: parts.map(({ ids }) => ids).join(''),
    ...{ rows: new Uint32Array(sizeOf(parts)), answers: new Uint8Array(sizeOf(parts)) },
    ...{ records: new Uint32Array(sizeOf(parts)), times: new Float64Array(sizeOf(parts)) },
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
  const places = Array.from(rows, (_, at) => at);
  places.sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0));
  return picked(joined, places);
}

function ascend(rows: Uint32Array): boolean {
  return rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
}

/** Answers identifiers, each with the number of its record, or null for not found; only that may become found later. */
export function answered(
  items: JobItems,
  told: ReadonlyMap<string, number | null>,
  at: number,
): JobItems {
  return changed(items, at, (place, answer) => {
    if (answer !== ANSWER.waiting && answer !== ANSWER.not_found) return undefined;
    const record = told.get(idAt(items, place));
    if (record === undefined) return undefined;
    return record === null ? [ANSWER.not_found, 0] : [ANSWER.found, record];
  });
}

/** Answers those without an answer from records that were paid for before, by their numbers. */
export function reused(items: JobItems, paid: ReadonlyMap<string, number>, at: number): JobItems {
  return changed(items, at, (place, answer) => {
    const record = isWaiting(answer) ? paid.get(idAt(items, place)) : undefined;
    return record === undefined ? undefined : [ANSWER.reused, record];
  });
}

/** Gives those with one answer another one, without a record. */
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

/** How many there are of each answer. */
export function tallyOf({ answers }: Pick<JobItems, 'answers'>): Tally {
  const counts = new Array<number>(NAMES.length).fill(0);
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return Object.fromEntries(NAMES.map((name) => [name, counts[ANSWER[name]] ?? 0])) as Tally;
}

/** When the last one was answered (epoch ms); null before the first. */
export function lastAnswerAt({ answers, times }: JobItems): number | null {
  let last: number | null = null;
  answers.forEach((answer, at) => {
    if (answer !== ANSWER.waiting) last = Math.max(last ?? 0, times[at] ?? 0);
  });
  return last;
}

/** Whether every value has one entry for each, and each entry is one that may be stored. */
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
