import type { ErrorKind, Stop, TypedInput } from '../base/facts.js';
import type { Of } from './fact-names.js';
import { visible } from '../base/foreign-text.js';
import type { ErrorInfo } from '../base/error-facts.js';
import { maxCredits, type NextCommand, type NextSteps, type Reader } from './reader.js';
import { fullStop } from './words.js';

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

/** Words where something is so, and others where it is not. */
export function where<
  I extends (facts: never, next: Reader) => boolean,
  W extends Words,
  O extends Words = '',
>(isSo: I, words: W, otherwise?: O) {
  const chosen = (facts: unknown, next: Reader): string =>
    told(isSo(facts as never, next) ? words : otherwise, facts, next);
  return chosen as Sentence<FactsOf<I> & FactsIn<W> & FactsIn<O>, I | W | O>;
}

/** What `where` asks of the facts and of the reader. */
export const is = {
  /** A status that leads elsewhere; 304 leads nowhere. */
  redirect: ({ httpStatus: status = 0 }: { readonly httpStatus?: number }) =>
    status >= 300 && status < 400 && status !== 304,
  /** A run of several files. */
  several: (_: unknown, to: NextSteps) => to.of === 'bulk run' && to.inputs > 1,
  /** A run whose results go to a folder. */
  intoFolder: (_: unknown, to: NextSteps) => to.has('--out-dir'),
  /** A check, which writes rejected rows. */
  check: (_: unknown, to: NextSteps) => to.of === 'bulk check',
  fresh: (_: unknown, to: NextSteps) => to.isFresh,
  /** A list of lookups. */
  list: (_: unknown, to: NextSteps) => to.isList,
  /** A command that could send a part and was not told to. */
  divisible: (facts: { readonly isPartSent?: boolean }, to: NextSteps) =>
    to.fits && facts.isPartSent === true,
  /** A limit that covers none of it. */
  uncovered: (facts: Of<'count' | 'worstCase' | 'creditsLeft'>) =>
    facts.creditsLeft * facts.count < facts.worstCase,
  /** What the budget of the next period covers. */
  coveredLater: ({ cost, limit, fits }: Of<'cost' | 'limit'> & { readonly fits?: boolean }) =>
    cost <= limit || fits === true,
};

/** Words for one value of a fact, and others for all others: `when('isFresh', true, …)`. */
export function when<
  N extends string,
  V extends string | true,
  W extends Words,
  O extends Words = '',
>(name: N, value: V, words: W, otherwise?: O) {
  type Fact = { readonly [K in N]?: V extends true ? boolean : string };
  return where((facts: Fact) => valueOf(facts, name) === value, words, otherwise);
}

type Without<F, N> = Omit<F, N & keyof F> & { readonly [K in N & keyof F]?: Absent<F[K]> };
type Absent<V> = V extends object ? V | null : V;

/** Words for a fact that may be absent; an empty text or list is, too. */
export function given<N extends string, W extends Words, O extends Words = ''>(
  name: N,
  words: W,
  otherwise?: O,
) {
  const isThere = (facts: unknown) => {
    const value = valueOf(facts, name) ?? '';
    return Array.isArray(value) ? value.length > 0 : value !== '';
  };
  type Facts = Without<FactsIn<W>, N> & FactsIn<O>;
  return where(isThere, words, otherwise) as Sentence<Facts, W | O>;
}

/** Words whose facts are those of a fact. */
export function inside<N extends string, W extends Words>(name: N, words: W) {
  const chosen = (facts: unknown, next: Reader): string => told(words, valueOf(facts, name), next);
  return chosen as Sentence<{ readonly [K in N]: FactsIn<W> }, W>;
}

type OfAll<N extends string> = [N] extends [never] ? unknown : Of<N>;

/** Words for where nothing was charged; where something may have been, what to do. */
export function unlessInDoubt<W extends Words>(words: W) {
  const inDoubt = (facts: { readonly priceAgain?: number }, to: Reader): string =>
    `; ${to.inDoubt(facts)}.`;
  return when('mayHaveCharged', true, inDoubt, words);
}

/** Makes sentences when the first of them is told: most runs tell no error, and all errors take longer than a short run. */
export function once<S>(make: () => S): () => S {
  let made: S | undefined;
  return () => (made ??= make());
}

type Sentences = Readonly<Record<string, (facts: never, to: Reader) => string>>;

