import type { CommandErrorsOf, ErrorsOf } from '../reader.js';
import type { Language } from '../language.js';
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
import { programs } from './programs.js';
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

/** Every sentence and label for people, by subject; a function where facts are filled in. */
export const en = {
  language: 'en' as Language,
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
  programs,
  progress,
  removal,
  report,
  servers,
  service,
  spend,
  table,
  usage,
  errors: errors as ErrorsOf<typeof errors>,
  commandErrors: commandErrors as CommandErrorsOf<typeof commandErrors>,
  batchLeft,
  phrases,
  troubles,
};

export type Messages = typeof en;
