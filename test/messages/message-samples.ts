/** The arguments of calls, by the path of the message. The test varies numbers, and texts that are a number. */
type Calls = Readonly<Record<string, readonly (readonly unknown[])[]>>;

const NUMBERS = `
  priceAgain remainingCredits credits count price zeros left reused age sent ended seq worstCase
  expected expectedFrom answered unique seconds replaced cut records rows erased toSend all
  covered files balance refused items waiting cost charged batches found open invalid jobs counted
  repaired unsent running
`;

/**
 * Sample facts by name; a message that takes facts gets all of these and reads those that it needs. Each number is another
 * one, so that none can stand for another.
 */
const FACTS = {
  ...Object.fromEntries(
    NUMBERS.trim()
      .split(/\s+/)
      .map((name, at) => [name, at + 2]),
  ),
  profile: 'work',
  path: '/home/ana/in.csv',
  variable: 'CONFERE_API_KEY',
  others: 'home',
  stored: 'https://a.example',
  quotedPath: '"/home/ana/in.csv"',
  plan: 'Micro',
  baseUrl: 'https://b.example',
  quota: 'confere quota',
  command: 'confere cpf a',
  use: "'confere cpf'",
  is: 'CNPJ',
  asked: 'CPF',
  kind: 'cpf',
  full: '01234567000189',
  odd: 'x',
  at: '2026-03-01',
  birthDate: '1990-01-31',
  state: 'failed',
  error: 'Lote inválido',
  file: 'in.csv',
  roots: 'rows 2, 3',
  parts: '3 invalid',
  host: 'cron-2',
  id: '7k',
  since: '10:00',
  until: '11:00',
  charge: '+2',
  whom: '2 people',
  wait: '10 s',
  share: '97%',
  valid: 'valid CPFs',
  listed: 'a, b',
  name: 'a.csv',
  folder: '/home/ana/.confere',
  to: 'postgres://ana@db/x',
  from: '/home/ana/.confere',
  begunAt: '10:00',
  said: 'malformed',
  batch: '7k',
  of: 'items',
  version: '1.2.3',
  timeZone: 'UTC',
  end: 'Ctrl-D',
  program: 'confere 1.2.3',
};

/** Returns one call with the sample facts for each of these changes of them. */
function callsWith(...changes: readonly object[]): readonly (readonly unknown[])[] {
  return (changes.length === 0 ? [{}] : changes).map((change) => [{ ...FACTS, ...change }]);
}

const kinds = [{ kind: 'cpf' }, { kind: 'cnpj' }, { kind: 'both' }];
const withValues = (
  paths: Readonly<Record<string, string>>,
  read: (text: string) => unknown,
): Calls =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([value, names]) =>
      names.split(/\s+/).map((path) => [path, [[read(value)]]]),
    ),
  );

const WITH_FACTS: Calls = {
  'account.whenReasonGone': callsWith({ command: "'confere bulk run in.csv'" }),
  'service.mayBeChargedLookup': callsWith(
    {},
    { priceAgain: undefined },
    { priceAgain: undefined, isFresh: true },
  ),
  'lookups.needsZeros': callsWith(...kinds),
  'lookups.hasZeros': callsWith(...kinds),
  'lookups.wrongLength': callsWith(...kinds),
  'lookups.wrongCharacter': callsWith(...kinds),
  'lookups.credits': callsWith({}, { left: undefined }),
  'lookups.fromLedger': callsWith({}, { at: undefined }),
  'batch.jobState': callsWith({}, { error: undefined }),
  'batch.plan': callsWith({ toSend: '25' }, { toSend: '25', parts: '' }),
  'batch.answeredNextPoll': callsWith({ answered: '17', unique: '18', seconds: '19' }),
  'doubt.othersFound': callsWith({ others: 2 }),
  'ledger.mixedEvents': callsWith({ told: 2 }),
};

