import { libraryErrors } from '../en/errors-setup.js';
import type { Messages } from '../en/index.js';
import * as account from './account.js';
import * as batch from './batch.js';
import { codes } from './codes.js';
import * as ofBatch from './errors-batch.js';
import { commandErrors } from './errors-command.js';
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

const errors = {
  ...ofInput.inputErrors,
  ...ofSetup.setupErrors,
  ...libraryErrors,
  ...ofService.serviceErrors,
  ...ofService.lookupErrors,
  ...ofBatch.batchErrors,
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
  troubles: ofService.troubles,
};
