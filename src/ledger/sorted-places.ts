import { idAt, type JobItems } from './job-items.js';

/** The first characters, as many bits as leave room for the place in a whole number. */
const CHARACTERS = 4;
const BITS = 7;

/**
 * The places of all identifiers of a batch in the order of their characters. Numbers of the first characters and the
 * place are sorted, because engines sort numbers fastest; the few that begin alike are then compared.
 */
export function* sortedPlaces(
  all: readonly (readonly [seq: number, items: JobItems])[],
): Generator<readonly [seq: number, items: JobItems, at: number]> {
  const span = Math.max(1, ...all.map(([, { rows }]) => rows.length));
  const room = span * all.length;
  const keys = new Float64Array(all.reduce((sum, [, { rows }]) => sum + rows.length, 0));
  let count = 0;
  all.forEach(([, items], part) => {
    for (let at = 0; at < items.rows.length; at += 1, count += 1)
      keys[count] = beginning(items, at) * room + part * span + at;
  });
  keys.sort();
  const placeOf = (key: number) => {
    const place = key % room;
    const [seq, items] = all[Math.floor(place / span)] ?? [0, EMPTY];
    return [seq, items, place % span] as const;
  };
  for (let from = 0, to = 0; from < keys.length; from = to) {
    const begins = Math.floor((keys[from] ?? 0) / room);
    while (to < keys.length && Math.floor((keys[to] ?? 0) / room) === begins) to += 1;
    const alike = Array.from(keys.subarray(from, to), placeOf).map((place) => {
      return { id: idAt(place[1], place[2]), place };
    });
    alike.sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)));
    for (const { place } of alike) yield place;
  }
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
