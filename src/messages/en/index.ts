import * as account from './account.js';
import * as batch from './batch.js';
import { commandErrors } from './errors/commands.js';
import { preferServiceWords } from '../service-words.js';
import { batchErrors } from './errors/batches.js';
import { inputErrors } from './errors/input.js';
import { ledgerErrors } from './errors/ledger.js';
import { libraryErrors } from './errors/library.js';
import { lookupErrors } from './errors/lookups.js';
import { moneyErrors } from './errors/money.js';
import { outputErrors } from './errors/output.js';
import { requestErrors, troubles } from './errors/requests.js';
import { settingErrors } from './errors/settings.js';
import { codes } from './codes.js';
import * as files from './files.js';
import * as help from './help.js';
import { log } from './log.js';
import { matches } from './matches.js';
import type { Language } from '../words.js';
import { phrases } from './phrases.js';

/** The sentences of the error codes that programs can get, too. */
const errors = {
  ...preferServiceWords(requestErrors),
  ...inputErrors,
  ...outputErrors,
  ...settingErrors,
  ...ledgerErrors,
  ...moneyErrors,
  ...lookupErrors,
  ...batchErrors,
  ...libraryErrors,
};

/** Every sentence and label in English, by subject; a function where facts are filled in. */
export const en = {
  language: 'en' as Language,
  ...account,
  ...batch,
  ...files,
  ...help,
  log,
  matches,
  codes,
  phrases,
  errors,
  commandErrors,
  troubles,
};

export type Messages = typeof en;
