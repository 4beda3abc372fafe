import type { Holder, UnknownPrice, WhyUndecided } from '../errors/batch.js';
import type { Place, StoredSetting } from '../errors/config.js';
import type { ColumnCandidate, ListedColumn, RecordPlace, SomeLines } from '../errors/input.js';
import type { ColumnKind, InvalidReason } from '../identifiers/types.js';
import { percent } from './words.js';
import type { NextSteps } from './reader.js';
import type { MessageWords } from './words.js';

/** The texts that a language gives for the parts of its messages. */
interface Texts {
  readonly more: (count: string | number) => string;
  readonly lines: (count: number, listed: string) => string;
  readonly line: (line: number) => string;
  readonly row: (row: number) => string;
  readonly beforeFirstRow: string;
  readonly bothKinds: string;
  readonly validBoth: string;
  readonly validOf: (kind: string) => string;
  readonly noneValid: string;
  readonly noLikelyColumn: (file: string) => string;
  readonly severalColumns: (file: string) => string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly keyFile: (path: string) => string;
  readonly keyOf: (profile: string) => string;
  readonly setting: (key: string, profile: string) => string;
  readonly profile: (profile: string, path: string) => string;
  readonly heldBy: (host: string, since: string) => string;
  readonly price: (command: string) => string;
  readonly nothingSent: string;
  readonly knownFields: (known: string) => string;
  readonly didYouMean: (near: string) => string;
  readonly or: (all: string, last: string) => string;
  readonly writeFailures: Readonly<Record<string, string>>;
  readonly invalid: Readonly<Record<InvalidReason, string>>;
  readonly undecided: Readonly<Record<WhyUndecided, string>>;
}

const MAX_LISTED = 30;

/** The parts that several messages of a language share. */
export function phrasesIn(words: MessageWords, texts: Texts) {
  return {
    or: texts.or,
    nothingSent: texts.nothingSent,
    noLikelyColumn: texts.noLikelyColumn,
    severalColumns: texts.severalColumns,
    /** Why the balance proves nothing about a request with an unknown outcome. */
    undecided: texts.undecided,
    ...listsIn(words, texts),
    ...columnsIn(texts),
    ...placesIn(words, texts),
    ...reasonsIn(words, texts),
    ...adviceIn(texts),
  };
}

function some(items: readonly string[], { more }: Texts): string {
  const left = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join(', ') + (left > 0 ? more(left) : '');
}

function listsIn({ number }: MessageWords, texts: Texts) {
  return {
    /** `lines 3, 17 and 21 more`. */
    lines: ({ count, first }: SomeLines): string => {
      const more = count - first.length;
      const listed = first.map((each) => number(each)).join(', ');
      return texts.lines(count, listed) + (more > 0 ? texts.more(number(more)) : '');
    },
    /** For example `1 "CNPJ", 2 "Nome"`: the possible values of an option. */
    columns: (columns: readonly ListedColumn[]): string =>
      some(
        columns.map(({ option, name }) => `${option} ${name}`),
        texts,
      ),
    oneOf: (choices: readonly string[]): string => {
      const quoted = choices.map((choice) => `'${choice}'`);
      const last = quoted.at(-1) ?? '';
      return quoted.length < 2 ? last : texts.or(quoted.slice(0, -1).join(', '), last);
    },
  };
}

function columnsIn(texts: Texts) {
  /** `CPF`; in a column of both kinds `CPF or CNPJ`. */
  const kindName = (kind: ColumnKind): string =>
    kind === 'both' ? texts.bothKinds : kind === 'cpf' ? 'CPF' : 'CNPJ';
  const validKinds = (kind: ColumnKind): string =>
    kind === 'both' ? texts.validBoth : texts.validOf(kindName(kind));
  /** `97% valid CPFs`, of the filled cells of the sample. */
  const valid = ({ kind, validShare }: ColumnCandidate): string =>
    validShare === 0 ? texts.noneValid : `${percent(validShare)} ${validKinds(kind)}`;
  return {
    kindName,
    validKinds,
    valid,
    candidates: (candidates: readonly ColumnCandidate[]): string =>
      some(
        candidates.map((each) => `${each.option} ${each.name} (${valid(each)})`),
        texts,
      ),
  };
}

function placesIn({ second }: MessageWords, texts: Texts) {
  const profile = (of: Pick<StoredSetting, 'profile' | 'path'>): string =>
    texts.profile(of.profile, of.path);
  return {
    profile,
    recordPlace: (place: RecordPlace): string => {
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
    holder: (by: Holder | null | undefined): string =>
      by == null ? '' : texts.heldBy(by.host, second(by.since)),
  };
}

function reasonsIn({ number }: MessageWords, texts: Texts) {
  /** Why a row is invalid, in at most 18 characters; a reason of a newer ledger unchanged. */
  const reason = (name: string): string =>
    (texts.invalid as Readonly<Record<string, string>>)[name] ?? name;
  return {
    reason,
    /** Each reason with the number of its rows. */
    reasons: (reasons: Readonly<Record<string, number>>): string =>
      Object.entries(reasons)
        .map(([name, count]) => `${reason(name)}: ${number(count)}`)
        .join(', '),
    /** Why a file could not be written, by Node's error code; an unknown code unchanged. */
    unwritten: (code: string): string => texts.writeFailures[code] ?? code,
  };
}

function adviceIn(texts: Texts) {
  return {
    /** The commands that set the prices which nothing shows; the number is the user's to fill in. */
    prices: (prices: readonly UnknownPrice[], next: NextSteps): string =>
      prices.map((kind) => texts.price(next.command('config set', `cost-${kind}`))).join(', '),
    /** That nothing was sent, where the command would have sent something. */
    unsent: (next: NextSteps | undefined): string =>
      next?.of === 'bulk run' ? ` ${texts.nothingSent}` : '',
    /** The known fields, or the one that was probably meant. */
    fieldHint: (near: string | undefined, known: readonly string[]): string =>
      near === undefined ? texts.knownFields(known.join(', ')) : texts.didYouMean(near),
    /** What was probably meant, after a sentence. */
    meant: (near: string | undefined): string =>
      near === undefined ? '' : ` ${texts.didYouMean(`'${near}'`)}`,
  };
}
