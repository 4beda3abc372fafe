import type { ErrorTexts } from '../../en/errors/index.js';
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

export const errorTexts: ErrorTexts = { errors, commandErrors, batchLeft, troubles };
