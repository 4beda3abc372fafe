import { phrasesIn } from '../phrases-in.js';
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

/** What several messages say of columns, lines, places and reasons. */
export const texts = {
  more: (count: number | string) => s` and ${count} more`,
  lines: (count: number, listed: string) => s`${agree(count, 'line', 'lines')} ${listed}`,
  line: (line: number) => s`line ${line}`,
  row: (row: number) => s`row ${row} (header counted)`,
  beforeFirstRow: 'the lines before the first row',
  end: 'at its end',
  bothKinds: 'CPF or CNPJ',
  validBoth: 'valid CPFs or CNPJs',
  validOf: (kind: string) => s`valid ${kind}s`,
  noneValid: '0% valid',
  noLikelyColumn: (file: string) =>
    s`${file} has no column that is mostly CPFs or CNPJs. The likeliest:`,
  severalColumns: (file: string) => s`${file} has several columns that could hold the identifiers:`,
  baseUrl: 'The base URL',
  apiKey: 'The API key',
  keyFile: (path: string) => s`The API key file ${path}`,
  keyOf: (profile: string) => s`The key of profile ${profile}`,
  setting: (key: string, profile: string) => s`${key} of ${profile}`,
  profile: (profile: string, path: string) => s`profile ${profile} in ${path}`,
  heldBy: (host: string, since: string) => s` (on ${host}, since ${since})`,
  price: (command: string) => s`'${command} <credits>'`,
  nothingSent: 'Nothing was sent.',
  knownFields: (known: string) => s`Available: ${known}.`,
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
    price_unknown: 'the price of a record on this account is not known yet',
    no_reading: 'no earlier balance is known',
  },
};

export const phrases = phrasesIn(words, texts);
