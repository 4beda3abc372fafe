import type { ColumnKind } from '../../identifiers/types.js';
import { credits, identifiers, number, plural, s } from './phrases.js';

/** Sentences about the account: its key, its profile, its plan and its balance. */
export const account = {
  baseUrl: 'Base URL',
  account: 'Account',
  key: 'Key',
  fingerprint: (fingerprint: string) => s`fingerprint ${fingerprint}`,
  profile: 'Profile',
  none: 'none',
  note: 'Note',
  keyStored: ({ profile, path }: { profile: string; path: string }) =>
    s`The service accepts the key. It is stored for profile ${profile} in ${path}.`,
  keyForgotten: (profile: string) => s`Logged out: deleted the key of profile ${profile}.`,
  noStoredKey: (profile: string) => s`Profile ${profile} has no stored key.`,
  keyStaysInUse: (variable: string) => s`${variable} is still set, so its key stays in use.`,
  hidesStoredKey: ({ source, profile }: { source: string; profile: string }) =>
    s`${source} is set and overrides the key of profile ${profile}.`,
  hidesBaseUrl: ({ profile, stored }: { profile: string; stored: string }) =>
    s`CONFERE_BASE_URL is set and overrides the base URL of profile ${profile}, ${stored}.`,
  keyFileReadable: ({ path, quotedPath }: { path: string; quotedPath: string }) =>
    s`Other users of this machine can read the key in ${path}. Close it with: chmod 600 ${quotedPath}`,
  keyFrom(fingerprint: string, source: string, accepted: boolean | null) {
    const keyText = s`fingerprint ${fingerprint} (${source})`;
    if (accepted === null) return keyText;
    return accepted ? s`${keyText}, accepted` : s`${keyText}, refused`;
  },

  planAndCredits: ({ plan, remainingCredits }: { plan: string; remainingCredits: number }) =>
    s`plan ${plan}, ${credits(remainingCredits)} left`,
  askBaseUrl: 'Base URL of the service (https://...): ',
  askKeyFor: ({ baseUrl, profile }: { baseUrl: string; profile: string }) =>
    s`API key for ${baseUrl}, profile ${profile} (not shown): `,
  keyWillBeReplaced: ({ profile }: { profile: string }) =>
    s`Profile ${profile} already has a key; the new one replaces it.`,
  unsetKeyCommand: (command: string) => s`Run '${command}' to use the stored key.`,
  awaitsKeyCommand: ({ from }: { from: string }) => s`waiting for the program of ${from}`,
  unsetVariable: (variable: string) => s`Unset ${variable} to use the stored key.`,
  refusedWhenUsedUp: 'lookups are refused until the credits renew on the 1st of the month (UTC)',
  overageWhenUsedUp: 'lookups continue, and the overage is billed on the next invoice',
  day: 'day (UTC)',
  free: 'free (no valid subscription)',
  plan: 'Plan',
  used: 'Used',
  remaining: 'Remaining',
  ifUsedUp: 'When used up',
  allUsedUp: (used: string) => s`0; the allowance is used up (${used} used)`,
  underOnePercent: 'under 1',
  remainingOf: (left: string, allowance: string, percent: string) =>
    s`${left} of ${allowance} credits (${percent}% used)`,
  whichKey: (command: string) => s`To see which key was used: '${command}'.`,
  loginWithAnotherKey: ({ command }: { command: string }) =>
    s`To store another key: '${command}'. A variable or --api-key-file overrides it.`,
  keyNotStored: (command: string) => s`Nothing was stored. Run ${command} again with a valid key.`,
  whenReasonGone: ({ quota, command }: { quota: string; command: string }) =>
    s`Nothing was charged. Check your plan and balance with '${quota}', then run ${command} again.`,
};

/** Sentences about settings and profiles. */
export const config = {
  profile: (profile: string) => s`Profile ${profile}`,
  profileAmong: ({ profile, others }: { profile: string; others: string }) =>
    s`Profile ${profile} (there is also ${others})`,
  notSet: (key: string, profile: string) => s`${key} is not set in profile ${profile}.`,
  tryKeyCommand: (status: string) => s`To check that it prints the key: '${status}'.`,
  notInSandbox: (key: string) => s`Stored for the real service: the sandbox has its own ${key}.`,
  sources: {
    flag: 'option',
    environment: 'environment',
    profile: 'profile',
    default: 'default',
  },
};

