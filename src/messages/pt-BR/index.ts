import { en, type Messages } from '../en/index.js';
import { account } from './account.js';
import { batch } from './batch.js';
import { budget } from './budget.js';
import { card } from './card.js';
import { codes } from './codes.js';
import { commands } from './commands.js';
import { config } from './config.js';
import { diff } from './diff.js';
import { doubt } from './doubt.js';
import { batchErrors, commandBatchErrors } from './errors/batch.js';
import { commandErrors as commandLineErrors } from './errors/command.js';
import { commandConfigErrors, configErrors } from './errors/config.js';
import { batchLeft, decisionErrors } from './errors/decisions.js';
import { commandExportErrors, exportErrors } from './errors/exports.js';
import { commandInputErrors, inputErrors } from './errors/input.js';
import { commandLedgerErrors, ledgerErrors } from './errors/ledger.js';
import { libraryErrors } from './errors/library.js';
import { commandLookupErrors, lookupErrors } from './errors/lookups.js';
import { serviceErrors, troubles } from './errors/service.js';
import { exitCodes } from './exit-codes.js';
import { exports } from './exports.js';
import { help } from './help.js';
import { input } from './input.js';
import { ledger } from './ledger.js';
import { lookups } from './lookups.js';
import { options } from './options.js';
import { phrases } from './phrases.js';
import { placeholders } from './placeholders.js';
import { progress } from './progress.js';
import { removal } from './removal.js';
import { report } from './report.js';
import { servers } from './servers.js';
import { service } from './service.js';
import { spend } from './spend.js';
import { table } from './table.js';
import { usage } from './usage.js';

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

export const ptBR: Messages = {
  language: 'pt-BR',
  account,
  batch,
  budget,
  card,
  codes,
  commands,
  config,
  diff,
  doubt,
  exitCodes,
  exports,
  help,
  input,
  ledger,
  lookups,
  options,
  placeholders,
  // Only programs read these, in English.
  programs: en.programs,
  progress,
  removal,
  report,
  servers,
  service,
  spend,
  table,
  usage,
  errors,
  commandErrors,
  batchLeft,
  phrases,
  troubles,
};
