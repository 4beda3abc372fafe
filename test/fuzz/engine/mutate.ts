import type { Random } from './random.js';

/** What mutations take parts from. */
export interface Material {
  readonly corpus: readonly Buffer[];
  readonly words: readonly string[];
}

type Mutation = (input: Buffer, random: Random, material: Material) => Buffer;

/** Inputs do not grow beyond this many bytes, because a small input shows the same faults sooner. */
const LONGEST = 16 * 1024;
const MOST_CHANGES = 5;
const TELLING = Buffer.from('\0\t\n\r "\'#&,-./019:;<=>[\\]{|}\x7f\x80\xc3\xe7\xfe\xff', 'latin1');

const put = (input: Buffer, at: number, end: number, part: Buffer): Buffer =>
  Buffer.concat([input.subarray(0, at), part, input.subarray(end)]);

function range(input: Buffer, random: Random): [from: number, end: number] {
  const from = random.below(input.length + 1);
  const most = random.chance(70) ? 8 : 200;
  return [from, Math.min(input.length, from + 1 + random.below(most))];
}

const mutations: readonly Mutation[] = [
  function changeByte(input, random) {
    const at = random.below(input.length + 1);
    const byte = random.chance(60) ? random.pick([...TELLING]) : random.below(256);
    return put(input, at, Math.min(input.length, at + 1), Buffer.from([byte]));
  },
  function insertByte(input, random) {
    const at = random.below(input.length + 1);
    return put(input, at, at, Buffer.from([random.pick([...TELLING])]));
  },
  function insertWord(input, random, { words }) {
    const [at, end] = range(input, random);
    const word = Buffer.from(words.length === 0 ? '' : random.pick(words));
    return put(input, at, random.chance(50) ? at : end, word);
  },
  function remove(input, random) {
    return put(input, ...range(input, random), Buffer.alloc(0));
  },
  function repeat(input, random) {
    const [from, end] = range(input, random);
    const part = input.subarray(from, end);
    const times = random.chance(80) ? 1 : 1 + random.below(120);
    return put(input, end, end, Buffer.concat(Array.from({ length: times }, () => part)));
  },
  function move(input, random) {
    const [from, end] = range(input, random);
    const rest = put(input, from, end, Buffer.alloc(0));
    const to = random.below(rest.length + 1);
    return put(rest, to, to, input.subarray(from, end));
  },
  function changeEverywhere(input, random) {
    if (input.length === 0) return input;
    const from = input[random.below(input.length)];
    const to = random.pick([...TELLING]);
    return Buffer.from(input.map((byte) => (byte === from ? to : byte)));
  },
  function cross(input, random, { corpus }) {
    const other = random.pick(corpus);
    const [from, end] = range(other, random);
    const at = random.below(input.length + 1);
    if (random.chance(50)) return put(input, at, at, other.subarray(from, end));
    return Buffer.concat([input.subarray(0, at), other.subarray(random.below(other.length + 1))]);
  },
];

/** The input with one to five changes. */
export function mutate(input: Buffer, random: Random, material: Material): Buffer {
  let changed = input;
  for (let left = 1 + random.below(MOST_CHANGES); left > 0; left -= 1) {
    changed = random.pick(mutations)(changed, random, material);
  }
  return changed.subarray(0, LONGEST);
}