/** The messages that take one text, and those that take one number, by the sample. */
const OF_ONE_TEXT = {
  work: 'account.keyForgotten account.noStoredKey config.profile',
  CONFERE_API_KEY: 'account.keyStaysInUse account.unsetVariable',
  '2': `account.allUsedUp lookups.invalidCount lookups.notAskedCount batch.invalidRows
    batch.zerosRestored batch.inLedger batch.toSend batch.expectedCredits table.creditsLeft
    table.counts.found table.counts.notFound table.counts.skipped table.counts.failed
    table.counts.pending table.counts.unconfirmed table.counts.invalid report.savedByLedger
    report.ofFound`,
  '10 s': `service.freeAskIn progress.nextMinute progress.serviceAsksToWait progress.nextCheck
    progress.balanceAwaited progress.lookupAwaited progress.machineAwaited
    progress.ledgerAwaited`,
  '7k': 'batch.heading report.titleOf',
  'out.csv': 'batch.olderResult table.resultFile diff.changesFile',
  '10:00': 'doubt.asOf report.asOf',
  '1/2': 'input.whichSheet input.whichColumn input.whichColumnAgain',
  '97%': 'input.validShare report.shareOfIdentifiers',
  'lines 2, 3': 'input.nulBytesKept input.badBytesKept input.readAsLatin1',
};
const OF_ONE_NUMBER = {
  2: `service.attempt lookups.atArgument batch.rowsRead batch.jobNotCharged batch.duplicates
    batch.paidForBefore batch.freeCredits batch.atMost batch.balance doubt.jobCosts
    doubt.youResubmitted removal.people removal.workbooksRemoved
    removal.keptWithoutIdentifier log.identifiers log.rowsErased progress.credits progress.moreJobs
    progress.job table.fromLedger table.charged table.moreCredits table.moreForAbandoned
    table.saved table.creditsInAll table.savedByReuse input.hiddenRows input.headerInLine
    diff.moreFields ledger.unknownOutcomes`,
  1200: `matches.verdicts.equal matches.verdicts.similar matches.verdicts.different
    matches.verdicts.empty`,
};

const OF_ACCOUNT: Calls = {
  'account.fingerprint': [['a1b2']],
  'account.hidesStoredKey': [[{ source: 'CONFERE_API_KEY', profile: 'work' }]],
  'account.keyFrom': [null, true, false].map((accepted) => ['a1b2', 'profile', accepted]),
  'account.unsetKeyCommand': [['confere config unset api-key-command']],
  'account.awaitsKeyCommand': [[{ from: 'api-key-command' }]],
  'account.remainingOf': [['2', '50', '96']],
  'account.whichKey': [['confere auth status']],
  'account.keyNotStored': [["'confere auth login'"]],
  'config.notSet': [['rate', 'work']],
  'config.notInSandbox': [['rate']],
  'config.tryKeyCommand': [['confere auth status']],
  'service.quoted': [['Lote inválido']],
  'servers.mcp': [[2], [0], [Infinity]],
  'lookups.thisNotValid': [['CPF']],
  'lookups.noDigits': [['cpf'], ['both']],
  'lookups.notValid': [['123', 'CPF']],
  'card.match': [['name']],
  'matches.counts': [['name 1 similar']],
  'matches.field': [[{ field: 'name', parts: '1 similar' }]],
  'card.stateSince': [['ATIVA', '2026-03-01']],
  'card.noButOptedIn': [['2010 to 2020']],
};

const OF_BATCHES: Calls = {
  'batch.waitingForBatches': [['7k, 8m']],
  'batch.continuing': [['7k', '2026-03-01 10:00']],
  'batch.alreadyComplete': [['2026-03-01 10:00']],
  'batch.reportWritten': [['r.html']],
  'batch.resultWritten': [['out.csv', 2]],
  'batch.balanceNothingSent': [['2 credits']],
  'batch.next': [['confere bulk watch 7k']],
  'batch.asWorkbook': [['confere bulk export 7k -o out.xlsx']],
  'batch.otherKind': [[2, 'CNPJ', 'CPF', 'rows 2, 3']],
  'batch.rejectedRows': [['r.csv', 2]],
  'batch.rowList': [[2, '2, 3']],
  'batch.toSendByKind': [['5', 2, 3]],
  'batch.askToSend': callsWith(
    { cpf: 2, cnpj: 0, covered: 2, worstCase: 3, notes: 'balance 5' },
    { cpf: 2, cnpj: 3, covered: 5, worstCase: 6, notes: '' },
    { cpf: 7, cnpj: 0, covered: 5, worstCase: 6, notes: 'balance 5' },
    { cpf: 2, cnpj: 3, covered: 4, worstCase: 6, notes: '' },
  ),
  'doubt.jobLine': [['10:00', 2, 'enviada']],
  'doubt.cannotTell': [['reason']],
  'doubt.youAdopted': [['j-1']],
  'removal.dryRun': [['Delete 2.']],
  'removal.nothingStored': [['2 people']],
  'removal.kept': [['7k, 8m']],
  'removal.youngerThanReuse': [['30d']],
  'removal.retained': [[{ age: '90d', batches: 2, records: 3 }]],
  'log.requests': [['CPF 529.982.247-25']],
  'log.places.copy': [
    [{ path: '/a', batch: '7k', rows: 2 }],
    [{ path: '/a', batch: '7k', rows: null }],
  ],
  'log.places.workbook': [[{ path: '/a', batch: '7k', rows: null }]],
  'log.places.result': [[{ path: '/a', batch: '7k', rows: null }]],
  'log.notHere': [['/a']],
  'progress.rowsDone': [[2, 3]],
  'progress.answeredOf': [[2, 3]],
  'progress.timeLeft': [['10 s', '2 min']],
  'progress.retryIn': [[{ left: '10 s', why: 'no answer (ECONNREFUSED)' }]],
  'progress.noAnswer': [['ECONNREFUSED']],
  'progress.answeredStatus': [[503]],
  'batch.submitted': [[{ jobs: 2, items: 3 }]],
  'progress.atLine': [[2], ['2 to 3']],
  'progress.notFoundFree': [['***.982.247-**']],
  'table.percentOfUnique': [[2.5]],
  'table.invalidReasons': [['empty: 2']],
};