/** The titles and the notes of `spend`. */
export const spend = {
  month: 'month (UTC)',
  saved: 'saved',
  atRisk: 'at risk',
  all: 'all',
  baseUrl: 'base URL',
  realtimeCpf: 'real-time CPF',
  singleLookups: 'single lookups',
  sandbox: 'sandbox',
  deletedBatches: 'deleted batches',
  otherCharges: 'Other charges',
  otherChargesNote:
    'Other charges: what the account was charged beyond the records of this ledger. Another program may use the account, or a record costs more than is set.',
  atRiskNote: `At risk: requests that are running or unconfirmed, which may have been charged or may still be.`,
  possiblyCharged: 'possibly charged',
  possiblyChargedNote: `Possibly charged: identifiers that you sent again or abandoned; whether their first request was charged is not known.`,
  nothingCharged: 'Nothing was charged or saved in this period.',
};

/** Sentences about the answers of the service. */
export const service = {
  attempt: (attempt: number) => s` (attempt ${attempt})`,
  noAnswer: 'no answer',
  tlsAlwaysChecked:
    'NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always verified. ' +
    'To trust a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  freeAskIn: (wait: string) => s`Nothing was charged. Try again in ${wait}.`,
  freeAskLater: 'Nothing was charged. Try again when the service answers.',
  free: 'Nothing was charged.',
  refusedAgain:
    'Nothing was charged. The service would refuse it again: correct the file or --name, then run the corrected one.',
  quoted: (words: string) => s`The service answered: "${words}"`,
  mayBeChargedLookup({ priceAgain, isFresh }: { priceAgain?: number; isFresh?: boolean }): string {
    if (priceAgain !== undefined)
      return (
        'it may have been charged, and the balance cannot show whether: to look it up again, run it alone with --fresh, ' +
        s`which may cost ${credits(priceAgain)} more`
      );
    const same = isFresh ? 'the same lookup without --fresh' : 'the same command again';
    return s`it may have been charged: run ${same}, which resends it only if the balance shows no charge`;
  },
  mayBeCharged: 'it may have been charged',
  tryAgain: 'try again',
  tryWithMoreTime: 'try again with more time, such as --timeout 5m',
};

/** The first lines of the sandbox and of the MCP server. */
export const servers = {
  sandboxReady: (sandbox: { plan: string; credits: number }) =>
    s`Sandbox ready: plan ${sandbox.plan}, ${credits(sandbox.credits)} left. All records are invented. Press Ctrl-C to stop.`,
  sampleWritten: ({ file, command }: { file: string; command: string }) =>
    s`${file} has 12 invented customers. To look them up, free: '${command}'.`,
  sandboxStateOutdated: `The sandbox state came from another version of confere: credits and jobs start over.`,
  mcp: (limit: number) =>
    s`Serving the Model Context Protocol on stdin and stdout; ${describeSessionBudget(limit)}.`,
};

function describeSessionBudget(limit: number): string {
  if (limit === Infinity) return 'the sandbox is free';
  if (limit > 0) return s`this session may spend at most ${credits(limit)}`;
  return 'paid lookups are refused. To allow them: --max-credits <n>';
}

/** A text that would be a valid identifier with more leading zeros, or with fewer. `zeros`: how many. */
export interface ZeroDifference {
  readonly kind: ColumnKind;
  readonly zeros: number;
  /** The valid identifier; a CPF is masked where others may read it. */
  readonly full: string;
}

const FORMS = {
  cpf: 'A CPF has 11 digits',
  cnpj: 'A CNPJ has 12 letters or digits and 2 digits',
  both: 'A CPF has 11 digits, a CNPJ 12 letters or digits and 2 digits',
};

/** The cost of lookups, and the balance that is left, in credits. `money`: the money for the cost, after a blank. */
export interface LookupCost {
  readonly credits: number;
  readonly money?: string;
  readonly left?: number;
}

