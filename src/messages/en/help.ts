import { s } from './words.js';

/** Help topics, and the notes below the options of a command. */
export const help = {
  spendDays: 'Days and months are those of UTC; a request counts where it began.',
  diffSides:
    'Older and newer are ids of batches, or results of bulk run and export in any format. Rows are compared by identifier; their order does not matter.',
  diffGroups: (groups: string) =>
    s`Groups of --only: ${groups}. Any field of the record can be named, too.`,
  diffSummary:
    'Without -o and --format there is a summary alone. Of lists such as partners, old has what is gone and new what came.',
  purgeAge:
    'An age keeps what is under way; an identifier that is under way or in doubt is refused until it is settled.',
  purgeKeeps:
    'Charges stay counted, and your own files stay as they are. - reads identifiers from standard input.',
  examples: 'Examples:',
  topics: 'Help topics (confere help <topic>):',
  globalOptions: 'Global options (confere --help explains them):',
  usage: 'Usage:',
  arguments: 'Arguments:',
  options: 'Options:',
  commands: 'Commands:',
  default: (defaultValue: string) => s`default: ${defaultValue}`,
  textWithDefault: (text: string, fallback: string) => s`${text} (default: ${fallback})`,
  oneOf: (choices: string) => s`one of ${choices}`,
  exitCodesTopic: 'what each exit code means',
  environmentTopic: 'variables that confere reads',
  formatsTopic: 'formats and columns of the results',
  tryIt: 'Try it, without a key and at no cost:',
  withAccount: 'With your account:',
  withFile: 'With a file of yours, CSV, text or Excel:',
  more: 'confere --help lists everything; confere help <command> explains one command.',
  mcpClient: 'A client starts it with this command and these arguments; docs/mcp.md shows how.',
  mcpPaid:
    'What is paid for already is answered free. Without --max-credits, or max-credits in the profile, paid lookups are refused.',
  apiKey: 'the API key',
  apiKeyFile: 'file that holds the API key; CONFERE_API_KEY beats it',
  profile: 'profile to use',
  home: "one folder for all of confere, in place of the platform's own",
  language: 'en or pt-BR; without it LC_ALL, LC_MESSAGES or LANG decides',
  sandbox: '1 uses the embedded sandbox, as --sandbox does',
  proxy: 'proxy for requests to the service',
  noProxy: 'hosts that are reached without the proxy',
  tlsIgnored: 'ignored: certificates are always checked',
  caFile: 'file of further certificate authorities',
  noColor: 'no colour, and progress in plain lines',
  ledgerFolder: 'folder of the ledger on Linux and macOS',
  profileFolder: 'folder of the profiles on Linux and macOS',
  windowsFolders: 'folders of the ledger and the profiles on Windows',
  precedence:
    'An option beats the environment, and the environment beats a profile. There is no option for the key itself: what is on a command line shows in the list of processes.',
  settings: (keys: string) => s`Settings: ${keys}.`,
  reportPage: 'The page needs no network, on a screen or on paper. --json prints its numbers.',
  loginKey:
    'The key is asked for without showing it. Without a terminal it comes from standard input.',
  loginBaseUrl: 'The base URL is stored with it, and a stored key is sent to no other.',
  authStatusExit: 'Exits 0 when the service accepts the key, 2 when there is none.',
  configGetEmpty: 'A setting without a value prints nothing.',
  configReuse: 'With reuse 0 nothing is answered from what was paid for before.',
  configPrecedence:
    'A flag beats the environment, which beats the profile, which beats the built-in default.',
  sandboxRenew:
    "While it runs, 'curl -X POST <address>/sandbox/renew' renews the credits; spend/5, refund/5 and replace-key do what they say.",
  sandboxLines:
    'Its first two lines set CONFERE_BASE_URL and CONFERE_API_KEY; docs/sandbox.md has the test identifiers.',
  csv: "the input's own columns, then ours; --excel writes it for a Brazilian Excel",
  tsv: 'the same, with tabs',
  txt: 'the same as csv, in a file of text',
  jsonArray: 'one array; lists and partners stay nested',
  jsonl: 'one JSON object per line',
  xlsx: 'a workbook: identifiers are text, the columns of a workbook stay as they were',
  resultFormats: 'Results of bulk run and export, by the extension of -o or by --format:',
  rowStatuses: 'Statuses of a row (--only):',
  cpfColumns: "Columns of a CPF result, after the input's own:",
  cnpjColumns: "Columns of a CNPJ result, after the input's own:",
  gzip: 'A name that ends in .gz (result.csv.gz) is packed with gzip. --fields "razao_social,QSA.nome_socio" keeps those fields of the record alone.',
  partnerColumns: 'Columns of --partners <file>:',
  cnaeColumns: 'Columns of --secondary-cnaes <file>:',
  jsonOutput:
    'cpf, cnpj and check print one JSON object per identifier with --json, quota and the bulk commands one object.',
  ledgerCopy:
    'Nobody may work with it meanwhile. Interrupted, the same command continues; the copy is compared row by row, and only then the old ledger refuses to pay.',
  ledgerStatus:
    'Somebody who was killed may be named for half a minute, where several machines share the ledger.',
  ledgerAccept:
    'With --accept it first accepts the loss of what this machine has paid for and the ledger does not know.',
  ledgerCheck: 'It changes nothing, and other runs may work meanwhile. Every finding is one line.',
  completionInstall:
    '\nInstall:\n  bash, in ~/.bashrc:\n    eval "$(confere completion bash)"\n  zsh, in ~/.zshrc after compinit:\n    eval "$(confere completion zsh)"\n  fish, in ~/.config/fish/config.fish:\n    confere completion fish | source\n  PowerShell, in $PROFILE:\n    confere completion powershell | Out-String | iex',
};
