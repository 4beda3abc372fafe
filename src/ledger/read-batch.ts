import { figures as figuresOf, type BatchReading } from './operations/reading.js';
import type { Tables } from './tables/index.js';
import { kindOf } from '../identifiers/index.js';
import { idAt, itemAt, type JobItems } from './job-items.js';
import { sortedPlaces } from './sorted-places.js';
import type { Answer, ItemOutcome } from './types.js';
import type { Items } from './tables/items.js';
import type { createRecords } from './tables/records.js';

/** One state of a ledger, which is kept until `end` is called. */
interface KeptState {
  readonly tables: Tables;
  readonly end: () => Promise<void>;
}

/** Opens a batch in this state, which its reading ends. */
export async function readBatch(
  { tables, end }: KeptState,
  num: number,
): Promise<BatchReading | undefined> {
  try {
    const [figures] = await figuresOf(tables, num);
    if (figures !== undefined)
      return {
        figures,
        lastAnswerAt: await tables.itemCounts.lastAnswerAt(num),
        answers: () => tables.answers.answers(num),
        outcomes: () => tables.answers.outcomes(num),
        close: end,
      };
  } catch (error) {
    await end();
    throw error;
  }
  await end();
  return undefined;
}

/** Identifiers whose records are in memory at one time. */
const PAGE = 500;

type Place = readonly [seq: number, items: JobItems, at: number];

/** Reads a whole batch with its records, inside one transaction. */
export function createAnswers(
  items: Pick<Items, 'each'>,
  records: Pick<ReturnType<typeof createRecords>, 'byNumber'>,
) {
  const withRecords = async (places: readonly Place[]): Promise<ItemOutcome[]> => {
    const known = places.map(([seq, own, at]) => ({ id: idAt(own, at), ...itemAt(own, at, seq) }));
    const nums = known.flatMap(({ record }) => (record === null ? [] : [record]));
    const texts = nums.length === 0 ? undefined : await records.byNumber(nums);
    return known.map(({ record, ...one }) => {
      const text = record === null ? undefined : texts?.get(record);
      return { ...one, fetchedAt: text?.fetchedAt ?? null, data: text?.json ?? null };
    });
  };
  return {
    /** Every identifier of a batch in the order of its characters, a few hundred at a time. */
    async *outcomes(batch: number): AsyncGenerator<readonly ItemOutcome[]> {
      const all: [seq: number, items: JobItems][] = [];
      for await (const { seq, items: own } of items.each(batch)) all.push([seq, own]);
      for (const places of pages(sortedPlaces(all))) yield await withRecords(places);
    },
    /** Every answered identifier of a batch, a few hundred at a time. */
    async *answers(batch: number): AsyncGenerator<Answer> {
      for await (const { seq, items: own } of items.each(batch))
        for (const places of pages(placesOf(seq, own)))
          for (const outcome of await withRecords(places))
            if (outcome.answer !== null) yield toAnswer(outcome, outcome.answer);
    },
  };
}

function* placesOf(seq: number, items: JobItems): Generator<Place> {
  for (let at = 0; at < items.rows.length; at += 1) yield [seq, items, at];
}

function* pages(all: Iterable<Place>): Generator<Place[]> {
  let page: Place[] = [];
  for (const place of all) {
    page.push(place);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function toAnswer({ id, job, answeredAt, data }: ItemOutcome, answer: Answer['answer']): Answer {
  return {
    kind: kindOf(id),
    answer,
    reused: answer === 'found' && job === null,
    answeredAt: answeredAt ?? 0,
    data,
  };
}
