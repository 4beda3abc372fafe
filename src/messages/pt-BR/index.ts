import { libraryErrors } from '../en/errors.js';
import type { Messages } from '../en/index.js';
import * as account from './account.js';
import * as batch from './batch.js';
import { commandErrorsIn, errorsIn } from '../errors-in.js';
import * as ofCommand from './errors-command.js';
import * as sentences from './errors.js';
import * as files from './files.js';
import * as help from './help.js';
import { phrases } from './phrases.js';

const errors = {
  ...sentences.errors,
  ...libraryErrors,
  ...errorsIn(sentences.cases, phrases),
};

const commandErrors = {
  ...ofCommand.commandErrors,
  ...commandErrorsIn(sentences.cases, phrases),
};

export const ptBR: Messages = {
  language: 'pt-BR',
  ...account,
  ...batch,
  ...files,
  ...help,
  phrases,
  errors,
  commandErrors,
  troubles: sentences.troubles,
};