/** Sentences about single lookups, and about what is wrong with an identifier. */
export const lookups = {
  invalidCount: (count: string) => s`${count} invalid`,
  askToSend: ({
    count,
    worstCase,
    money = '',
  }: {
    count: number;
    worstCase: number;
    money?: string;
  }) => s`Send ${identifiers(count)} for at most ${credits(worstCase)}${money}?`,
  askAgain: ({ price, money = '' }: { price: number; money?: string }) =>
    s`Look it up again? It may cost ${credits(price)}${money} more.`,
  notAgain: 'Nothing was sent; the earlier lookup may have been charged.',
  valid: 'valid    ',
  invalid: 'invalid  ',
  empty: '(empty)',
  otherKind: ({ is, asked, use }: { is: string; asked: string; use: string }) =>
    s`This is a ${is}, not a ${asked}: use ${use}.`,
  needsZeros: ({ kind, zeros, full }: ZeroDifference) =>
    s`${FORMS[kind]}; with ${plural(zeros, 'leading zero', 'leading zeros')} it is valid: ${full}.`,
  hasZeros: ({ kind, zeros, full }: ZeroDifference) =>
    s`${FORMS[kind]}; without ${plural(zeros, 'leading zero', 'leading zeros')} it is valid: ${full}.`,
  severalIdentifiers:
    'It has several identifiers: put a space between them, or each on a line of its own.',

  noDigits: (kind: ColumnKind) => s`${FORMS[kind]}; this has none, and names cannot be looked up.`,
  wrongLength: ({ kind, count }: { kind: ColumnKind; count: number }) =>
    s`${FORMS[kind]}; this has ${plural(count, 'character', 'characters')}.`,
  wrongCharacter: ({ kind, odd }: { kind: ColumnKind; odd: string }) =>
    s`${FORMS[kind]}; this has the character ${odd}.`,

  atArgument: (argument: number) => s`argument ${argument}, `,
  credits: ({ credits: charged, money = '', left }: LookupCost) =>
    s`${credits(charged)}${money}${left === undefined ? '' : s`; ${number(left)} left`}.`,
  notAskedCount: (count: string) => s`${count} not asked`,
  fromLedgerCount: ({ reused }: { reused: number }) =>
    s`${number(reused)} from the ledger, ${credits(reused)} saved`,
  fromLedger: ({ at }: { at?: string }) =>
    s`from the ledger${at ? s`, fetched ${at}` : ''}; nothing charged`,
  thisNotValid: (kind: string) => s`This is not a valid ${kind}.`,
  notValid: (input: string, kind: string) => s`${input}: not a valid ${kind}.`,
  /** The sentences of reasons that need no facts. */
  reasons: {
    empty: 'It is empty.',
    check_digit: 'Its check digits do not match: a digit is wrong, or two are swapped.',
    repeated: 'All characters are the same; such a number is never issued.',
    ambiguous: 'With leading zeros it could be a CPF or a CNPJ. Write it in full.',
    spreadsheet_number: `It is written as a rounded number, whose last digits may be lost. Format the column as text and copy it again.`,
    cnpj_root:
      'These are the first 8 characters of a CNPJ; the branch (0001 for most) and the 2 check digits are missing.',
    cpf_in_cnpj_column:
      "This is a CPF with leading zeros: use 'confere cpf' with its last 11 digits.",
  },
};

/** The labels of a record that is shown as a card or a table. */
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
  birthAndAge: ({ birthDate, age }: { birthDate: string; age: number }) =>
    s`${birthDate} (${plural(age, 'year', 'years')})`,
  result: 'Result',
  match: (field: string) => s`Match (${field})`,
  nothingToCompare: 'nothing to compare',
  verdicts: { equal: 'equal', similar: 'similar', different: 'different' },
  partners: 'Partners and managers (QSA)',
  statuses: {
    found: 'found',
    not_found: 'not found',
    invalid: 'invalid',
    unconfirmed: 'unconfirmed',
    error: 'failed',
    not_asked: 'not asked',
  },
  partner: {
    nome_socio: 'Name',
    qualificacao_socio: 'Role',
    data_entrada_sociedade: 'Since',
    cnpj_cpf_socio: 'Document',
    identificador_socio: 'Kind',
    faixa_etaria: 'Age range',
  },
};