const OF_FILES: Calls = {
  'input.identifiersAboveHeader': [['"CNPJ: 1"']],
  'input.uncomputed': [[3, '"Total" 2, "Média" 1']],
  'input.errorCells': [[3, '"Total" 2, "Média" 1']],
  'input.stuckTable': [['"Tabela1"']],
  'input.severalSheets': [['in.xlsx']],
  'input.skipQuestion': [['--column 1']],
  'input.column': [[2, '"CNPJ"']],
  'input.columnsJoined': [['1+2']],
  'input.sheet': [[2, '"Clientes"']],
  'input.skippedLines': [['lines 2, 3', 'blank']],
  'diff.sides': [['a.csv', 'b.csv']],
  'diff.readingRows': [['a.csv', 2]],
  'ledger.sizes': [['2 MB', '1 MB']],
  'report.until': [['1990']],
  'report.fromTo': [['1990', '1999']],
  'report.orOlder': [['80']],
};

const OF_HELP: Calls = {
  'help.diffGroups': [['status, partners']],
  'help.example': [['confere cpf a']],
  'help.moreOptions': [['Bulk', 'bulk run']],
  'help.textWithDefault': [['Lookups per minute', '30']],
  'exitCodes.ofCommand': [['7 a; 10 b']],
  placeholders: [
    ['--column <name|index|a+b>'],
    ['[batch] <file> <what> <when> plain words'],
    ['--birth-date <DD/MM/YYYY>'],
  ],
  'usage.question': [['Send 2?']],
  'usage.whyCharged': [
    [{ kinds: ['cpf'], price: 2 }],
    [{ kinds: ['cnpj'], price: 2 }],
    [{ kinds: ['realtime'], price: 2 }],
    [{ kinds: [], price: 2 }],
  ],
  'totals.compared': [[{ field: 'name' }]],
  'usage.isSet': [['cost-cpf 2']],
  'usage.withSameInput': [['confere bulk run']],
  'usage.toContinue': [["'confere bulk run in.csv'"]],
  'usage.rerunIn': [["'confere bulk run in.csv'", '10 s']],
};

const column = { option: '1', name: '"CNPJ"', kind: 'cnpj', validShare: 0.978, samples: [] };

const OF_PHRASES: Calls = {
  'phrases.lines': [[{ count: 2, first: [3, 1700] }], [{ count: 40, first: [3, 17] }]],
  'phrases.validPercent': ['cpf', 'cnpj', 'both'].map((kind) => [{ ...column, kind }]),
  'phrases.reason': [['empty'], ['of_a_newer_version']],
  'phrases.reasons': [[{ empty: 1200, format: 1 }]],
};

/** The arguments that a message is called with, by its path. Every other message takes facts. */
export const calls: Calls = {
  ...WITH_FACTS,
  ...withValues(OF_ONE_TEXT, String),
  ...withValues(OF_ONE_NUMBER, Number),
  ...OF_ACCOUNT,
  ...OF_BATCHES,
  ...OF_FILES,
  ...OF_HELP,
  ...OF_PHRASES,
};

/** The arguments of messages that take the sample facts. */
export const usualCalls = callsWith();
