import type { ColumnKind, IdentifierKind } from '../../identifiers/types.js';
import { given, m } from '../sentence.js';
import { count, n, num, plural, s } from './phrases.js';

const form = {
  cpf: 'A CPF has 11 digits',
  cnpj: 'A CNPJ has 12 letters or digits and 2 digits',
  both: 'A CPF has 11 digits, a CNPJ 12 letters or digits and 2 digits',
};

/** Single lookups, and what is wrong with an identifier. */
export const lookups = {
  invalidCount: (count: string) => s`${count} invalid`,
  askToSend: m`Send ${n.identifiers('count')} for at most ${n.credits('most')}?`,
  askAgain: (price: number) => s`Look it up again, which may cost ${n.credits(price)} more?`,
  notAgain: 'Nothing was sent; the earlier lookup may have been charged.',
  valid: 'valid    ',
  invalid: 'invalid  ',
  empty: '(empty)',
  otherKind: m`This is a ${'is'}, not a ${'asked'}: use 'confere ${'command'}'.`,
  needsZeros: (kind: IdentifierKind, zeros: number, meant: string) =>
    s`${form[kind]}; with ${plural(zeros, 'leading zero', 'leading zeros')} it is valid: ${meant}.`,

  wrongLength: (kind: ColumnKind, count: number) =>
    s`${form[kind]}; this has ${plural(count, 'character', 'characters')}.`,
  wrongCharacter: (kind: ColumnKind, odd: string) =>
    s`${form[kind]}; this has the character ${odd}.`,

  isEmpty: 'It is empty.',
  checkDigitsDiffer: 'Its check digits do not match: a digit is wrong, or two are swapped.',
  repeated: 'All characters are the same; such a number is never issued.',
  ambiguous: 'With leading zeros it could be a CPF or a CNPJ. Write it in full.',
  rounded: `A spreadsheet rounded this number, and its last digits are lost. Format the column as text and copy it again.`,
  root: 'These are the first 8 characters of a CNPJ; the branch (0001 for most) and the 2 check digits are missing.',
  cpfFilledUp: "This is a CPF with leading zeros: use 'confere cpf' with its last 11 digits.",
  atArgument: (argument: number) => s`argument ${argument}, `,
  credits: m`${n.credits('credits')}${given('left', m`; ${num('left')} left`)}.`,
  notAskedCount: (count: string) => s`${count} not asked`,
  fromLedgerCount: m`${num('reused')} from the ledger, ${n.credits('reused')} saved`,
  fromLedger: m`from the ledger${given('at', m`, fetched ${'at'}`)}; nothing charged`,
  notValid: (input: string, kind: string) => s`${input}: not a valid ${kind}.`,
};

/** The labels of a record as a card or a table. */
export const card = {
  anonymised: 'Anonymized',
  legalName: 'Legal name',
  tradeName: 'Trade name',
  status: 'Registration status',
  branch: 'Branch',
  city: 'City',
  opened: 'Opened',
  legalNature: 'Legal nature',
  size: 'Size',
  capital: 'Capital',
  simples: 'Simples',
  mei: 'MEI',
  mainActivity: 'Main activity',
  otherActivities: 'Other activities',
  address: 'Address',
  phone: 'Phone',
  email: 'E-mail',
  anonymisedNote: 'on request of the data subject (LGPD); some fields are hidden',
  no: 'no',
  stateSince: (state: string, day: string) => s`${state} since ${day}`,
  yes: 'yes',
  noButOptedIn: (before: string) => s`no (opted in ${before})`,
  name: 'Name',
  gender: 'Gender',
  born: 'Born',
  female: 'female',
  male: 'male',
  birthAndAge: m`${'birthDate'} (${count('age', 'year', 'years')})`,
  result: 'Result',
  found: 'found',
  notFound: 'not found',
  invalid: 'invalid',
  unconfirmed: 'unconfirmed',
  notAsked: 'not asked',
  failed: 'failed',
  partners: 'Partners and managers (QSA)',
  role: 'Role',
  since: 'Since',
  document: 'Document',
  kind: 'Kind',
  ageRange: 'Age range',
};
