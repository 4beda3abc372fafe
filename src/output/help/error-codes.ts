import { t } from '../../messages/index.js';
import { reasonTexts } from '../lookups/identifier-advice.js';
import { paragraph } from './text.js';

/** The codes of each text; every other code is one of `usage`. */
const CODES: Readonly<Record<Exclude<keyof typeof t.codes, 'usage'>, string>> = {
  noService: 'no_base_url bad_base_url plain_http route_not_found',
  noKey: 'no_api_key needs_key bad_api_key bad_key_file key_file_unreadable key_of_another_service',
  keyRefused: 'key_refused',
  network: 'network',
  serviceFailed: 'service_failed unreadable_answer',
  rateLimited: 'rate_limited',
  notFound: 'not_found',
  exitStatus: 'some_not_found results_differ',
  refusedInput: 'refused_input rejected_by_service',
  notAsked: 'not_asked',
  someInvalid: 'some_invalid',
  overBudget: 'over_balance over_max_credits over_period_budget not_covered insufficient_credits',
  limitPassed: 'limit_passed',
  priceUnproved: 'price_unproved',
  belowMin: 'below_min',
  batchLeft: 'batch_left',
  notifyFailed: 'notify_failed',
  declined: 'declined',
  needsYes: 'needs_yes',
  unconfirmed: 'submission_unconfirmed run_ended adopted_part',
  lookupInDoubt: 'lookup_in_doubt lookup_in_batch',
  unwritable: 'ledger_unwritable job_id_unreadable',
  miscounted: 'unnamed miscounted',
  held: 'batch_held batch_lost batch_forgotten job_taken looked_up_elsewhere job_under_lookup lookup_under_way others_settling',
  otherKey: 'other_key',
  noBatch: 'no_such_batch ambiguous_batch empty_batch_name no_batches',
  underWay: 'batch_not_ended batch_under_way',
  lookupNotOver: 'lookup_not_over',
  otherVersion: 'ledger_older ledger_newer config_newer',
  decision: 'one_decision',
  adoptOther: 'adopt_known adopt_not_found adopt_misfit adopt_too_early adopt_nameless',
  inputMissing:
    'input_missing input_unreadable input_is_folder input_empty input_changed no_rows no_identifiers',
  tooLarge: 'input_too_large too_many_rows too_many_columns workbook_too_large',
  column:
    'no_identifier_column weak_column ambiguous_column unknown_column no_valid_cell result_column identifier_in_parts chance_parts unknown_parts unknown_kind other_kind mixed_kinds unknown_sheet no_identifier_sheet ambiguous_sheet different_sheets',
  notATable:
    'unknown_encoding wrong_encoding mixed_encodings broken_utf16 not_a_table unknown_delimiter unclosed_quote not_text damaged_gzip damaged_workbook',
  output:
    'output_exists result_erased same_output one_output two_outputs output_is_input one_side_file stdout_twice workbook_to_terminal page_to_terminal rejects_need_file rejects_is_input',
  outputFailed: 'output_unwritable output_failed',
  copyDamaged: 'copy_damaged rows_differ',
  notComparable: 'not_a_result broken_json different_kinds',
  state:
    'config_unreadable config_broken config_unwritable state_busy state_unusable database_unusable disk_full',
  openPlace: 'open_place',
  ledgerMoved: 'ledger_elsewhere ledger_differs ledger_at_work ledger_not_empty ledger_copy_where',
  ledgerLost: 'ledger_lost ledger_unsound',
  stopped: 'interrupted terminated',
  defect: 'defect',
  library:
    'bad_argument unknown_argument closed confirm_failed input_failed input_endless stream_closed',
  rowFormat: 'format',
  rowErased: 'erased',
};

export function allCodes(): readonly string[] {
  const listed = Object.values(CODES).flatMap((codes) => codes.split(' '));
  const named = [t.errors, t.commandErrors, reasonTexts()].flatMap((texts) => Object.keys(texts));
  return [...new Set([...named, ...listed])];
}

/** `confere help <error code>`: what it means and what to do; undefined for a word that is no code. */
export function codeText(code: string, width: number): string | undefined {
  if (!allCodes().includes(code)) return undefined;
  const listed = Object.entries(CODES).find(([, codes]) => codes.split(' ').includes(code));
  const text = reasonTexts()[code] ?? t.codes[(listed?.[0] ?? 'usage') as keyof typeof t.codes];
  return `${code}\n${paragraph(text, width)}`;
}
