import type {
  OpenDecision,
  Place,
  PriceKind,
  RowPlace,
  UnexpectedCharges,
} from '../../base/facts.js';
import type { Holder } from '../../base/error-facts.js';
import { isPipedInputName } from '../../base/piped.js';
import { createPhrases } from '../create-phrases.js';
import type { NextSteps, Reader } from '../reader.js';
import { type Count, listChoices, s, createWords } from '../words.js';

const words = createWords('en');
export const { agree, number, plural, formatSecond } = words;
export { s };

/** Names a file within a sentence. */
export const nameWithin = (file: string) => (isPipedInputName(file) ? 'standard input' : file);

export const identifiers = (count: Count) => plural(count, 'identifier', 'identifiers');
export const credits = (count: Count) => plural(count, 'credit', 'credits');
export const rows = (count: Count) => plural(count, 'row', 'rows');
export const jobs = (count: Count) => plural(count, 'job', 'jobs');
export const batches = (count: Count) => plural(count, 'batch', 'batches');
export const records = (count: Count) => plural(count, 'record', 'records');
export const columns = (count: Count) => plural(count, 'column', 'columns');
export const seconds = (ms: number) => plural(Math.ceil(ms / 1000), 'second', 'seconds');

/** The texts from which the shared phrases about columns, lines, places and reasons are made. */
export const texts = {
  more: (count: Count) => s` and ${count} more`,
  lines: (count: number, listed: string) => s`${agree(count, 'line', 'lines')} ${listed}`,
  recordPlace(place: RowPlace): string {
    switch (place.at) {
      case 'line':
        return s`line ${place.line}`;
      case 'row':
        return s`row ${place.row} (header counted)`;
      case 'before_the_first_row':
        return 'the lines before the first row';
      case 'end':
        return 'at its end';
    }
  },
  kinds: { cpf: 'CPF', cnpj: 'CNPJ', both: 'CPF or CNPJ' },
  validKinds: { cpf: 'valid CPFs', cnpj: 'valid CNPJs', both: 'valid CPFs or CNPJs' },
  profile: ({ profile, path }: { readonly profile: string; readonly path: string }) =>
    s`profile ${profile} in ${path}`,
  place(place: Exclude<Place, string>): string {
    switch (place.what) {
      case 'base_url':
        return 'The base URL';
      case 'api_key':
        return 'The API key';
      case 'key_file':
        return s`The API key file ${place.path}`;
      case 'key_command':
        return s`What the program of ${place.from} printed`;
      case 'stored_key':
        return s`The key of profile ${place.profile}`;
      case 'setting':
        return s`${place.key} of ${texts.profile(place)}`;
    }
  },
  correct: (set: string, unset: string) => s` To correct it: '${set} <value>' or '${unset}'.`,
  noLikelyColumn: ({ file }: { readonly file: string }) =>
    s`${file} has no column that is mostly CPFs or CNPJs. The likeliest:`,
  severalColumns: ({ file }: { readonly file: string }) =>
    s`${file} has several columns that could hold the identifiers:`,
  /** Names the process that holds a batch, where several machines share the ledger; empty on one machine. */
  heldBy: (holder: Holder | null | undefined) =>
    holder ? s` (on ${holder.host}, since ${formatSecond(holder.since)})` : '',
  nothingSent: 'Nothing was sent.',
  declined: { changed: 'Nothing was changed.', sent: 'Nothing was sent.' },
  unasked: {
    changed: 'Nothing was changed without a yes to:',
    sent: 'Nothing was sent without a yes to:',
  },
  meant: (near: string) => s`Did you mean ${near}?`,
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
    moved: 'other charges appeared in the same period',
    fell: 'the used credits fell (a renewal or a refund)',
    plan_changed: 'the plan of the account changed in between',
    period: 'a billing period may have begun in between',
    others_found: 'other requests of this account were charged at the same time',
    no_reading: 'no earlier balance is known',
  },
  choices: listDecisions,
};

export const phrases = createPhrases(words, texts);

/** Lists each decision about an unconfirmed job on a line of its own, as a whole command with what it may cost. */
export function listDecisions({ batch, items, cost }: OpenDecision, to: NextSteps): string {
  const itOrThem = agree(items, 'it', 'them');
  const maximum = credits(cost);
  return listChoices('Choose:', [
    s`'${to.command('bulk resolve', batch, '--abandon')}': give ${itOrThem} up (up to ${maximum} may be lost)`,
    s`'${to.command('bulk resolve', batch, '--adopt', '<jobId>')}': use the results of that job, free (ask the service's support for the job id)`,
    s`'${to.command('bulk resolve', batch, '--resubmit')}': send ${itOrThem} again, for up to ${maximum} more (paid twice if the service took ${itOrThem})`,
  ]);
}

/** Says what a record of the first kind costs, without a full stop. */
function describePrice([kind = 'cpf']: readonly PriceKind[], price: number): string {
  return s`a ${kind === 'realtime' ? 'real-time lookup' : kind.toUpperCase()} costs ${credits(price)}`;
}

/** Asks which of two reasons explains an unexpected charge. `price`: credits of one record. */
export function askWhyCharged({
  kinds,
  price,
}: {
  kinds: readonly PriceKind[];
  price: number;
}): string {
  return s`Which is right? 1: ${describePrice(kinds, price)}. 2: other programs use this account. Enter: neither. [1/2] `;
}

/** Says that the account was charged more than the records should have cost, and which settings may explain it. */
export function unexpectedCharges(facts: UnexpectedCharges, to: Reader): string {
  const { records: found, expected, charged, kinds, price, isUsedUp } = facts;
  const { prices, shared } = phrases.chargeCommands(facts, to);
  const usedUp = isUsedUp ? ', and no credits are left' : '';
  const priceAdvice =
    price === undefined
      ? s`If a record costs more on your plan, use ${prices}.`
      : s`If ${describePrice(kinds, price)} on your plan, use ${prices}.`;
  return (
    s`Stopped: ${records(found)} should have cost ${credits(expected)}, but the account was charged ${number(charged)}${usedUp}. ` +
    s`${priceAdvice} If other programs use this account, use ${shared}. Then run ${to.repeat()} again.`
  );
}
