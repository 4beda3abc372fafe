import type { BatchState } from '../../batch/summary.js';
import type { InvalidReason } from '../../identifiers/index.js';
import { formatNumber, say } from '../../text/index.js';

const STATES = (): Readonly<Record<BatchState, string>> => ({
  complete: say`complete`,
  running: say`running`,
  incomplete: say`incomplete`,
  unconfirmed: say`unconfirmed`,
});

/** The state of a batch as one word for people. */
export function stateWord(state: BatchState): string {
  return STATES()[state];
}

/** The state of a job as one word for people; an unknown state of a newer ledger unchanged. */
export function jobWord(status: string): string {
  const words: Readonly<Record<string, string>> = {
    planned: say`planned`,
    submitting: say`submitting`,
    accepted: say`running`,
    done: say`done`,
    failed: say`failed`,
    unconfirmed: say`unconfirmed`,
    abandoned: say`abandoned`,
  };
  return words[status] ?? status;
}

const REASONS = (): Readonly<Record<InvalidReason, string>> => ({
  empty: say.about('row')`empty`,
  format: say.about('row')`wrong format`,
  check_digit: say.about('row')`check digits`,
  repeated: say.about('row')`repeated digit`,
  ambiguous: say.about('row')`ambiguous`,
  spreadsheet_number: say.about('row')`rounded number`,
  cpf_in_cnpj_column: say.about('row')`CPF among CNPJs`,
  cnpj_root: say.about('row')`start of a CNPJ`,
  rejected_by_service: say.about('row')`service refused it`,
  erased: say.about('row')`erased`,
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