/** The service's own words stand in place of ours, or before them where they do not say enough. */
export function saidByService<S extends Sentences>(ours: S): S {
  const told = Object.entries(ours).map(([code, sentence]) => [
    code,
    (facts: { serviceMessage?: string; balance?: 'unread' }, to: Reader): string => {
      const { serviceMessage: words = '', balance } = facts;
      const said = words && to.said(words);
      if (said !== '' && balance === undefined) return said;
      const own = sentence(facts as never, to);
      return said === '' ? own : `${said}${fullStop(said)} ${own}`;
    },
  ]);
  return Object.fromEntries(told) as S;
}

const DECISIONS = ['--resubmit', '--abandon', '--adopt'];

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
  /** The one command that goes on with the batch of a fact. */
  goOn:
    (...flags: readonly string[]) =>
    (facts: Of<'batch'>, to: NextSteps): string =>
      to.goOn(
        facts.batch,
        flags.map((flag) => ({ flag })),
      ),
  /** The same with more time. */
  longer: (facts: Of<'batch'>, to: NextSteps): string =>
    `'${to.goOn(facts.batch, [{ flag: '--deadline', value: '1h' }], to.of === 'bulk watch')}'`,
  /** The same with more time where the user had set how much, which may have been too short. */
  patiently: (facts: Of<'batch'>, to: NextSteps): string =>
    to.has('--deadline') ? next.longer(facts, to) : to.onward(facts.batch),
  /** The same with the higher limit. */
  withinLimit: (facts: Of<'batch' | 'worstCase'>, to: NextSteps): string =>
    to.within(facts.worstCase).goOn(facts.batch),
  raisedOnward: ({ worstCase }: Of<'worstCase'>, to: NextSteps): string =>
    to.onward(undefined, [maxCredits(worstCase)]),
  /** This command line with a limit that covers the whole; not shown where several inputs share it. */
  raised: ({ worstCase }: Of<'worstCase'>, to: NextSteps): string =>
    to.inputs === 1 ? to.shown({ set: [maxCredits(worstCase)] }) : '',
  /** The same of several inputs together. */
  raisedAll: ({ worstCase }: Of<'worstCase'>, to: NextSteps): string =>
    to.shown({ set: [maxCredits(worstCase)] }),
  /** This command line with another option, or another decision, where it can be shown. */
  shown:
    (flag: string) =>
    (_: unknown, to: NextSteps): string =>
      to.shown({ set: [{ flag }], drop: DECISIONS.includes(flag) ? DECISIONS : [] }),
  /** A run that reads a file once more. */
  reading: (facts: { file: string; typed?: TypedInput }, to: NextSteps): string =>
    to.reading(facts.file, facts.typed),
  /** A new batch of the same input that pays for nothing that the ledger has. Only a run knows its own command line. */
  renewed: (
    facts: { file: string; isOwed: boolean; typed?: TypedInput },
    to: NextSteps,
  ): string => {
    const { file, isOwed, typed } = facts;
    const reuse = isOwed ? [{ flag: '--reuse', value: '30d' }] : [];
    const change = { drop: ['--fresh'], set: [{ flag: '--again' }, ...reuse] };
    const own = /^bulk (run|submit)$/.test(to.of) ? to.whole(change) : undefined;
    return own === undefined ? to.anew(file, typed) : `'${own}'`;
  },
  /** Words for an option that was typed; for a setting, the command that removes it. */
  setting<W extends Words>(key: string, typed: W, unset: (command: string) => string) {
    // Programs have no settings.
    const isTyped = (_: unknown, to: Reader) => to.of === '' || to.has(`--${key}`);
    return where(isTyped, typed, (_: unknown, to: Reader) =>
      unset(to.command('config unset', key)),
    );
  },
  tooSlow: (_: unknown, to: Reader): string => to.tooSlow(),
  afterLimit: (facts: { readonly retryAfter?: number }, to: Reader): string =>
    to.afterLimit(facts.retryAfter),
  stopped: (facts: Stop, to: Reader): string => to.stopped(facts),
  said: (facts: { serviceMessage: string }, to: Reader): string => to.said(facts.serviceMessage),
  /** The sentence of the error that this one comes from. */
  because: (facts: { because: ErrorInfo; kind: ErrorKind }, to: Reader): string =>
    to.sentence(facts.because),
};
