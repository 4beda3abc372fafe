import type {
  ColumnCandidate,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  Place,
  SomeLines,
  PricedKind,
  UnexpectedCharges,
} from '../base/facts.js';
import type { Of } from './fact-names.js';
import type { ColumnKind } from '../identifiers/types.js';
import { chargeSettings, type ChargeSetting } from './charge-settings.js';
import { closest } from '../base/closest.js';
import type { texts as english } from './en/dsl-phrases.js';
import type { NextSteps, Reader } from './reader.js';
import { argument, percent, sheetList, type MessageWords } from './words.js';

const MAX_LISTED = 30;
const MAX_MEANT = 3;

type Texts = typeof english;

/** The parts that several messages of a language share. */
export function phrasesIn(words: MessageWords, texts: Texts) {
  return { ...texts, ...namesIn(words, texts), ...adviceIn(texts) };
}

/** Columns, lines, places and reasons. */
function namesIn({ number }: MessageWords, texts: Texts) {
  const some = (items: readonly string[]): string => {
    const left = items.length - MAX_LISTED;
    return items.slice(0, MAX_LISTED).join(', ') + (left > 0 ? texts.more(left) : '');
  };
  const column = ({ option, name }: ListedColumn): string => `${option} ${name}`;
  /** `97% valid CPFs`, of the filled cells of the sample. */
  const valid = ({ kind, validShare }: ColumnCandidate): string =>
    `${percent(validShare)} ${texts.validKinds[kind]}`;
  /** Why a row is invalid, in at most 18 characters; a reason of a newer ledger unchanged. */
  const reason = (name: string): string =>
    (texts.invalid as Readonly<Record<string, string>>)[name] ?? name;
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
    sheet: (of: ListedSheet) => sheetList([of]),
    /** For example `1 "CNPJ", 2 "Nome"`: the possible values of an option. */
    columns: (columns: readonly ListedColumn[]): string => some(columns.map(column)),
    candidates: (candidates: readonly ColumnCandidate[]): string =>
      some(candidates.map((each) => `${column(each)} (${valid(each)})`)),
    /** `--column CPF --type cpf`: the options of the column that is meant, where `kind` was wanted. */
    meantOptions: ({ meant, kind }: { readonly meant: MeantColumn; readonly kind: ColumnKind }) => {
      const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
      return `--column ${argument(meant.option)}${type}`;
    },
    /** `lines 3, 17 and 21 more`. */
    lines: ({ count, first }: SomeLines): string => {
      const more = count - first.length;
      const listed = texts.lines(count, first.map((each) => number(each)).join(', '));
      return listed + (more > 0 ? texts.more(number(more)) : '');
    },
    /** The name of a value's place in a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
    place: (place: Place): string => (typeof place === 'string' ? place : texts.place(place)),
    /** Reasons in brackets, where there are any. */
    why: (facts: { readonly reasons: Readonly<Record<string, number>> }): string =>
      Object.keys(facts.reasons).length === 0 ? '' : ` (${reasons(facts.reasons)})`,
    /** Why a file could not be written, by Node's error code; an unknown code unchanged. */
    unwritten: (code: string): string =>
      (texts.writeFailures as Readonly<Record<string, string>>)[code] ?? code,
  };
}

/** What was meant, and what to do. */
function adviceIn(texts: Texts) {
  const oneOf = (choices: readonly string[]): string => {
    const quoted = choices.map((choice) => `'${choice}'`);
    const last = quoted.at(-1) ?? '';
    return quoted.length < 2 ? last : texts.or(quoted.slice(0, -1).join(', '), last);
  };
  /** What was probably meant, after a sentence. */
  const meant = (near: readonly (string | undefined)[]): string => {
    const named = near.filter((each) => each !== undefined).slice(0, MAX_MEANT);
    return named.length === 0 ? '' : ` ${texts.didYouMean(oneOf(named))}`;
  };
  const terms = (facts: UnexpectedCharges, next: NextSteps) => {
    const set = ([key, value]: ChargeSetting) =>
      facts.isSandbox
        ? `--${key}${value === 'true' ? '' : ` ${value}`}`
        : next.command('config set', key, value);
    const quoted = (all: readonly ChargeSetting[]) => all.map((one) => `'${set(one)}'`).join(', ');
    const { prices, shared } = chargeSettings(facts);
    return { prices: quoted(prices), shared: quoted(shared) };
  };
  return {
    oneOf,
    /** What is told of a setting in a file, and of no other place. */
    ofSetting:
      (told: (facts: Of<'key'>, next: Reader) => string) =>
      ({ place }: { readonly place?: unknown }, next: Reader): string => {
        const setting = place as Place | undefined;
        const isSetting = typeof setting === 'object' && setting.what === 'setting';
        return isSetting ? told(setting, next) : '';
      },
    meant: (facts: Of<'meant'>): string => meant(facts.meant),
    near: (facts: { readonly near: string | undefined }): string => meant([facts.near]),
    nearest: ({ wanted, formats }: Of<'wanted' | 'formats'>): string =>
      meant([closest(wanted, formats)]),
    /** The settings, or in the sandbox the options, of which one says why more was charged. */
    terms,
    untoldPrices: ({ kinds }: { readonly kinds: readonly PricedKind[] }, next: NextSteps): string =>
      kinds.map((kind) => `'${next.command('config set', `cost-${kind}`, '<n>')}'`).join(', '),
    /** The commands that wait for these batches. */
    watching: (facts: { readonly liveBatches: readonly string[] }, next: NextSteps): string =>
      facts.liveBatches.map((batch) => `'${next.command('bulk watch', batch)}'`).join(', '),
    /** That nothing was sent, where the command would have sent something. */
    unsent: (_: unknown, next: NextSteps): string =>
      next.of === 'bulk run' ? ` ${texts.nothingSent}` : '',
    seconds: (ms: number): string => texts.seconds(Math.ceil(ms / 1000)),
  };
}
