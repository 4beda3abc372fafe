import type { PricedKind, UnexpectedCharges } from '../../base/facts.js';
import { phrasesIn } from '../dsl-phrases-in.js';
import type { Reader } from '../reader.js';
import { by, given, inside, m, pick } from '../sentence.js';
import { wordsIn } from '../words.js';

const words = wordsIn('en');
export const { agree, count, num, number, plural, s, second } = words;

/** A number with the noun that it counts. */
export const n = {
  identifiers: words.noun('identifier', 'identifiers'),
  credits: words.noun('credit', 'credits'),
  rows: words.noun('row', 'rows'),
  jobs: words.noun('job', 'jobs'),
  batches: words.noun('batch', 'batches'),
  records: words.noun('record', 'records'),
  columns: words.noun('column', 'columns'),
};

const profile = m`profile ${'profile'} in ${'path'}`;

/** What several messages say of columns, lines, places and reasons. */
export const texts = {
  more: (count: number | string) => s` and ${count} more`,
  lines: (count: number, listed: string) => s`${agree(count, 'line', 'lines')} ${listed}`,
  /** Where a record starts: with the header counted, or before the first row. */
  recordPlace: pick('at', {
    line: m`line ${'line'}`,
    row: m`row ${'row'} (header counted)`,
    before_the_first_row: 'the lines before the first row',
    end: 'at its end',
  }),
  kinds: { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF or CNPJ' },
  validKinds: { cpf: 'valid CPFs', cnpj: 'valid CNPJs', both: 'valid CPFs or CNPJs' },
  profile,
  place: pick('what', {
    base_url: 'The base URL',
    api_key: 'The API key',
    key_file: m`The API key file ${'path'}`,
    stored_key: m`The key of profile ${'profile'}`,
    setting: m`${'key'} of ${profile}`,
  }),
  noLikelyColumn: m`${'file'} has no column that is mostly CPFs or CNPJs. The likeliest:`,
  severalColumns: m`${'file'} has several columns that could hold the identifiers:`,
  /** Who holds a batch, where several machines work; empty on one machine. */
  heldBy: given('by', inside('by', m` (on ${'host'}, since ${by(words.second, 'since')})`)),
  nothingSent: 'Nothing was sent.',
  didYouMean: (near: string) => s`Did you mean ${near}?`,
  seconds: words.noun('second', 'seconds'),
  or: (all: string, last: string) => s`${all} or ${last}`,
  writeFailures: {
    ENOENT: 'its folder does not exist',
    EACCES: 'the folder may not be written to',
    EPERM: 'another program has it open, or it is protected',
    EBUSY: 'another program has it open',
    ENOSPC: 'the disk is full',
    EDQUOT: 'disk quota exceeded',
    EFBIG: 'it would exceed the maximum file size (ulimit -f)',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    EROFS: 'it lies on a read-only disk',
    ENAMETOOLONG: 'its name is too long',
    no_file: 'it is a link or not a regular file',
    reserved: 'Windows does not allow that name',
  },
  invalid: {
    empty: 'empty',
    format: 'wrong format',
    check_digit: 'check digits',
    repeated: 'repeated digit',
    ambiguous: 'ambiguous',
    spreadsheet_number: 'rounded number',
    cpf_in_cnpj_column: 'CPF among CNPJs',
    cnpj_root: 'start of a CNPJ',
    rejected_by_service: 'service refused it',
    erased: 'erased',
  },
  undecided: {
    moved: 'the balance moved by more than known requests explain',
    fell: 'the used credits fell (a renewal or a refund)',
    plan_changed: 'the plan of the account changed in between',
    period: 'a billing period may have begun in between',
    others_found: 'other requests of this account were charged at the same time',
    no_reading: 'no earlier balance is known',
  },
};

export const phrases = phrasesIn(words, texts);

function costOfOne([kind = 'cpf']: readonly PricedKind[], price: number): string {
  return s`a ${kind === 'realtime' ? 'real-time lookup' : kind.toUpperCase()} costs ${plural(price, 'credit', 'credits')}`;
}

export function whyCharged({
  kinds,
  price,
}: {
  kinds: readonly PricedKind[];
  price: number;
}): string {
  return s`Which is right? 1: ${costOfOne(kinds, price)}. 2: other programs use this account. Enter: neither. [1/2] `;
}

/** Two numbers that disagree, and the two settings of which one says why. */
export function unexpectedCharges(facts: UnexpectedCharges, to: Reader): string {
  const { records, expected, charged, kinds, price, isUsedUp } = facts;
  const { prices, shared } = phrases.terms(facts, to);
  const should = s`${plural(records, 'record', 'records')} should have cost ${plural(expected, 'credit', 'credits')}`;
  const dearer =
    price === undefined
      ? s`If a record costs more on your plan, use ${prices}.`
      : s`If ${costOfOne(kinds, price)} on your plan, use ${prices}.`;
  return s`Stopped: ${should}, but the account was charged ${number(charged)}${isUsedUp ? ', and no credits are left' : ''}. ${dearer} If other programs use this account, use ${shared}. Then run ${to.again()} again.`;
}
