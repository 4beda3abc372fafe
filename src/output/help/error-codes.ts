import type { ExitCode } from '../../exit-codes.js';
import { t } from '../../messages/index.js';
import { paragraph } from './text.js';

/** A text for some codes, which spaces divide, and the exit codes that they can have; none where others decide. */
type Page = readonly [
  text: keyof typeof t.codes | (() => string),
  exits: readonly ExitCode[],
  codes?: string,
];

/** Of every code that is not listed. */
const USAGE: Page = ['usage', [2]];

const PAGES: readonly Page[] = [
  ['noService', [2], 'no_base_url bad_base_url plain_http route_not_found'],
  [
    'noKey',
    [2],
    'no_api_key needs_key bad_api_key bad_key_file key_file_unreadable key_of_another_service',
  ],
  ['keyRefused', [4, 10], 'key_refused'],
  ['network', [5, 10], 'network'],
  ['serviceFailed', [5, 10], 'service_failed unreadable_answer'],
  ['rateLimited', [6, 10], 'rate_limited'],
  ['notFound', [0, 10], 'not_found'],
  ['exitStatus', [9], 'some_not_found results_differ'],
  ['refusedInput', [3, 10], 'refused_input'],
  ['refusedInput', [3], 'rejected_by_service'],
  ['notAsked', [], 'not_asked'],
  ['someInvalid', [3], 'some_invalid'],
  ['overBudget', [7], 'over_balance over_max_credits over_period_budget not_covered'],
  ['overBudget', [7, 10], 'insufficient_credits'],
  ['limitPassed', [7], 'limit_passed'],
  ['priceUnproved', [7], 'price_unproved'],
  ['belowMin', [7], 'below_min'],
  ['batchLeft', [3, 7, 8, 10], 'batch_left'],
  ['notifyFailed', [], 'notify_failed'],
  ['declined', [130, 143], 'declined'],
  ['needsYes', [2], 'needs_yes'],
  ['unconfirmed', [10], 'submission_unconfirmed run_ended adopted_part'],
  ['lookupInDoubt', [10], 'lookup_in_doubt'],
  ['lookupInDoubt', [10, 11], 'lookup_in_batch'],
  ['unwritable', [5, 10], 'ledger_unwritable'],
  ['unwritable', [5], 'job_id_unreadable'],
  ['miscounted', [], 'unnamed miscounted'],
  [
    'held',
    [11],
    'batch_held batch_lost batch_forgotten job_taken looked_up_elsewhere job_under_lookup lookup_under_way others_settling',
  ],
  ['otherKey', [2], 'other_key'],
  ['noBatch', [2], 'no_such_batch ambiguous_batch empty_batch_name no_batches'],
  ['underWay', [2], 'batch_not_ended batch_under_way'],
  ['lookupNotOver', [2], 'lookup_not_over'],
  ['otherVersion', [5], 'ledger_older'],
  ['decision', [2], 'one_decision'],
  ['adoptOther', [2], 'adopt_known adopt_not_found adopt_misfit adopt_too_early adopt_nameless'],
  [
    'inputMissing',
    [2],
    'input_missing input_unreadable input_is_folder input_empty input_changed no_rows no_identifiers',
  ],
  ['tooLarge', [2], 'input_too_large too_many_rows too_many_columns workbook_too_large'],
  [
    'column',
    [2],
    'no_identifier_column weak_column ambiguous_column unknown_column no_valid_cell result_column identifier_in_parts chance_parts unknown_parts unknown_kind other_kind mixed_kinds unknown_sheet no_identifier_sheet ambiguous_sheet different_sheets',
  ],
  [
    'notATable',
    [2],
    'unknown_encoding wrong_encoding mixed_encodings broken_utf16 not_a_table unknown_delimiter unclosed_quote not_text damaged_gzip damaged_workbook',
  ],
  [
    'output',
    [2],
    'output_exists same_output one_output two_outputs output_is_input one_side_file stdout_twice workbook_to_terminal page_to_terminal rejects_need_file rejects_is_input',
  ],
  ['outputFailed', [2, 5], 'output_unwritable output_failed'],
  ['copyDamaged', [5], 'copy_damaged rows_differ'],
  ['notComparable', [2], 'not_a_result broken_json different_kinds'],
  ['state', [2], 'config_unreadable config_broken'],
  ['state', [2, 5], 'config_unwritable'],
  ['state', [5], 'state_busy state_unusable database_unusable disk_full'],
  ['openPlace', [2], 'open_place'],
  ['otherVersion', [2], 'ledger_newer state_newer config_newer'],
  ['ledgerMoved', [5], 'ledger_elsewhere ledger_differs'],
  ['ledgerMoved', [11], 'ledger_at_work'],
  ['ledgerMoved', [2], 'ledger_not_empty ledger_copy_where'],
  ['ledgerLost', [5], 'ledger_lost ledger_unsound'],
  ['stopped', [130, 10], 'interrupted'],
  ['stopped', [143], 'terminated'],
  ['defect', [1], 'defect'],
  [
    'library',
    [2],
    'bad_argument unknown_argument closed confirm_failed input_failed input_endless stream_closed',
  ],
  [() => t.lookups.isEmpty, [3], 'empty'],
  ['rowFormat', [3], 'format'],
  [() => t.lookups.checkDigitsDiffer, [3], 'check_digit'],
  [() => t.lookups.repeated, [3], 'repeated'],
  [() => t.lookups.ambiguous, [3], 'ambiguous'],
  [() => t.lookups.rounded, [3], 'spreadsheet_number'],
  [() => t.lookups.cpfFilledUp, [3], 'cpf_in_cnpj_column'],
  [() => t.lookups.root, [3], 'cnpj_root'],
  ['rowErased', [3], 'erased'],
];

export function allCodes(): readonly string[] {
  const { errors, commandErrors } = t;
  const listed = PAGES.flatMap(([, , codes = '']) => codes.split(' '));
  return [
    ...new Set([...[errors, commandErrors].flatMap((texts) => Object.keys(texts)), ...listed]),
  ];
}

/** `confere help <error code>`; undefined for a word that is no code. */
export function codeText(word: string, width: number): string | undefined {
  if (!allCodes().includes(word)) return undefined;
  const isOf = ([, , codes = '']: Page) => codes.split(' ').includes(word);
  const [text, exits] = PAGES.find(isOf) ?? USAGE;
  const heading = exits.length === 0 ? word : t.help.codeExit(word, exits.join(', '));
  return `${heading}\n${paragraph(typeof text === 'string' ? t.codes[text] : text(), width)}`;
}
