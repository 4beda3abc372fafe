import fc from 'fast-check';

/** Inputs do not grow beyond this many bytes: a small one shows the same faults sooner. */
const LONGEST = 16 * 1024;
const TELLING = Buffer.from('\0\t\n\r "\'#&,-./019:;<=>[\\]{|}\x7f\x80\xc3\xe7\xfe\xff', 'latin1');

const byte = fc.oneof(fc.constantFrom(...TELLING), fc.nat(255));
/** A place in bytes of any length, and how many from there. */
const range = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.oneof(fc.constant(0), fc.nat(8), fc.nat(200)),
);

const part = (bytes: Buffer, [at, size]: readonly [number, number]) => {
  const from = Math.floor(at * bytes.length);
  return { from, end: Math.min(bytes.length, from + size) };
};

/** Inputs as they really are, with up to five changes: parts go, are put in, repeated, or taken from another input. */
export function changed(seeds: readonly Buffer[], words: readonly string[]): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    byte.map((one) => Buffer.from([one])),
    fc.constantFrom(...words).map((word) => Buffer.from(word)),
    fc.tuple(fc.constantFrom(...seeds), range).map(([seed, place]) => {
      const { from, end } = part(seed, place);
      return seed.subarray(from, end);
    }),
  );
  const times = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.nat(120));
  const splice = fc.record({ place: range, piece, times });
  const everywhere = fc.record({ from: byte, to: byte });
  const changes = fc.array(fc.oneof({ weight: 6, arbitrary: splice }, everywhere), {
    maxLength: 5,
  });
  return fc.tuple(fc.constantFrom(...seeds), changes).map(([seed, all]) => {
    const input = all.reduce((bytes: Buffer, change) => {
      if ('from' in change)
        return bytes.map((one) => (one === change.from ? change.to : one)) as Buffer;
      const { from, end } = part(bytes, change.place);
      const put = Array.from({ length: change.times }, () => change.piece);
      return Buffer.concat([bytes.subarray(0, from), ...put, bytes.subarray(end)]);
    }, seed);
    return Buffer.from(input.subarray(0, LONGEST));
  });
}

/** `FUZZ_RUNS=100000 npx vitest run test/fuzz` looks longer than the tests do. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 100);

/** All seeds, and changes of them: `check` throws where an input breaks what must hold for every one. */
export async function holdsFor(
  { seeds, words }: { readonly seeds: readonly Buffer[]; readonly words: readonly string[] },
  check: (input: Buffer) => void | Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(changed(seeds, words), async (input) => check(input)),
    { numRuns: seeds.length + runs, examples: seeds.map((seed) => [seed]) },
  );
}
