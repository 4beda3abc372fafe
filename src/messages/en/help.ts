import { agree, n, plural, s } from './phrases.js';

/** Help topics, and the notes below the options of a command. */
export const help = {
  spendDays: 'Days and months are those of UTC; a request counts where it began.',
  diffSides:
    'Older and newer are batches, or results of bulk run and export. Rows are compared by identifier. Without -o and --format only a summary is shown. For lists such as partners, old holds removed entries and new added ones.',
  diffGroups: (groups: string) => s`Groups of --only: ${groups}. Any field has its own name.`,
  purgeKeeps:
    'Charges stay counted, and your own files are kept. What is running or unconfirmed is not deleted. - reads identifiers from standard input.',
  examples: 'Examples:',
  example: (line: string) => `Example: ${line}`,
  topics: 'Help topics (confere help <topic>):',
  globalOptions: 'Global options: confere --help; settings: confere help settings',
  moreOptions: (title: string, command: string) => s`${title} (more: confere ${command} --help):`,
  usage: 'Usage:',
  options: 'Options:',
  commands: 'Commands:',
  textWithDefault: (text: string, fallback: string) => s`${text} (default: ${fallback})`,
  againTopic: 'The difference between --again, --fresh, --overwrite and --resubmit',
  environmentTopic: 'Variables that confere reads',
  exitCodesTopic: 'How a command ended, for scripts',
  formatsTopic: 'Formats and columns of results',
  settingsTopic: 'What can be set, with the defaults',
  codeTopic: 'How a command with this error ends',
  errorCode: '<error code>',
  againHeading: 'The same command continues a batch, and sends nothing twice. In place of that:',
  againAgain: 'bulk run, submit: starts a new batch; paid records are reused',
  againFresh: 'Ignores paid records: everything is looked up and charged again',
  againOverwrite: 'Replaces an existing file; nothing is looked up',
  againResubmit: 'bulk resolve: sends unconfirmed identifiers again; may be charged twice',
  settingsHeading:
    'Stored with confere config set <setting> <value>, for one profile. Those with -- are options, too, which have priority.',
  codeSaid: 'The message beside this code says what happened and what to do.',
  codeExits: 'Exit codes:',
  tryIt: 'Try it, without a key and at no cost:',
  withAccount: 'With your account:',
  withFile: 'With a file of yours, CSV, text or Excel:',
  more: 'confere --help lists everything; confere help <command> explains one command.',
  mcpClient:
    'A client starts it with this command and these arguments; see docs/mcp.md. Without --max-credits, or max-credits in the profile, paid lookups are refused.',
  apiKey: 'API key',
  apiKeyFile: 'File with the key; CONFERE_API_KEY has priority',
  profile: 'Profile to use',
  home: "One folder for all, in place of the system's",
  language: 'en or pt-BR (default: LC_ALL, LC_MESSAGES, LANG)',
  sandbox: '1 uses the built-in sandbox, as --sandbox does',
  proxy: 'Proxy for requests to the service',
  noProxy: 'Hosts that are reached without the proxy',
  tlsIgnored: 'Ignored: certificates are always checked',
  caFile: 'File of further certificate authorities',
  githubActions: 'Errors as annotations, and a step summary',
  noColor: 'No color, and progress in plain lines',
  ledgerFolder: 'Folder of the ledger on Linux and macOS',
  profileFolder: 'Folder of the profiles on Linux and macOS',
  windowsFolders: 'Both folders on Windows',
  precedence:
    'Priority: option, environment, profile, default. The key itself has no option, because a command line shows in the list of processes.',
  reportPage: 'The page needs no network. --json prints its numbers.',
  loginKey:
    'The key is asked for without showing it; without a terminal it is read from standard input. It is stored with its base URL, and sent to no other.',
  sandboxLines:
    "The first two lines set address and key; test identifiers: docs/sandbox.md. 'curl -X POST <address>/sandbox/renew' renews the credits. Also: spend/5, refund/5, replace-key.",
  csv: "The input's own columns, then these; for Excel use --excel",
  tsv: 'The same, with tabs',
  jsonArray: 'One array; lists and partners stay nested',
  jsonl: 'One JSON object per line',
  xlsx: 'A workbook; identifiers are text',
  resultFormats: 'Results of bulk run and export, by the extension of -o or by --format:',
  rowStatuses: 'Statuses of a row (--only):',
  cpfColumns: "Columns of a CPF result, after the input's own:",
  cnpjColumns: "Columns of a CNPJ result, after the input's own:",
  gzip: 'A name that ends in .gz is packed with gzip. --fields "razao_social,QSA.nome_socio" keeps only those fields of the record.',
  partnerColumns: 'Columns of --partners <file>:',
  jsonOutput: 'With --json, cpf, cnpj and check print an object per identifier, the others one.',
  ledgerCopy:
    'Stop all other runs first. If interrupted, run the same command again. The old ledger is closed once every row has been verified.',
  ledgerStatus:
    'On a shared ledger, a process that was killed may still be listed for up to 30 seconds.',
  ledgerCheck:
    'It changes nothing, and other runs may continue. --accept first accepts the loss of what this machine paid for and the ledger does not know.',
  completionFile: 'Put the line into the file beside it; in zsh, after compinit.',
};

