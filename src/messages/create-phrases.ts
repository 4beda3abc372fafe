import type {
  ColumnCandidate,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  Place,
  PriceKind,
  SomeLines,
  UnexpectedCharges,
} from '../base/facts.js';
import type { ColumnKind } from '../identifiers/types.js';
import { type ChargeSetting, listChargeSettings } from './charge-settings.js';
import type { NextSteps, Reader } from './reader.js';
import { quoteArgument, type Count, formatPercent, type MessageWords } from './words.js';

const MAX_LISTED = 30;
const MAX_SUGGESTIONS = 3;

type Texts = Readonly<Record<string, string>>;

/** The texts of a language from which the shared phrases are made. */
interface PhraseTexts {
  readonly more: (count: Count) => string;
  readonly lines: (count: number, listed: string) => string;
  readonly validKinds: Readonly<Record<ColumnKind, string>>;
  readonly place: (place: Exclude<Place, string>) => string;
  readonly correct: (set: string, unset: string) => string;
  readonly nothingSent: string;
  readonly meant: (near: string) => string;
  readonly or: (all: string, last: string) => string;
  /** The reasons of failed writes, by Node's error code (`ENOSPC`) or a code of confere (`no_file`). */
  readonly writeFailures: Texts;
  readonly invalid: Texts;
}

/** Returns the phrases that several messages of a language share. */
export function createPhrases<T extends PhraseTexts>(words: MessageWords, texts: T) {
  return {
    ...texts,
    ...createListPhrases(words, texts),
    ...createPlacePhrases(texts),
    ...createAdvicePhrases(texts),
  };
}

/** Returns the phrases that name columns, lines and reasons. */
function createListPhrases({ number }: MessageWords, texts: PhraseTexts) {
  const listFirst = (items: readonly string[]): string => {
    const unlisted = items.length - MAX_LISTED;
    return items.slice(0, MAX_LISTED).join(', ') + (unlisted > 0 ? texts.more(unlisted) : '');
  };
  const column = ({ option, name }: ListedColumn): string => `${option} ${name}`;
  /** Returns the share of valid cells among the filled cells of the sample: `97% valid CPFs`. */
  const validPercent = ({ kind, validShare }: ColumnCandidate): string =>
    `${formatPercent(validShare)} ${texts.validKinds[kind]}`;
  /** Says why a row is invalid, in at most 18 characters; the reason of a newer ledger stays unchanged. */
  const reason = (name: string): string => texts.invalid[name] ?? name;
  /** Lists each reason with the number of its rows. */
  const reasons = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${reason(name)}: ${number(count)}`)
      .join(', ');
  return {
    validPercent,
    column,
    reason,
    reasons,
    sheet: ({ number: sheetNumber, name }: ListedSheet): string => `${sheetNumber} ${name}`,
    /** Lists columns as the possible values of an option: `1 "CNPJ", 2 "Nome"`. */
    columns: (columns: readonly ListedColumn[]): string => listFirst(columns.map(column)),
    candidates: (candidates: readonly ColumnCandidate[]): string =>
      listFirst(candidates.map((each) => `${column(each)} (${validPercent(each)})`)),
    /** Lists line numbers: `lines 3, 17 and 21 more`. */
    lines: ({ count, first }: SomeLines): string => {
      const more = count - first.length;
      const listed = texts.lines(count, first.map((each) => number(each)).join(', '));
      return listed + (more > 0 ? texts.more(number(more)) : '');
    },
    /** Returns the reasons in brackets; empty where there are none. */
    reasonsInBrackets: (counts: Readonly<Record<string, number>>): string =>
      Object.keys(counts).length === 0 ? '' : ` (${reasons(counts)})`,
  };
}

/** Returns the phrases that say where values come from, and why a file could not be written. */
function createPlacePhrases(texts: PhraseTexts) {
  return {
    /** Names the place of a value, to begin a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
    place: (place: Place, to: Pick<Reader, 'option'>): string =>
      typeof place === 'string' ? to.option(place) : texts.place(place),
    /** Says how to correct a stored setting in the file that it comes from; empty for other places. */
    remedy: (place: Place | null | undefined, to: NextSteps): string => {
      if (typeof place !== 'object' || place?.what !== 'setting') return '';
      const { key } = place;
      return texts.correct(to.command('config set', key), to.command('config unset', key));
    },
    /** Says why a write failed, from Node's error code; an unknown code stays unchanged. */
    writeFailure: (code: string): string => texts.writeFailures[code] ?? code,
  };
}

/** Returns the phrases that say what the user may have meant, and what to do. */
function createAdvicePhrases(texts: PhraseTexts) {
  const oneOf = (choices: readonly string[]): string => {
    const names = choices.map((choice) => `'${choice}'`);
    const last = names.at(-1) ?? '';
    return names.length < 2 ? last : texts.or(names.slice(0, -1).join(', '), last);
  };
  return {
    oneOf,
    /** Returns ` Did you mean …?` for the end of a sentence; empty where no name is near. */
    didYouMean: (...near: readonly (string | undefined)[]): string => {
      const suggestions = near.filter((each) => each !== undefined).slice(0, MAX_SUGGESTIONS);
      return suggestions.length === 0 ? '' : ` ${texts.meant(oneOf(suggestions))}`;
    },
    /**
     * Returns the options for the column that was probably meant, if `kind` was asked for: `--column CPF --type cpf`.
     */
    meantOptions: (meant: MeantColumn, kind: ColumnKind, to: Pick<Reader, 'option'>): string => {
      const isKnown = meant.kind === kind || kind === 'both';
      const type = isKnown ? '' : ` ${to.option('--type')} ${meant.kind}`;
      return `${to.option('--column')} ${quoteArgument(meant.option)}${type}`;
    },
    /**
     * Returns what the user does for each of the two possible reasons why more was charged: quoted commands that change a
     * setting, or in the sandbox quoted options.
     */
    chargeCommands: (facts: UnexpectedCharges, to: Reader) => {
      const writeChange = ([key, value]: ChargeSetting) => {
        if (!facts.isSandbox) return `'${to.command('config set', key, value)}'`;
        const option = to.option(`--${key}`);
        return value === 'true' ? `'${option}'` : `'${option} ${value}'`;
      };
      const { prices, shared } = listChargeSettings(facts);
      return {
        prices: prices.map(writeChange).join(', '),
        shared: shared.map(writeChange).join(', '),
      };
    },
    /** Lists the commands that set the prices of these kinds. */
    priceCommands: (kinds: readonly PriceKind[], to: NextSteps): string =>
      kinds.map((kind) => `'${to.command('config set', `cost-${kind}`, '<n>')}'`).join(', '),
    /** Lists the commands that wait for these batches. */
    watchCommands: (batches: readonly string[], to: NextSteps): string =>
      batches.map((batch) => `'${to.command('bulk watch', batch)}'`).join(', '),
    /** Says that `bulk run` has sent nothing; empty for other commands, which would have sent nothing anyway. */
    nothingSentBy: (to: NextSteps): string =>
      to.runCommand === 'bulk run' ? ` ${texts.nothingSent}` : '',
  };
}
