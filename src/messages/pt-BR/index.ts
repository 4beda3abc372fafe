import { libraryErrors } from '../en/errors-library.js';
import type { Messages } from '../en/index.js';
import type { Reader } from '../reader.js';
import * as account from './account.js';
import * as batch from './batch.js';
import { commandErrors } from './errors-command.js';
import { once } from '../sentence.js';
import { serviceWordsFirst } from '../service-words.js';
import { inputErrors } from './errors/input.js';
import { ledgerErrors } from './errors/ledger.js';
import { outputErrors } from './errors/output.js';
import { requestErrors, troubles } from './errors/requests.js';
import { settingErrors } from './errors/settings.js';
import * as sentences from './errors.js';
import * as files from './files.js';
import * as help from './help.js';
import { phrases } from './phrases.js';

type Sentence = (facts: never, to: Reader) => string;

/** Standard input stands where a file's name does, but takes an article in a sentence. */
function withArticle<S extends Readonly<Record<string, Sentence>>>(sentences: S): S {
  const told = Object.entries(sentences).map(([code, sentence]): [string, Sentence] => [
    code,
    (facts, to) =>
      sentence(facts, to)
        .replace(/^Entrada padrão(?= \p{Ll})/u, 'A entrada padrão')
        .replace(' de Entrada padrão', ' da entrada padrão')
        .replace(/(?<=\p{Ll} )Entrada padrão/u, 'a entrada padrão'),
  ]);
  return Object.fromEntries(told) as S;
}

const errors = once(() => ({
  ...serviceWordsFirst(requestErrors),
  ...inputErrors,
  ...outputErrors,
  ...settingErrors,
  ...ledgerErrors,
  ...withArticle(sentences.errors()),
  ...libraryErrors,
}));

const ofCommands = once(commandErrors);

export const ptBR: Messages = {
  language: 'pt-BR',
  ...account,
  ...batch,
  ...files,
  ...help,
  phrases,
  get errors() {
    return errors();
  },
  get commandErrors() {
    return ofCommands();
  },
  troubles,
};
