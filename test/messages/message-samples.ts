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
const withFacts = (paths: string): Calls =>
  Object.fromEntries(paths.split(/\s+/).map((path) => [path, callsWith()]));

const WITH_FACTS: Calls = {
  ...withFacts(`account.keyStored account.hidesBaseUrl account.keyFileReadable
    account.planAndCredits account.askKeyFor account.keyWillBeReplaced account.loginWithAnotherKey
    config.profileAmong servers.sandboxReady servers.sampleWritten lookups.askToSend lookups.askAgain lookups.otherKind
    lookups.fromLedgerCount card.birthAndAge batch.jobsSoFar batch.jobUndecidable
    batch.alreadyCompleteTooOld batch.expectedCost batch.charactersReplaced
    batch.cellsCut batch.abandonedAskedAgain batch.fromFuture batch.erasedAskedAgain batch.olderBatchesNotShown
    batch.foundErased batch.cnpjRoots batch.askToSendFiles batch.noneSent batch.toSendPart batch.reservedCredits batch.atMostOf
    batch.events.accepted batch.events.others_settling batch.events.ledger_away batch.events.rejected
    batch.events.first_part batch.events.planned_again batch.events.following
    batch.events.balance_awaited batch.events.charged_less doubt.onlyNewBatchSendsAgain doubt.askResubmit
    doubt.askAbandon doubt.chargedBetween doubt.chargedUntil removal.inputCopyHeldOpen
    removal.batchRemoved removal.removesBatch removal.removesOld removal.includesRecords
    removal.fromFuture removal.removedOld removal.removesPeople removal.removedPeople
    progress.jobsEnded progress.checkingCharge progress.identifiersAnswered table.partialResult
    input.otherKindNote diff.notCompared diff.withoutIdentifier ledger.accepted ledger.acceptedJobs
    ledger.copied ledger.oldLedgerClosed ledger.doubtedLookup ledger.noLedger ledger.checkPassed ledger.damaged
    ledger.inputLost ledger.batchDamaged report.zerosRestored report.madeBy usage.readingTerminal
    usage.notSent usage.stoppedWatching usage.inFolderOfFile usage.defect 
    phrases.noLikelyColumn phrases.severalColumns`),
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

const OF_ACCOUNT: Calls = {
  'account.fingerprint': [['a1b2']],
  'account.keyForgotten': [['work']],
  'account.noStoredKey': [['work']],
  'account.hidesStoredKey': [[{ source: 'CONFERE_API_KEY', profile: 'work' }]],
  'account.keyStaysInUse': [['CONFERE_API_KEY']],
  'account.keyFrom': [null, true, false].map((accepted) => ['a1b2', 'profile', accepted]),
  'account.unsetVariable': [['CONFERE_API_KEY']],
  'account.unsetKeyCommand': [['confere config unset api-key-command']],
  'account.awaitsKeyCommand': [[{ from: 'api-key-command' }]],
  'account.allUsedUp': [['2']],
  'account.remainingOf': [['2', '50', '96']],
  'account.whichKey': [['confere auth status']],
  'account.keyNotStored': [["'confere auth login'"]],
  'config.profile': [['work']],
  'config.notSet': [['rate', 'work']],
  'config.notInSandbox': [['rate']],
  'config.tryKeyCommand': [['confere auth status']],
  'service.attempt': [[2]],
  'service.freeAskIn': [['10 s']],
  'service.quoted': [['Lote inválido']],
  'servers.mcp': [[2], [0], [Infinity]],
  'lookups.invalidCount': [['2']],
  'lookups.thisNotValid': [['CPF']],
  'lookups.noDigits': [['cpf'], ['both']],
  'lookups.atArgument': [[2]],
  'lookups.notAskedCount': [['2']],
  'lookups.notValid': [['123', 'CPF']],
  'card.match': [['name']],
  'matches.counts': [['name 1 similar']],
  'matches.field': [[{ field: 'name', parts: '1 similar' }]],
  'matches.verdicts.equal': [[1200]],
  'matches.verdicts.similar': [[1200]],
  'matches.verdicts.different': [[1200]],
  'matches.verdicts.empty': [[1200]],
  'card.stateSince': [['ATIVA', '2026-03-01']],
  'card.noButOptedIn': [['2010 to 2020']],
};

const OF_BATCHES: Calls = {
  'batch.heading': [['7k']],
  'batch.rowsRead': [[2]],
  'batch.waitingForBatches': [['7k, 8m']],
  'batch.jobNotCharged': [[2]],
  'batch.continuing': [['7k', '2026-03-01 10:00']],
  'batch.alreadyComplete': [['2026-03-01 10:00']],
  'batch.invalidRows': [['2']],
  'batch.duplicates': [[2]],
  'batch.zerosRestored': [['2']],
  'batch.reportWritten': [['r.html']],
  'batch.resultWritten': [['out.csv', 2]],
  'batch.balanceNothingSent': [['2 credits']],
  'batch.paidForBefore': [[2]],
  'batch.olderResult': [['out.csv']],
  'batch.next': [['confere bulk watch 7k']],
  'batch.asWorkbook': [['confere bulk export 7k -o out.xlsx']],
  'batch.otherKind': [[2, 'CNPJ', 'CPF', 'rows 2, 3']],
  'batch.rejectedRows': [['r.csv', 2]],
  'batch.rowList': [[2, '2, 3']],
  'batch.freeCredits': [[2]],
  'batch.inLedger': [['2']],
  'batch.toSend': [['2']],
  'batch.toSendByKind': [['5', 2, 3]],
  'batch.atMost': [[2]],
  'batch.balance': [[2]],
  'batch.expectedCredits': [['2']],
  'batch.askToSend': callsWith(
    { cpf: 2, cnpj: 0, covered: 2, worstCase: 3, notes: 'balance 5' },
    { cpf: 2, cnpj: 3, covered: 5, worstCase: 6, notes: '' },
    { cpf: 7, cnpj: 0, covered: 5, worstCase: 6, notes: 'balance 5' },
    { cpf: 2, cnpj: 3, covered: 4, worstCase: 6, notes: '' },
  ),
  'doubt.asOf': [['10:00']],
  'doubt.jobLine': [['10:00', 2, 'enviada']],
  'doubt.jobCosts': [[2]],
  'doubt.cannotTell': [['reason']],
  'doubt.youAdopted': [['j-1']],
  'doubt.youResubmitted': [[2]],
  'removal.dryRun': [['Delete 2.']],
  'removal.nothingStored': [['2 people']],
  'removal.people': [[2]],
  'removal.workbooksRemoved': [[2]],
  'removal.kept': [['7k, 8m']],
  'removal.youngerThanReuse': [['30d']],
  'removal.retained': [[{ age: '90d', batches: 2, records: 3 }]],
  'removal.keptWithoutIdentifier': [[2]],
  'log.requests': [['CPF 529.982.247-25']],
  'log.identifiers': [[2]],
  'log.rowsErased': [[1], [2]],
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
  'progress.credits': [[2]],
  'progress.moreJobs': [[2]],
  'progress.job': [[2]],
  'progress.nextMinute': [['10 s']],
  'progress.serviceAsksToWait': [['10 s']],
  'progress.retryIn': [[{ left: '10 s', why: 'no answer (ECONNREFUSED)' }]],
  'progress.noAnswer': [['ECONNREFUSED']],
  'progress.answeredStatus': [[503]],
  'progress.nextCheck': [['10 s']],
  'progress.balanceAwaited': [['10 s']],
  'progress.lookupAwaited': [['10 s']],
  'progress.machineAwaited': [['10 s']],
  'progress.ledgerAwaited': [['10 s']],
  'batch.submitted': [[{ jobs: 2, items: 3 }]],
  'progress.atLine': [[2], ['2 to 3']],
  'progress.notFoundFree': [['***.982.247-**']],
  'table.percentOfUnique': [[2.5]],
  'table.fromLedger': [[2]],
  'table.charged': [[2]],
  'table.moreCredits': [[2]],
  'table.moreForAbandoned': [[2]],
  'table.saved': [[2]],
  'table.resultFile': [['out.csv']],
  'table.invalidReasons': [['empty: 2']],
  'table.creditsInAll': [[2]],
  'table.creditsLeft': [['2']],
  'table.savedByReuse': [[2]],
  'table.counts.found': [['2']],
  'table.counts.notFound': [['2']],
  'table.counts.skipped': [['2']],
  'table.counts.failed': [['2']],
  'table.counts.pending': [['2']],
  'table.counts.unconfirmed': [['2']],
  'table.counts.invalid': [['2']],
};

const OF_FILES: Calls = {
  'input.identifiersAboveHeader': [['"CNPJ: 1"']],
  'input.hiddenRows': [[2]],
  'input.uncomputed': [[3, '"Total" 2, "Média" 1']],
  'input.errorCells': [[3, '"Total" 2, "Média" 1']],
  'input.stuckTable': [['"Tabela1"']],
  'input.whichSheet': [['1/2']],
  'input.severalSheets': [['in.xlsx']],
  'input.whichColumn': [['1/2']],
  'input.whichColumnAgain': [['1/2']],
  'input.skipQuestion': [['--column 1']],
  'input.headerInLine': [[2]],
  'input.column': [[2, '"CNPJ"']],
  'input.columnsJoined': [['1+2']],
  'input.validShare': [['97%']],
  'input.sheet': [[2, '"Clientes"']],
  'input.nulBytesKept': [['lines 2, 3']],
  'input.badBytesKept': [['lines 2, 3']],
  'input.readAsLatin1': [['lines 2, 3']],
  'input.skippedLines': [['lines 2, 3', 'blank']],
  'diff.sides': [['a.csv', 'b.csv']],
  'diff.moreFields': [[2]],
  'diff.changesFile': [['out.csv']],
  'diff.readingRows': [['a.csv', 2]],
  'ledger.sizes': [['2 MB', '1 MB']],
  'ledger.unknownOutcomes': [[2]],
  'report.titleOf': [['7k']],
  'report.asOf': [['10:00']],
  'report.shareOfIdentifiers': [['97%']],
  'report.savedByLedger': [['2']],
  'report.ofFound': [['2']],
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

/** The arguments that the test calls each message with, by its path. */
export const calls: Calls = {
  ...WITH_FACTS,
  ...OF_ACCOUNT,
  ...OF_BATCHES,
  ...OF_FILES,
  ...OF_HELP,
  ...OF_PHRASES,
};
