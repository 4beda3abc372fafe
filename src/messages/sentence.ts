import type { ErrorKind, Of, TypedInput } from '../errors/facts.js';
import { visible } from '../foreign-text.js';
import type { NextCommand, NextSteps, Reader, Told } from './reader.js';

/** What a sentence is made of: a fact by its name, or what is told of the facts. */
type Part = string | number | Telling;
type Telling = (facts: never, next: Reader) => string | number;

type Taker<P> = P extends string
  ? (facts: Of<P>) => void
  : P extends (facts: infer F, ...next: never) => unknown
    ? (facts: F) => void
    : never;
/** The facts of all these parts. */
type FactsOf<P> = Taker<P> extends (facts: infer F) => void ? F : unknown;

/** The function that a sentence is; some name what the reader can do next. */
type Sentence<F, P> = [P] extends [string | number | ((facts: never) => unknown)]
  ? (facts: F) => string
  : [P] extends [string | number | ((facts: never, next: NextSteps) => unknown)]
    ? (facts: F, next: NextSteps) => string
    : (facts: F, next: Reader) => string;

/** A plain text, or a sentence. */
type Words = string | Telling;
type FactsIn<W> = W extends string ? unknown : FactsOf<W>;

function told(words: Words | undefined, facts: unknown, next: Reader): string {
  return typeof words === 'function' ? String(words(facts as never, next)) : (words ?? '');
}

function valueOf(facts: unknown, name: string): unknown {
  return (facts as Readonly<Record<string, unknown>>)[name];
}

/** A list as one text. What is filled in is made visible, because it may come from a file or from the service. */
function shown(value: unknown): string {
  return visible(Array.isArray(value) ? value.join(', ') : String(value));
}

function filled(part: Part, facts: unknown, next: Reader): unknown {
  if (typeof part === 'function') return part(facts as never, next);
  return typeof part === 'string' ? valueOf(facts, part) : part;
}

/**
 * A sentence is a function of its facts, which the compiler finds in it: m`${'file'} has ${n.rows('rows')}.` takes
 * `{ file: string; rows: number }`.
 */
export function m<const P extends readonly Part[]>(texts: TemplateStringsArray, ...parts: P) {
  const sentence = (facts: unknown, next: Reader): string => {
    let all = texts[0] ?? '';
    for (const [at, part] of parts.entries())
      all += shown(filled(part, facts, next)) + (texts[at + 1] ?? '');
    return all;
  };
  return sentence as Sentence<FactsOf<P[number]>, P[number]>;
}

/** A fact in other words. */
export function by<V, N extends string>(words: (value: V) => string | number, name: N) {
  return (facts: { readonly [K in N]: V }) => words(facts[name]);
}

/** A fact, or a text where it is unknown. */
export function or<N extends string>(name: N, otherwise: string) {
  type Known = N extends 'httpStatus' ? number : string;
  return (facts: { readonly [K in N]?: Known }): string => String(facts[name] ?? otherwise);
}

type Case<N extends string, K, W> = {
  readonly [Name in N]: K extends 'true' ? true : K extends 'false' ? false : K;
} & FactsIn<W>;

/** The words for the value of a fact. */
export function pick<N extends string, const C extends Readonly<Record<string, Words>>>(
  name: N,
  cases: C,
) {
  const chosen = (facts: unknown, next: Reader): string =>
    told(cases[String(valueOf(facts, name))], facts, next);
  type Facts = { [K in keyof C]: Case<N, K, C[K]> }[keyof C];
  return chosen as Sentence<Facts, C[keyof C]>;
}

/** One text for one value of a fact, and another for all others. */
export function when<N extends string, W extends Words, O extends Words = ''>(
  name: N,
  value: string,
  words: W,
  otherwise?: O,
) {
  const chosen = (facts: unknown, next: Reader): string =>
    told(valueOf(facts, name) === value ? words : otherwise, facts, next);
  return chosen as Sentence<{ readonly [K in N]?: string } & FactsIn<W> & FactsIn<O>, W | O>;
}