/** What each command does, in one line. */
export const commands = {
  lookUpGroup: 'Look up:',
  accountGroup: 'Account:',
  dataGroup: 'Data:',
  developersGroup: 'For developers:',
  everydayGroup: 'Everyday:',
  stepsGroup: 'Step by step:',
  repairGroup: 'Repair:',
  auth: 'Manage the stored API key',
  authLogin: 'Log in with an API key',
  authStatus: 'Show the key and service in use, and whether the key is accepted (free)',
  authLogout: 'Remove the stored key; the settings are kept',
  config: 'Manage the settings of a profile',
  configSet: 'Store a setting in the profile',
  configUnset: 'Remove a setting from the profile',
  configGet: "Print a setting's effective value",
  configList: 'List the settings, their values and where each comes from',
  configPath: 'Print where the settings are stored',
  spend: 'Show what was charged, and what reuse saved (offline)',
  bulkDiff: 'Show what changed between two batches (offline)',
  bulkReport: 'Write a page of numbers, without personal data',
  purge: 'Delete old data, or all data of given identifiers',
  bulk: 'Look up files of identifiers',
  bulkCheck: 'Preview a file: rows, duplicates, cost (offline)',
  bulkSubmit: 'Send a file and print the batch id',
  bulkRun: 'Look up a file and write the result; rerun to continue',
  bulkWatch: 'Wait until every job of a batch has ended',
  bulkExport: 'Write the result of a batch, row by row (free)',
  bulkList: 'List the batches, newest first',
  bulkStatus: 'Show the state of a batch (default: the last one)',
  bulkDelete: 'Delete a batch, with its input, results and records',
  bulkResume: 'Send only the identifiers that still have no answer',
  bulkResolve: 'Resolve jobs that the service never confirmed',
  check: 'Check CPFs and CNPJs, - reads from stdin (offline)',
  lookup: (kind: string) => s`Look up ${kind}s, - reads one per line from stdin`,
  lookupEither: 'Look up CPFs and CNPJs together, - reads from stdin',
  quota: 'Show the credit balance (free)',
  sandbox: 'Run the service locally, with invented records',
  completion: 'Print a shell completion script',
  completionAnswer: 'Print the candidates for the last word',
  mcp: 'Serve lookups to a Model Context Protocol client',
  ledger: 'Inspect, verify or move the ledger',
  ledgerStatus: 'Show location, size, active processes and unconfirmed requests',
  ledgerCheck: 'Verify the ledger and the stored inputs',
  ledgerCopy: 'Move the ledger into a database, or back',
  confere: 'Look up CPFs and CNPJs: one, or a file of millions; paid records are reused',
  help: 'Explain a command, a topic or an error code',
};

