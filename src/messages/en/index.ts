import type { Language } from '../index.js';
import * as account from './account.js';
import * as batch from './batch.js';
import { commandErrors } from './errors-command.js';
import { saidByService } from '../sentence.js';
import * as sentences from './errors.js';
import * as files from './files.js';
import * as help from './help.js';
import { phrases } from './phrases.js';

/** The sentence of each error code that programs meet, too. */
export const errors = {
  ...saidByService(sentences.serviceErrors),
  ...sentences.errors,
  ...sentences.libraryErrors,
};

/** Every sentence and label for people, by subject; a function where facts are filled in. */
export const en = {
  language: 'en' as Language,
  ...account,
  ...batch,
  ...files,
  ...help,
  phrases,
  errors,
  commandErrors,
  troubles: sentences.troubles,
};

export type Messages = typeof en;