type Without<F, N> = Omit<F, N & keyof F> & { readonly [K in N & keyof F]?: F[K] };

function where(isThere: (value: unknown) => boolean) {
  return (name: string, words: Words, otherwise?: Words) =>
    (facts: unknown, next: Reader): string =>
      told(isThere(valueOf(facts, name)) ? words : otherwise, facts, next);
}

/** Words for a fact that may be absent. */
export const given = where((value) => value !== undefined && value !== null) as <
  N extends string,
  W extends Words,
  O extends Words = '',
>(
  name: N,
  words: W,
  otherwise?: O,
) => Sentence<Without<FactsIn<W>, N> & FactsIn<O>, W | O>;

/** Words for a text or a list that is not empty. */
export const some = where((value) =>
  Array.isArray(value) ? value.length > 0 : (value ?? '') !== '',
) as <W extends Words, O extends Words = ''>(
  name: string,
  words: W,
  otherwise?: O,
) => Sentence<FactsIn<W> & FactsIn<O>, W | O>;

/** Words that depend on whether something is so. */
export const flag = where((value) => value === true) as <
  N extends string,
  W extends Words,
  O extends Words = '',
>(
  name: N,
  words: W,
  otherwise?: O,
) => Sentence<{ readonly [K in N]?: boolean } & FactsIn<W> & FactsIn<O>, W | O>;

type OfAll<N extends string> = [N] extends [never] ? unknown : Of<N>;

/** What the reader can do next. */
export const next = {
  /** A command: `next.command('bulk resolve', 'batch', '--abandon')`; a word without a dash is a fact. */
  command<const W extends readonly string[]>(name: NextCommand, ...words: W) {
    type Named = Exclude<W[number], `${'-' | '<'}${string}`>;
    const word = (facts: unknown, each: string): string =>
      /^[-<]/.test(each) ? each : String(valueOf(facts, each));
    return (facts: OfAll<Named>, to: NextSteps): string =>
      to.command(name, ...words.map((each) => word(facts, each)));
  },
  /** The command line of this run again. */
  again: (_: unknown, to: NextSteps): string => to.again(),
  againPaid: (_: unknown, to: NextSteps): string => to.again({ drop: ['--fresh'] }),
  /** The command that goes on with the batch of this run, or of a fact. */
  onward:
    <N extends string = never>(name?: N) =>
    (facts: OfAll<N>, to: NextSteps): string =>
      name === undefined ? to.onward() : to.onward(String(valueOf(facts, name))),
  /** The same with more time. */
  longer: (facts: Of<'batch'>, to: NextSteps): string =>
    to.onward(facts.batch, [{ flag: '--deadline', value: '1h' }]),
  /** The same with the higher limit. */
  withinLimit: (facts: Of<'batch' | 'worstCase'>, to: NextSteps): string =>
    to.within(facts.worstCase).command('bulk resume', facts.batch),
  /** This command line with another option, where it can be shown. */
  shown:
    (flag: string) =>
    (_: unknown, to: NextSteps): string =>
      to.shown({ set: [{ flag }] }),
  /** The same with another decision. */
  deciding:
    (flag: string) =>
    (_: unknown, to: NextSteps): string =>
      to.shown({ drop: ['--resubmit', '--abandon', '--adopt'], set: [{ flag }] }),
  /** A run that reads a file once more. */
  reading: (facts: { file: string; typed?: TypedInput }, to: NextSteps): string =>
    to.reading(facts.file, facts.typed),
  /** A text for a run of several files, and one for every other command. */
  several:
    (many: string, one = '') =>
    (_: unknown, to: NextSteps): string =>
      to.of === 'bulk run' && to.inputs > 1 ? many : one,
  /** The sentence of the error that this one comes from. */
  because: (facts: { because: Told; kind: ErrorKind }, to: Reader): string =>
    to.sentence(facts.because),
};
