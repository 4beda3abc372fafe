import type { Language } from '../index.js';
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

/** The sentence of each error code that programs meet, too; its facts are typed here. */
export const errors = {
  ...ofInput.inputErrors,
  ...ofSetup.setupErrors,
  ...ofSetup.libraryErrors,
  ...ofService.serviceErrors,
  ...ofService.lookupErrors,
  ...ofBatch.batchErrors,
};

export { commandErrors };

/** Every sentence and label for people, by subject; a function where facts are filled in. */
export const en = {
  language: 'en' as Language,
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

export type Messages = typeof en;
