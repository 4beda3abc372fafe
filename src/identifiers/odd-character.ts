import { ID_LENGTHS } from './format.js';
import { innerText } from './read-file-cell.js';
import type { IdentifierKind } from './types.js';

/**
 * The first character of a typed text that no identifier of the kind has at that place; undefined if only
 * the number of characters is wrong. Without a kind, a text of 11 characters is taken for a CPF.
 */
export function oddCharacter(text: string, asked?: IdentifierKind): string | undefined {
  const characters = Array.from(innerText(text)).filter((each) => !/[\s.-]/.test(each));
  const signs = characters.filter((each) => each !== '/');
  const kind = asked ?? (signs.length === ID_LENGTHS.cpf ? 'cpf' : 'cnpj');
  if (kind === 'cpf') return characters.find((each) => !/[0-9]/.test(each));
  const body = ID_LENGTHS.cnpj - 2;
  const isWhole = signs.length === ID_LENGTHS.cnpj;
  return signs.find((each, at) => !(isWhole && at >= body ? /[0-9]/ : /[0-9A-Z]/i).test(each));
}
