import { keyNames } from '../../config/keys.js';
import { fieldGroups } from '../../diff/wanted-fields.js';
import type { ExitCode } from '../../exit-codes.js';
import { t } from '../../messages/index.js';

export interface CommandNotes {
  /** Paragraphs before the examples. */
  readonly about?: () => readonly string[];
  /** Command lines that work unchanged, given such a file or an account. */
  readonly examples: readonly string[];
  /** The exit codes that scripts should handle. */
  readonly exits: readonly ExitCode[];
}

const keys = () => t.help.settings(keyNames.join(', '));

const notes: Readonly<Record<string, CommandNotes>> = {
  '': {
    examples: [
      'confere --sandbox cpf 529.982.247-25',
      'confere cnpj 12.ABC.345/01DE-35 --json',
      'confere quota --min 500',
      'confere bulk check clientes.csv',
      'confere bulk run clientes.csv -o resultado.csv',
    ],
    exits: [],
  },
  cpf: {
    examples: [
      'confere cpf 529.982.247-25',
      'confere cpf - --json < cpfs.txt',
      'confere cpf 52998224725 --realtime --birth-date 31/12/1980',
    ],
    exits: [3, 7, 9],
  },
  cnpj: {
    examples: ['confere cnpj 12.ABC.345/01DE-35', 'confere cnpj - --json < cnpjs.txt'],
    exits: [3, 7, 9],
  },
  check: {
    examples: ['confere check 12.ABC.345/01DE-35', 'confere check 529.982.247-25 --json'],
    exits: [3],
  },
  quota: { examples: ['confere quota', 'confere quota --min 500 --quiet'], exits: [4, 7] },
  spend: {
    about: () => [t.help.spendDays],
    examples: [
      'confere spend',
      'confere spend --by batch --since 2026-01',
      'confere spend --by day --since 30d --format csv',
    ],
    exits: [],
  },
  bulk: {
    examples: ['confere bulk check clientes.csv', 'confere bulk run clientes.csv'],
    exits: [],
  },
  'bulk check': {
    examples: [
      'confere bulk check clientes.csv',
      'confere bulk check clientes.csv --column CPF --strict',
      'cut -d ";" -f 2 clientes.csv | confere bulk check -',
    ],
    exits: [2, 3],
  },
  'bulk submit': {
    examples: [
      'confere bulk submit clientes.csv --max-credits 500',
      'id=$(confere bulk submit clientes.csv)',
    ],
    exits: [7, 10, 11],
  },
  'bulk run': {
    examples: [
      'confere bulk run clientes.csv',
      'confere bulk run clientes.csv --dry-run',
      'confere bulk run a.csv b.csv --out-dir resultados',
    ],
    exits: [7, 8, 10, 11],
  },
  'bulk watch': {
    examples: ['confere bulk watch', 'confere bulk watch --deadline 2h --json'],
    exits: [7, 8, 10],
  },
  'bulk export': {
    examples: [
      'confere bulk export -o resultado.csv',
      'confere bulk export --only found --format jsonl',
      'confere bulk export -o resultado.xlsx',
      'confere bulk export -o uf.csv.gz --fields "cnpj,uf"',
    ],
    exits: [],
  },
  'bulk report': {
    about: () => [t.help.reportPage],
    examples: [
      'confere bulk report -o report.html',
      'confere bulk report 7k2m -o relatorio.html',
      'confere bulk report --json',
    ],
    exits: [],
  },
  'bulk diff': {
    about: () => [
      t.help.diffSides,
      t.help.diffGroups(Object.keys(fieldGroups).join(', ')),
      t.help.diffSummary,
    ],
    examples: [
      'confere bulk diff janeiro.csv fevereiro.csv',
      'confere bulk diff 7k2m 9f3x --only partners --exit-status',
      'confere bulk diff janeiro.csv 9f3x -o mudancas.xlsx',
      'confere bulk diff 7k2m 9f3x --format jsonl -q',
    ],
    exits: [2, 9],
  },
  'bulk resume': {
    examples: ['confere bulk resume', 'confere bulk resume --max-credits 500 --json'],
    exits: [7, 8, 10, 11],
  },
  'bulk resolve': {
    examples: [
      'confere bulk resolve 7k2m --adopt 5b0c7d1e-2f43',
      'confere bulk resolve 7k2m --resubmit --job 2',
      'confere bulk resolve 7k2m --abandon',
    ],
    exits: [7, 10, 11],
  },
  'bulk delete': { examples: ['confere bulk delete 7k2m --yes'], exits: [11] },
  'bulk list': { examples: ['confere bulk list', 'confere bulk list --json'], exits: [] },
  'bulk status': { examples: ['confere bulk status', 'confere bulk status --json'], exits: [] },
  purge: {
    about: () => [t.help.purgeAge, t.help.purgeKeeps],
    examples: [
      'confere purge --older-than 90d --yes',
      'confere purge 529.982.247-25 --dry-run',
      'confere purge - --yes < ids.txt',
    ],
    exits: [11],
  },
  auth: { examples: ['confere auth login', 'confere auth status'], exits: [] },
  'auth login': {
    about: () => [t.help.loginKey, t.help.loginBaseUrl],
    examples: [
      'confere auth login --base-url https://service.example',
      'confere auth login --with-key < key.txt',
      'confere auth login --profile work',
    ],
    exits: [4],
  },
  'auth status': {
    about: () => [t.help.authStatusExit],
    examples: ['confere auth status', 'confere auth status --profile work --json'],
    exits: [4],
  },
  'auth logout': {
    examples: ['confere auth logout', 'confere auth logout --profile work'],
    exits: [],
  },
  config: {
    examples: ['confere config list', 'confere config set max-credits 500'],
    exits: [],
  },
  'config get': {
    about: () => [keys(), t.help.configGetEmpty],
    examples: ['confere config get base-url', 'confere config get rate --profile work'],
    exits: [],
  },
  'config set': {
    about: () => [keys(), t.help.configReuse],
    examples: [
      'confere config set max-credits 500',
      'confere config set ledger postgres://db/confere',
      'confere config set rate 60 --profile work',
      'confere config set reuse 0',
    ],
    exits: [],
  },
  'config unset': {
    about: () => [keys()],
    examples: ['confere config unset max-credits', 'confere config unset rate --profile work'],
    exits: [],
  },
  'config list': {
    about: () => [t.help.configPrecedence],
    examples: ['confere config list', 'confere config list --profile work --json'],
    exits: [],
  },
  'config path': { examples: ['confere config path', 'cat "$(confere config path)"'], exits: [] },
  ledger: { examples: ['confere ledger status', 'confere ledger check'], exits: [] },
  'ledger status': {
    about: () => [t.help.ledgerStatus],
    examples: ['confere ledger status', 'confere ledger status --json'],
    exits: [],
  },
  'ledger copy': {
    about: () => [t.help.ledgerCopy],
    examples: [
      'confere ledger copy --to postgres://db/confere',
      'confere ledger copy --to local',
      'confere ledger copy --cancel',
    ],
    exits: [2, 5, 11],
  },
  'ledger check': {
    about: () => [t.help.ledgerCheck, t.help.ledgerAccept],
    examples: ['confere ledger check', 'confere ledger check --accept'],
    exits: [5],
  },
  sandbox: {
    about: () => [t.help.sandboxLines, t.help.sandboxRenew],
    examples: [
      'confere sandbox --port 8787',
      'confere sandbox --plan gratis --credits 3 --ephemeral',
      'confere sandbox --overage --cost cpf=2 cnpj=0.5',
      "confere sandbox --fault 'GET /quota=503:2' '*=slow:200'",
    ],
    exits: [],
  },
  mcp: {
    about: () => [t.help.mcpClient, t.help.mcpPaid],
    examples: ['confere mcp --max-credits 50', 'confere --sandbox mcp'],
    exits: [2],
  },
};

/** The text below the options in a command's help; `path` is `bulk run` for `confere bulk run`. */
export function notesOf(path: string): CommandNotes | undefined {
  return notes[path];
}
