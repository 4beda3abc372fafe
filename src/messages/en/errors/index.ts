import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';
import { batchErrors, commandBatchErrors } from './batch.js';
import { commandErrors as commandLineErrors } from './command.js';
import { commandConfigErrors, configErrors } from './config.js';
import { batchLeft, decisionErrors } from './decisions.js';
import { commandExportErrors, exportErrors } from './exports.js';
import { commandInputErrors, inputErrors } from './input.js';
import { commandLedgerErrors, ledgerErrors } from './ledger.js';
import { libraryErrors } from './library.js';
import { commandLookupErrors, lookupErrors } from './lookups.js';
import { serviceErrors, troubles } from './service.js';

/** The message of each error code, for every reader. */
const errors = {
  ...inputErrors,
  ...configErrors,
  ...exportErrors,
  ...ledgerErrors,
  ...batchErrors,
  ...lookupErrors,
  ...libraryErrors,
  ...serviceErrors,
};

/** The same where only the command says it. */
const commandErrors = {
  ...commandLineErrors,
  ...commandInputErrors,
  ...commandConfigErrors,
  ...commandExportErrors,
  ...commandLedgerErrors,
  ...commandBatchErrors,
  ...decisionErrors,
  ...commandLookupErrors,
};

export const errorTexts = {
  errors: errors as ErrorsOf<typeof errors>,
  commandErrors: commandErrors as CommandErrorsOf<typeof commandErrors>,
  batchLeft,
  troubles,
};

export type ErrorTexts = typeof errorTexts;
