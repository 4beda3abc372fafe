import { idAt, type JobItems } from './job-items.js';

/** The first characters, whose 21 bits leave 32 for the place in a whole number. */
const CHARACTERS = 3;
const BITS = 7;
const ROOM = 2 ** 32;

/**
 * The places of all identifiers of a batch in the order of their characters: numbers are sorted fastest, so those of the first
 * characters are; the few that begin alike are then compared.
 */
export function* sortedPlaces(
  all: readonly (readonly [seq: number, items: JobItems])[],
): Generator<readonly [seq: number, items: JobItems, at: number]> {
  const keys = new Float64Array(all.reduce((sum, [, { rows }]) => sum + rows.length, 0));
  const starts: number[] = [];
  let count = 0;
  for (const [, items] of all) {
    starts.push(count);
    for (let at = 0; at < items.rows.length; at += 1, count += 1)
      keys[count] = beginning(items, at) * ROOM + count;
  }
  keys.sort();
  const placeOf = (key: number) => {
    const place = key % ROOM;
    const part = lastUpTo(starts, place);
    const [seq, items] = all[part] ?? [0, EMPTY];
    return [seq, items, place - (starts[part] ?? 0)] as const;
  };
  for (let from = 0, to = 0; from < keys.length; from = to) {
    const begins = Math.floor((keys[from] ?? 0) / ROOM);
    while (to < keys.length && Math.floor((keys[to] ?? 0) / ROOM) === begins) to += 1;
    const alike = Array.from(keys.subarray(from, to), placeOf).map((place) => {
      return { id: idAt(place[1], place[2]), place };
    });
    alike.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
    for (const { place } of alike) yield place;
  }
}

/** The index of the last one that is not above `most`; they ascend. */
function lastUpTo(starts: readonly number[], most: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= most) low = middle;
    else high = middle;
  }
  return low;
}

const EMPTY: JobItems = {
  ...{ width: 0, ids: '', rows: new Uint32Array(), answers: new Uint8Array() },
  ...{ records: new Uint32Array(), times: new Float64Array() },
};

function beginning({ ids, width }: JobItems, at: number): number {
  let value = 0;
  for (let i = 0; i < CHARACTERS; i += 1)
    value = (value << BITS) | (i < width ? ids.charCodeAt(at * width + i) : 0);
  return value;
}
