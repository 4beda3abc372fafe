import type { Messages } from '../en/index.js';
import * as account from './account.js';
import * as batch from './batch.js';
import { codes } from './codes.js';
import * as ofBatch from './errors-batch.js';
import * as ofInput from './errors-input.js';
import * as ofService from './errors-service.js';
import * as ofSetup from './errors-setup.js';
import * as files from './files.js';
import * as help from './help.js';
import { ledger } from './ledger.js';
import * as lookups from './lookups.js';
import { options } from './options.js';
import { phrases } from './phrases.js';
import { report } from './report.js';
import * as screens from './screens.js';

/** The message of each error code, for every reader. */
const errors = {
  ...ofInput.inputErrors,
  ...ofInput.exportErrors,
  ...ofSetup.configErrors,
  ...ofService.ledgerErrors,
  ...ofService.serviceErrors,
  ...ofService.libraryErrors,
  ...ofBatch.batchErrors,
  ...ofBatch.lookupErrors,
};

/** The same where only the command says it. */
const commandErrors = {
  ...ofInput.commandInputErrors,
  ...ofInput.commandExportErrors,
  ...ofSetup.commandErrors,
  ...ofSetup.commandConfigErrors,
  ...ofService.commandLedgerErrors,
  ...ofBatch.commandBatchErrors,
  ...ofBatch.decisionErrors,
  ...ofBatch.commandLookupErrors,
};

export const ptBR: Messages = {
  language: 'pt-BR',
  ...account,
  ...batch,
  ...files,
  ...help,
  ...lookups,
  ...screens,
  codes,
  ledger,
  options,
  phrases,
  report,
  errors,
  commandErrors,
  batchLeft: ofBatch.batchLeft,
  troubles: ofService.troubles,
};
