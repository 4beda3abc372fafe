import type {
  ColumnCandidate,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  Place,
  PricedKind,
  SomeLines,
  UnexpectedCharges,
} from '../base/facts.js';
import type { ColumnKind } from '../identifiers/types.js';
import { type ChargeSetting, chargeSettings } from './charge-settings.js';
import type { NextSteps, Reader } from './reader.js';
import { argument, type Count, percent, type MessageWords } from './words.js';

const MAX_LISTED = 30;
const MAX_MEANT = 3;

type Texts = Readonly<Record<string, string>>;

/** The texts of a language that the parts below are made of. */
interface PhraseTexts {
  readonly more: (count: Count) => string;
  readonly lines: (count: number, listed: string) => string;
  readonly validKinds: Readonly<Record<ColumnKind, string>>;
  readonly place: (place: Exclude<Place, string>) => string;
  readonly correct: (set: string, unset: string) => string;
  readonly nothingSent: string;
  readonly meant: (near: string) => string;
  readonly or: (all: string, last: string) => string;
  /** The reasons of failed writes, by Node's code of the system call or by a word of ours. */
  readonly writeFailures: Texts;
  readonly invalid: Texts;
}

/** The parts that several messages of a language share. */
export function phrasesIn<T extends PhraseTexts>(words: MessageWords, texts: T) {
  return { ...texts, ...listsIn(words, texts), ...placesIn(texts), ...adviceIn(texts) };
}

/** Returns the parts that name columns, lines and reasons. */
function listsIn({ number }: MessageWords, texts: PhraseTexts) {
  const some = (items: readonly string[]): string => {
    const left = items.length - MAX_LISTED;
    return items.slice(0, MAX_LISTED).join(', ') + (left > 0 ? texts.more(left) : '');
  };
  const column = ({ option, name }: ListedColumn): string => `${option} ${name}`;
  /** `97% valid CPFs`, of the filled cells of the sample. */
  const valid = ({ kind, validShare }: ColumnCandidate): string =>
    `${percent(validShare)} ${texts.validKinds[kind]}`;
  /** Why a row is invalid, in at most 18 characters; a reason of a newer ledger unchanged. */
  const reason = (name: string): string => texts.invalid[name] ?? name;
  /** Each reason with the number of its rows. */
  const reasons = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${reason(name)}: ${number(count)}`)
      .join(', ');
  return {
    valid,
    column,
    reason,
    reasons,
    sheet: ({ number: at, name }: ListedSheet): string => `${at} ${name}`,
    /** For example `1 "CNPJ", 2 "Nome"`: the possible values of an option. */
    columns: (columns: readonly ListedColumn[]): string => some(columns.map(column)),
    candidates: (candidates: readonly ColumnCandidate[]): string =>
      some(candidates.map((each) => `${column(each)} (${valid(each)})`)),
    /** `lines 3, 17 and 21 more`. */
    lines: ({ count, first }: SomeLines): string => {
      const more = count - first.length;
      const listed = texts.lines(count, first.map((each) => number(each)).join(', '));
      return listed + (more > 0 ? texts.more(number(more)) : '');
    },
    /** The reasons in brackets, where there are any. */
    why: (counts: Readonly<Record<string, number>>): string =>
      Object.keys(counts).length === 0 ? '' : ` (${reasons(counts)})`,
  };
}

/** Returns the parts that say where values come from, and why a file could not be written. */
function placesIn(texts: PhraseTexts) {
  return {
    /** The place of a value in a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
    place: (place: Place, to: Pick<Reader, 'option'>): string =>
      typeof place === 'string' ? to.option(place) : texts.place(place),
    /** How to correct a setting that is stored, in the file that it comes from; empty for other places. */
    remedy: (place: Place | null | undefined, to: NextSteps): string => {
      if (typeof place !== 'object' || place?.what !== 'setting') return '';
      const { key } = place;
      return texts.correct(to.command('config set', key), to.command('config unset', key));
    },
    /** Node's code of a failed write in words; an unknown code unchanged. */
    writeFailure: (code: string): string => texts.writeFailures[code] ?? code,
  };
}

/** Returns the parts that say what was meant, and what to do. */
function adviceIn(texts: PhraseTexts) {
  const oneOf = (choices: readonly string[]): string => {
    const quoted = choices.map((choice) => `'${choice}'`);
    const last = quoted.at(-1) ?? '';
    return quoted.length < 2 ? last : texts.or(quoted.slice(0, -1).join(', '), last);
  };
  return {
    oneOf,
    /** ` Did you mean …?`, after a sentence; empty where nothing is near. */
    didYouMean: (...near: readonly (string | undefined)[]): string => {
      const named = near.filter((each) => each !== undefined).slice(0, MAX_MEANT);
      return named.length === 0 ? '' : ` ${texts.meant(oneOf(named))}`;
    },
    /** `--column CPF --type cpf`: the options of the column that is meant, where `kind` was wanted. */
    meantOptions: (meant: MeantColumn, kind: ColumnKind, to: Pick<Reader, 'option'>): string => {
      const isKnown = meant.kind === kind || kind === 'both';
      const type = isKnown ? '' : ` ${to.option('--type')} ${meant.kind}`;
      return `${to.option('--column')} ${argument(meant.option)}${type}`;
    },
    /**
     * Returns commands that change a setting, or in the sandbox options, of which one explains why more was charged.
     * Each is quoted.
     */
    chargeCommands: (facts: UnexpectedCharges, to: Reader) => {
      const set = ([key, value]: ChargeSetting) => {
        if (!facts.isSandbox) return `'${to.command('config set', key, value)}'`;
        const option = to.option(`--${key}`);
        return value === 'true' ? `'${option}'` : `'${option} ${value}'`;
      };
      const { prices, shared } = chargeSettings(facts);
      return { prices: prices.map(set).join(', '), shared: shared.map(set).join(', ') };
    },
    /** The commands that set the prices of these kinds. */
    priceCommands: (kinds: readonly PricedKind[], to: NextSteps): string =>
      kinds.map((kind) => `'${to.command('config set', `cost-${kind}`, '<n>')}'`).join(', '),
    /** The commands that wait for these batches. */
    watchCommands: (batches: readonly string[], to: NextSteps): string =>
      batches.map((batch) => `'${to.command('bulk watch', batch)}'`).join(', '),
    /** Says that nothing was sent, where the command would have sent something. */
    nothingSentBy: (to: NextSteps): string =>
      to.runCommand === 'bulk run' ? ` ${texts.nothingSent}` : '',
  };
}
