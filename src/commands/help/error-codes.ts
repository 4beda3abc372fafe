import { t } from '../../messages/index.js';
import { formatParagraph } from './text.js';

/** The error codes that each text of `t.codes` explains; `t.codes.usage` explains every other code. */
const CODES: Readonly<Record<Exclude<keyof typeof t.codes, 'usage'>, string>> = {
  noService: 'no_base_url bad_base_url plain_http route_not_found',
  key: 'no_api_key needs_key bad_api_key bad_key_file key_file_unreadable bad_key_command key_command_failed key_of_another_service key_refused',
  noAnswer: 'network service_failed unreadable_answer',
  rateLimited: 'rate_limited',
  notFound: 'not_found some_not_found results_differ',
  invalid: 'some_invalid refused_input rejected_by_service format',
  notAsked: 'not_asked',
  overBudget:
    'over_balance over_max_credits over_period_budget not_covered insufficient_credits below_min',
  price: 'limit_passed unexpected_charges shared_needs_prices balance_unreadable balance_awaited',
  batchLeft: 'batch_left',
  unconfirmed:
    'submission_unconfirmed run_ended adopted_part lookup_in_doubt lookup_in_batch lookup_not_over unnamed miscounted',
  unwritable: 'ledger_unwritable job_id_unreadable',
  held: 'batch_held batch_lost batch_forgotten job_taken looked_up_elsewhere job_under_lookup lookup_under_way others_settling',
  batch: 'no_such_batch ambiguous_batch empty_batch_name no_batches',
  underWay: 'batch_not_ended batch_under_way other_key',
  decision: 'one_decision adopt_known adopt_not_found adopt_misfit adopt_too_early adopt_nameless',
  input:
    'input_missing input_unreadable input_is_folder input_empty input_changed no_rows no_identifiers unknown_encoding ' +
    'wrong_encoding mixed_encodings broken_utf16 not_a_table unknown_delimiter unclosed_quote not_text damaged_gzip damaged_workbook',
  comparison: 'not_a_result broken_json different_kinds',
  tooLarge: 'input_too_large workbook_too_large',
  column:
    'no_identifier_column weak_column ambiguous_column unknown_column no_valid_cell masked_identifiers result_column identifier_in_parts ' +
    'chance_parts unknown_parts unknown_kind other_kind mixed_kinds unknown_sheet no_identifier_sheet ambiguous_sheet different_sheets',
  output:
    'output_exists workbook_closed workbook_name same_output one_output output_is_input one_side_file stdout_twice not_for_terminal output_unwritable output_failed',
  state:
    'config_unreadable config_broken config_unwritable state_busy state_unusable database_unusable disk_full open_place',
  copy: 'copy_damaged rows_differ',
  version: 'ledger_older ledger_newer config_newer',
  ledger: 'ledger_elsewhere ledger_differs ledger_at_work ledger_not_empty ledger_copy_where',
  ledgerLost: 'ledger_lost ledger_unsound',
  stopped: 'interrupted terminated',
  declined: 'declined needs_yes',
  notifyFailed: 'notify_failed',
  programGone: 'program_gone',
  systemLimit: 'system_limit',
  defect: 'defect',
  library:
    'bad_argument unknown_argument closed confirm_failed input_failed input_endless stream_closed',
  resultErased: 'result_erased',
  rowErased: 'erased',
};

/** Returns every code that an error or a row may have, each once. */
export function listErrorCodes(): readonly string[] {
  const explainedCodes = Object.values(CODES).flatMap((codes) => codes.split(' '));
  const namedCodes = [t.errors, t.commandErrors, t.lookups.reasons].flatMap((texts) =>
    Object.keys(texts),
  );
  return [...new Set([...namedCodes, ...explainedCodes])];
}

/** Returns the page of `confere help <error code>`, about the error and what to do; undefined if there is no such code. */
export function writeCodePage(code: string, width: number): string | undefined {
  if (!listErrorCodes().includes(code)) return undefined;
  const entry = Object.entries(CODES).find(([, codes]) => codes.split(' ').includes(code));
  const reasons: Readonly<Record<string, string>> = t.lookups.reasons;
  const text = reasons[code] ?? t.codes[(entry?.[0] ?? 'usage') as keyof typeof t.codes];
  return `${code}\n${formatParagraph(text, width)}`;
}
