import { libraryErrors } from '../en/errors.js';
import type { Messages } from '../en/index.js';
import * as account from './account.js';
import * as batch from './batch.js';
import { commandErrors } from './errors-command.js';
import { saidByService } from '../sentence.js';
import * as sentences from './errors.js';
import * as files from './files.js';
import * as help from './help.js';
import { phrases } from './phrases.js';

export const ptBR: Messages = {
  language: 'pt-BR',
  ...account,
  ...batch,
  ...files,
  ...help,
  phrases,
  errors: { ...saidByService(sentences.serviceErrors), ...sentences.errors, ...libraryErrors },
  commandErrors,
  troubles: sentences.troubles,
};
