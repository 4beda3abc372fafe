import type { Random } from './random.js';
import { mutate, type Material } from './mutate.js';

/** One border of confere that takes bytes of others. */
export interface Target {
  readonly name: string;
  /** Inputs as they really are, from which the others are made. */
  readonly seeds: (random: Random) => readonly Buffer[];
  /** Words that a mutation may insert. */
  readonly words: readonly string[];
  /** A change that knows what the input is; undefined if the input is not of that form. */
  readonly change?: (input: Buffer, random: Random) => Buffer | undefined;
  /** Throws if the input breaks what must hold for every input. */
  readonly check: (input: Buffer) => void | Promise<void>;
}

export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

export interface Finding {
  readonly what: string;
  /** The smallest input that still shows it. */
  readonly input: Buffer;
}

export interface Explored {
  readonly inputs: number;
  /** Inputs that took a new branch and were mutated further. */
  readonly kept: number;
  readonly branches: number;
  readonly slowest: number;
  readonly findings: readonly Finding[];
}

/** Milliseconds that an input of a few kilobytes never needs. */
const TOO_SLOW = 10_000;
/** After so many different findings the others would hardly be read. */
const MOST_FINDINGS = 5;

/**
 * Runs the target's seeds, then mutations of them, until `isOver`. An input that takes a new branch joins those
 * that are mutated.
 */
export async function explore(
  target: Target,
  random: Random,
  isOver: (inputs: number) => boolean,
): Promise<Explored> {
  const coverage = new Coverage();
  const seeds = target.seeds(random);
  const corpus = [...seeds];
  const words = [...target.words, ...target.words, ...compared];
  const findings = new Map<string, Finding>();
  let [inputs, slowest] = [0, 0];
  while ((inputs < seeds.length || !isOver(inputs)) && findings.size < MOST_FINDINGS) {
    const seed = seeds[inputs];
    const input = seed ?? changed(target, chosen(corpus, seeds, random), random, { corpus, words });
    coverage.begin();
    const begun = performance.now();
    const what = await failureOf(target, input);
    const took = performance.now() - begun;
    slowest = Math.max(slowest, took);
    if (coverage.isNew() && seed === undefined) corpus.push(input);
    const failure = what ?? (took > TOO_SLOW ? `It took ${Math.round(took)} ms.` : undefined);
    if (failure !== undefined && !findings.has(failure))
      findings.set(failure, { what: failure, input: await smallest(target, input, failure) });
    inputs += 1;
  }
  const kept = corpus.length - seeds.length;
  return { inputs, kept, branches: coverage.branches, slowest, findings: [...findings.values()] };
}

/** What the input breaks: the message, and where a defect was thrown; undefined if all holds. */
export async function failureOf(target: Target, input: Buffer): Promise<string | undefined> {
  try {
    await target.check(input);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    const place = error.stack?.split('\n').find((line) => /^ +at (?!must )/.test(line));
    return `${error.name}: ${error.message.slice(0, 300)}${place === undefined ? '' : `\n  ${place.trim()}`}`;
  }
}

function changed(target: Target, input: Buffer, random: Random, material: Material): Buffer {
  const known = random.chance(40) ? target.change?.(input, random) : undefined;
  return known ?? mutate(input, random, material);
}

/**
 * Often one of the newest, because what lies behind them is the least explored; often a seed, because most of the
 * others are no longer well formed.
 */
function chosen(corpus: readonly Buffer[], seeds: readonly Buffer[], random: Random): Buffer {
  return random.pick(random.pick([corpus.slice(-20), corpus, seeds]));
}

/** Attempts to make an input smaller. */
const ATTEMPTS = 400;

/** Leaves out parts of the input, large ones first, as long as the failure stays the same. */
async function smallest(target: Target, input: Buffer, failure: string): Promise<Buffer> {
  let [best, left] = [input, ATTEMPTS];
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length && left > 0; left -= 1) {
      const without = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      if ((await failureOf(target, without)) === failure) best = without;
      else at += size;
    }
  }
  return best;
}

/** What scripts/fuzz/instrument.js adds to the code: a counter for each branch, and the texts it compares with. */
interface Instrumented {
  fuzzCounters?: Uint8Array;
  fuzzWords?: readonly string[];
}

const { fuzzCounters: counters, fuzzWords: compared = [] } = globalThis as Instrumented;

/** Remembers which branches were taken, and how often (once, twice, up to 4, 8, ... times). */
class Coverage {
  readonly #seen = new Uint8Array(counters?.length ?? 0);

  /** Forgets what ran since the last input. */
  begin(): void {
    counters?.fill(0);
  }

  /** Whether the input that just ran took a branch, or took it more often, than all inputs before. */
  isNew(): boolean {
    if (counters === undefined) return false;
    let isNew = false;
    for (let at = 0; at < counters.length; at += 1) {
      const count = counters[at] ?? 0;
      if (count === 0) continue;
      const bit = 1 << (31 - Math.clz32(count));
      if (((this.#seen[at] ?? 0) & bit) !== 0) continue;
      this.#seen[at] = (this.#seen[at] ?? 0) | bit;
      isNew = true;
    }
    return isNew;
  }

  /** The number of branches that were taken at least once. */
  get branches(): number {
    return this.#seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0);
  }
}
