import type {
  ColumnCandidate,
  Holder,
  ListedColumn,
  ListedSheet,
  MeantColumn,
  Of,
  Place,
  RecordPlace,
  SomeLines,
  StoredSetting,
  UnknownPrice,
} from '../errors/facts.js';
import type { ColumnKind } from '../identifiers/types.js';
import { closest } from '../closest.js';
import type { texts as english } from './en/phrases.js';
import type { NextSteps, Reader } from './reader.js';
import { argument, percent, sheetList, type MessageWords } from './words.js';

type Texts = typeof english;

const MAX_LISTED = 30;

/** The parts that several messages of a language share. */
export function phrasesIn(words: MessageWords, texts: Texts) {
  const { noLikelyColumn, severalColumns, undecided } = texts;
  return {
    ...{ noLikelyColumn, severalColumns, undecided },
    ...columnsIn(texts),
    ...placesIn(words, texts),
    ...reasonsIn(words, texts),
    ...adviceIn(texts),
  };
}

function columnsIn(texts: Texts) {
  const some = (items: readonly string[]): string => {
    const left = items.length - MAX_LISTED;
    return items.slice(0, MAX_LISTED).join(', ') + (left > 0 ? texts.more(left) : '');
  };
  const shown = ({ option, name }: ListedColumn): string => `${option} ${name}`;
  /** `CPF`; in a column of both kinds `CPF or CNPJ`. */
  const kindName = (kind: ColumnKind): string =>
    kind === 'both' ? texts.bothKinds : kind === 'cpf' ? 'CPF' : 'CNPJ';
  const validKinds = (kind: ColumnKind): string =>
    kind === 'both' ? texts.validBoth : texts.validOf(kindName(kind));
  /** `97% valid CPFs`, of the filled cells of the sample. */
  const valid = ({ kind, validShare }: ColumnCandidate): string =>
    validShare === 0 ? texts.noneValid : `${percent(validShare)} ${validKinds(kind)}`;
  return {
    ...{ kindName, validKinds, valid, column: shown, sheet: (of: ListedSheet) => sheetList([of]) },
    /** `--column CPF --type cpf`: the options of the column that is meant, where `kind` was wanted. */
    meantOptions: ({ meant, kind }: { readonly meant: MeantColumn; readonly kind: ColumnKind }) => {
      const type = meant.kind === kind || kind === 'both' ? '' : ` --type ${meant.kind}`;
      return `--column ${argument(meant.option)}${type}`;
    },
    /** For example `1 "CNPJ", 2 "Nome"`: the possible values of an option. */
    columns: (columns: readonly ListedColumn[]): string => some(columns.map(shown)),
    candidates: (candidates: readonly ColumnCandidate[]): string =>
      some(candidates.map((each) => `${shown(each)} (${valid(each)})`)),
  };
}

function placesIn({ number, second }: MessageWords, texts: Texts) {
  const profile = (of: Pick<StoredSetting, 'profile' | 'path'>): string =>
    texts.profile(of.profile, of.path);
  return {
    profile,
    /** `lines 3, 17 and 21 more`. */
    lines: ({ count, first }: SomeLines): string => {
      const more = count - first.length;
      const listed = texts.lines(count, first.map((each) => number(each)).join(', '));
      return listed + (more > 0 ? texts.more(number(more)) : '');
    },
    recordPlace: (place: RecordPlace | 'end'): string => {
      if (place === 'end') return texts.end;
      if (place === 'before_the_first_row') return texts.beforeFirstRow;
      return 'line' in place ? texts.line(place.line) : texts.row(place.row);
    },
    /** The name of a value's place in a sentence: `--rate`, `The base URL`, `rate of profile work in …`. */
    place: (place: Place): string => {
      if (typeof place === 'string') return place;
      if (place.what === 'key_file') return texts.keyFile(place.path);
      if (place.what === 'stored_key') return texts.keyOf(place.profile);
      if (place.what === 'setting') return texts.setting(place.key, profile(place));
      return place.what === 'base_url' ? texts.baseUrl : texts.apiKey;
    },
    /** Who holds a batch, where several machines work; empty on one machine. */
    holder: ({ by }: { readonly by?: Holder | null }): string =>
      by == null ? '' : texts.heldBy(by.host, second(by.since)),
    host: ({ by }: { readonly by: Holder }): string => by.host,
    since: ({ by }: { readonly by: Holder }): string => second(by.since),
    /** What is told of a setting in a file, and of no other place. */
    ofSetting:
      (told: (facts: Of<'key'>, next: Reader) => string) =>
      ({ place }: { readonly place?: unknown }, next: Reader): string => {
        const setting = place as Place | undefined;
        const isSetting = typeof setting === 'object' && setting.what === 'setting';
        return isSetting ? told(setting, next) : '';
      },
  };
}