/** What each exit code means. */
export const exitCodes = {
  ok: 'Everything asked was answered; "not found" is an answer',
  defect: 'A defect of confere; -v shows where',
  usage: 'Wrong usage, unusable input or settings; nothing was charged',
  invalid: 'Some identifiers or rows are invalid (bulk: --strict) or failed',
  refused: 'The key or the account was refused',
  service: 'The service, network, ledger or disk failed; no charge is uncertain',
  rateLimited: 'Rate limited, and waiting would pass the deadline',
  credits: 'Credits or a budget do not cover it all, or fewer remain than --min',
  running: 'Jobs were still running at the service at the deadline',
  notFound: 'With --exit-status: not found, or a difference (bulk diff)',
  unconfirmed:
    'Something may have been charged, and is not sent again automatically. Decide with bulk resolve, or for one lookup with --fresh',
  held: 'Another run has this batch, or looks up the same identifiers',
  interrupted: 'Interrupted (Ctrl-C, SIGTERM); what was sent is saved. Or you said no',
  heading: 'How a command ended, for scripts:',
  severalAtOnce:
    'If several apply, the first in this order: 10, 7, 4, 6, 5, 8, 3. In a batch, invalid rows alone leave it at 0, unless --strict.',
  /** Of one command: `7 credits or a budget do not suffice; 10 …`. */
  ofCommand: (list: string) => `Exit codes: ${list}`,
  short: {
    3: 'something is invalid',
    4: 'the key was refused',
    5: 'problems were found',
    7: 'credits or a budget do not suffice',
    8: 'still running at the deadline',
    9: 'not found (--exit-status)',
    10: 'something may have been charged',
    11: 'in use by another run',
    min: 'fewer credits remain than --min',
    strict: 'rows are invalid (--strict)',
    differs: 'something differs (--exit-status)',
  },
};

/** `--column <name|index|a+b>` and `[batch]` with the words for what a reader puts in. */
export function placeholders(term: string): string {
  return term;
}

/** Wrong command lines, questions and stops. */
export const usage = {
  yesWords: 'y yes',
  question: (question: string) => s`${question} [y/N] `,
  endOfInputKeys: 'Ctrl-Z and Enter',
  readingTerminal: (end: string) =>
    s`Reading identifiers from the terminal, one per line. Press ${end} to finish.`,
  stoppedRestNotAsked: 'Stopped. What was printed is answered; the rest was not sent.',
  stopped: 'Stopped.',
  stoppedAtOnce: 'Stopped at once.',
  stoppedSaved: 'Stopped. Everything is saved.',
  notSent: (unsent: number) => s`${plural(unsent, 'identifier was', 'identifiers were')} not sent.`,
  stoppedWatching: (jobs: number, running: number) =>
    s`Stopped watching. ${n.jobs(jobs)} (${n.identifiers(running)}) ${agree(jobs, 'continues', 'continue')} at the service, which charges what it finds.`,
  stoppedMayBeCharged: 'Stopped at once. A lookup or submission in progress may have been charged.',
  stopping: 'Stopping after the current answer; press Ctrl-C again to stop at once.',
  sameCommand: 'the same command',
  sameCommandNoFresh: 'the same command without --fresh',
  inFolderOfFile: (command: string) =>
    s`'${command}' (in the folder of that file, with the options used then)`,
  againWithSameInput: (command: string) => s`'${command} - --again' with the same input`,
  toContinue: (onward: string) => s`To continue: ${onward}.`,
  rerunIn: (command: string, wait: string) => s`Run ${command} again in ${wait}.`,
  standardInput: 'Standard input',
  defect: (program: string, error: string) =>
    s`Internal error in ${program}. Please report it: ${error}`,
};
