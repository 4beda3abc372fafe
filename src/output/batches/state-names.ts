import type { BatchState } from '../../batch/summary.js';
import type { InvalidReason } from '../../identifiers/index.js';
import { formatNumber, t } from '../../messages/index.js';

const STATES = (): Readonly<Record<BatchState, string>> => ({
  complete: t.table.complete,
  running: t.table.running,
  incomplete: t.table.incomplete,
  unconfirmed: t.table.unconfirmed,
});

/** The state of a batch as one word for people. */
export function stateWord(state: BatchState): string {
  return STATES()[state];
}

/** The state of a job as one word for people; an unknown state of a newer ledger unchanged. */
export function jobWord(status: string): string {
  const words: Readonly<Record<string, string>> = {
    planned: t.table.planned,
    submitting: t.table.submitting,
    accepted: t.table.running,
    done: t.table.done,
    failed: t.table.failed,
    unconfirmed: t.table.unconfirmed,
    abandoned: t.table.abandoned,
  };
  return words[status] ?? status;
}

const REASONS = (): Readonly<Record<InvalidReason, string>> => ({
  empty: t.table.rowEmpty,
  format: t.table.rowFormat,
  check_digit: t.table.rowCheckDigits,
  repeated: t.table.rowRepeated,
  ambiguous: t.table.rowAmbiguous,
  spreadsheet_number: t.table.rowRounded,
  cpf_in_cnpj_column: t.table.rowOtherKind,
  cnpj_root: t.table.rowRoot,
  rejected_by_service: t.table.rowRefused,
  erased: t.table.rowErased,
});

/** Why a row is invalid, in at most 18 characters for people; a reason of a newer ledger unchanged. */
export function reasonWord(reason: string): string {
  return (REASONS() as Readonly<Record<string, string>>)[reason] ?? reason;
}

/** Each reason with the number of its rows, for people. */
export function reasonsText(reasons: Readonly<Record<string, number>>): string {
  return Object.entries(reasons)
    .map(([reason, count]) => `${reasonWord(reason)}: ${formatNumber(count)}`)
    .join(', ');
}