function reasonsIn({ number }: MessageWords, texts: Texts) {
  type Reasons = Readonly<Record<string, number>>;
  /** Why a row is invalid, in at most 18 characters; a reason of a newer ledger unchanged. */
  const reason = (name: string): string =>
    (texts.invalid as Readonly<Record<string, string>>)[name] ?? name;
  /** Each reason with the number of its rows. */
  const reasons = (counts: Reasons): string =>
    Object.entries(counts)
      .map(([name, count]) => `${reason(name)}: ${number(count)}`)
      .join(', ');
  return {
    reason,
    reasons,
    /** The same in brackets, where there are any. */
    why: (facts: { readonly reasons: Reasons }): string =>
      Object.keys(facts.reasons).length === 0 ? '' : ` (${reasons(facts.reasons)})`,
    /** Why a file could not be written, by Node's error code; an unknown code unchanged. */
    unwritten: (code: string): string =>
      (texts.writeFailures as Readonly<Record<string, string>>)[code] ?? code,
  };
}

function adviceIn(texts: Texts) {
  const oneOf = (choices: readonly string[]): string => {
    const quoted = choices.map((choice) => `'${choice}'`);
    const last = quoted.at(-1) ?? '';
    return quoted.length < 2 ? last : texts.or(quoted.slice(0, -1).join(', '), last);
  };
  /** What was probably meant, after a sentence. */
  const meant = (near: readonly (string | undefined)[]): string => {
    const named = near.filter((each) => each !== undefined).slice(0, 3);
    return named.length === 0 ? '' : ` ${texts.didYouMean(oneOf(named))}`;
  };
  const prices = (kinds: readonly UnknownPrice[], next: NextSteps): string =>
    kinds.map((kind) => texts.price(next.command('config set', `cost-${kind}`))).join(', ');
  return {
    oneOf,
    meant: (facts: Of<'meant'>): string => meant(facts.meant),
    near: (facts: { readonly near: string | undefined }): string => meant([facts.near]),
    nearest: ({ wanted, formats }: Of<'wanted' | 'formats'>): string =>
      meant([closest(wanted, formats)]),
    /** The commands that set the prices which nothing shows; the number is the user's to fill in. */
    prices: (facts: { readonly prices: readonly UnknownPrice[] }, next: NextSteps): string =>
      prices(facts.prices, next),
    price: ({ kind }: { readonly kind: UnknownPrice }, next: NextSteps): string =>
      prices([kind], next),
    /** The commands that wait for these batches. */
    watching: (facts: { readonly liveBatches: readonly string[] }, next: NextSteps): string =>
      facts.liveBatches.map((batch) => `'${next.command('bulk watch', batch)}'`).join(', '),
    /** That nothing was sent, where the command would have sent something. */
    unsent: (_: unknown, next: NextSteps): string =>
      next.of === 'bulk run' ? ` ${texts.nothingSent}` : '',
    /** The known fields, or the one that was probably meant. */
    fieldHint: ({ near, known }: Of<'near' | 'known'>): string =>
      near === undefined ? texts.knownFields(known.join(', ')) : texts.didYouMean(near),
    seconds: (ms: number): string => texts.seconds(Math.ceil(ms / 1000)),
  };
}
