import type { Random } from '../../crash/random.js';
import { comparedWords, Coverage } from './coverage.js';
import { mutate, type Material } from './mutate.js';
import { smallest } from './smallest.js';
import type { Target } from './target.js';

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
  const words = [...target.words, ...target.words, ...comparedWords];
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
