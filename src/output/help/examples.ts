import { fieldGroups } from '../../diff/wanted-fields.js';
import type { ExitCode } from '../../exit-codes.js';
import { t } from '../../messages/index.js';

export interface CommandNotes {
  readonly about?: () => readonly string[];
  /** Command lines that work unchanged, given such a file or an account. */
  readonly examples: readonly string[];
  /** The exit codes that scripts should handle, each with a message of `exitCodes`. */
  readonly exits?: Readonly<Partial<Record<ExitCode, ExitWord>>>;
}

/** The messages of what a code means in one command. */
type ExitWord = Exclude<keyof typeof t.exitCodes, 'ofCommand'>;

const notes: Readonly<Record<string, CommandNotes>> = {
  '': {
    examples: [
      'confere --sandbox cpf 529.982.247-25',
      'confere bulk check clientes.csv',
      'confere bulk run clientes.csv -o resultado.csv',
    ],
  },
  cpf: {
    examples: [
      'confere cpf 529.982.247-25',
      'confere cpf - --json < cpfs.txt',
      'confere cpf 52998224725 --realtime --birth-date 31/12/1980',
    ],
    exits: { 3: 'someInvalid', 7: 'notCovered', 9: 'someNotFound', 10: 'mayBeCharged' },
  },
  cnpj: {
    examples: ['confere cnpj - --json < cnpjs.txt'],
    exits: { 3: 'someInvalid', 7: 'notCovered', 9: 'someNotFound', 10: 'mayBeCharged' },
  },
  lookup: {
    examples: ['confere lookup - --format csv < ids.txt'],
    exits: { 3: 'someInvalid', 7: 'notCovered', 9: 'someNotFound', 10: 'mayBeCharged' },
  },
  check: { examples: ['confere check 12.ABC.345/01DE-35'], exits: { 3: 'someInvalid' } },
  quota: {
    examples: ['confere quota --min 500 --quiet'],
    exits: { 4: 'keyRefused', 7: 'belowMin' },
  },
  spend: {
    about: () => [t.help.spendDays],
    examples: [
      'confere spend --by batch --since 2026-01',
      'confere spend --by day --since 30d --format csv',
    ],
  },
  bulk: { examples: ['confere bulk run clientes.csv'] },
  'bulk check': {
    examples: [
      'confere bulk check clientes.csv --column CPF --strict',
      'cut -d ";" -f 2 clientes.csv | confere bulk check -',
    ],
    exits: { 3: 'rowsInvalid' },
  },
  'bulk submit': {
    examples: ['confere bulk submit clientes.csv', 'id=$(confere bulk submit clientes.csv)'],
    exits: { 7: 'notCovered', 10: 'mayBeCharged', 11: 'inUse' },
  },
  'bulk run': {
    examples: [
      'confere bulk run clientes.csv --dry-run',
      'confere bulk run a.csv b.csv --out-dir resultados',
    ],
    exits: { 7: 'notCovered', 8: 'stillRunning', 10: 'mayBeCharged', 11: 'inUse' },
  },
  'bulk watch': {
    examples: ['confere bulk watch --deadline 2h --json'],
    exits: { 7: 'notCovered', 8: 'stillRunning', 10: 'mayBeCharged' },
  },
  'bulk export': {
    examples: [
      'confere bulk export -o resultado.xlsx',
      'confere bulk export --only found --format jsonl',
      'confere bulk export -o uf.csv.gz --fields "cnpj,uf"',
    ],
  },
  'bulk report': {
    about: () => [t.help.reportPage],
    examples: ['confere bulk report -o relatorio.html'],
  },
  'bulk diff': {
    about: () => [t.help.diffSides, t.help.diffGroups(Object.keys(fieldGroups).join(', '))],
    examples: [
      'confere bulk diff 7k2m 9f3x --only partners --exit-status',
      'confere bulk diff janeiro.csv 9f3x -o mudancas.xlsx',
    ],
    exits: { 9: 'differs' },
  },
  'bulk resume': {
    examples: ['confere bulk resume --max-credits 500'],
    exits: { 7: 'notCovered', 8: 'stillRunning', 10: 'mayBeCharged', 11: 'inUse' },
  },
  'bulk resolve': {
    examples: [
      'confere bulk resolve 7k2m --adopt 5b0c7d1e-2f43',
      'confere bulk resolve 7k2m --resubmit --job 2',
    ],
    exits: { 7: 'notCovered', 10: 'mayBeCharged', 11: 'inUse' },
  },
  'bulk delete': { examples: ['confere bulk delete 7k2m --yes'], exits: { 11: 'inUse' } },
  'bulk list': {
    examples: [
      'confere bulk list --since 30d --state incomplete,unconfirmed',
      'confere bulk list --json',
    ],
  },
  'bulk status': { examples: ['confere bulk status --json'] },
  purge: {
    about: () => [t.help.purgeKeeps],
    examples: ['confere purge --older-than 90d --yes', 'confere purge - --yes < ids.txt'],
    exits: { 11: 'identifierInUse' },
  },
  auth: { examples: ['confere auth login'] },
  'auth login': {
    about: () => [t.help.loginKey],
    examples: [
      'confere auth login --base-url https://service.example',
      'confere auth login --with-key --profile work < key.txt',
    ],
    exits: { 4: 'keyRefused' },
  },
  'auth status': {
    examples: ['confere auth status --profile work --json'],
    exits: { 2: 'noKey', 4: 'keyRefused' },
  },
  'auth logout': { examples: ['confere auth logout --profile work'] },
  config: { examples: ['confere config set max-credits 500'] },
  'config get': { examples: ['confere config get rate --profile work'] },
  'config set': {
    examples: [
      'confere config set max-credits 500',
      'confere config set ledger postgres://db/confere',
    ],
  },
  'config unset': { examples: ['confere config unset max-credits'] },
  'config list': { examples: ['confere config list --profile work --json'] },
  'config path': { examples: ['cat "$(confere config path)"'] },
  ledger: { examples: ['confere ledger status'] },
  'ledger status': {
    about: () => [t.help.ledgerStatus],
    examples: ['confere ledger status --json'],
  },
  'ledger copy': {
    about: () => [t.help.ledgerCopy],
    examples: ['confere ledger copy --to postgres://db/confere', 'confere ledger copy --to local'],
    exits: { 11: 'ledgerInUse' },
  },
  'ledger check': {
    about: () => [t.help.ledgerCheck],
    examples: ['confere ledger check --accept'],
    exits: { 5: 'problems' },
  },
  sandbox: {
    about: () => [t.help.sandboxLines],
    examples: [
      'confere sandbox --plan gratis --credits 3 --ephemeral',
      "confere sandbox --fault 'GET /quota=503:2' '*=slow:200'",
    ],
  },
  mcp: {
    about: () => [t.help.mcpClient],
    examples: ['confere mcp --max-credits 50'],
  },
  completion: {
    about: () => [t.help.completionFile],
    examples: [
      'eval "$(confere completion bash)"  # ~/.bashrc',
      'eval "$(confere completion zsh)"  # ~/.zshrc',
      'confere completion fish | source  # ~/.config/fish/config.fish',
      'confere completion powershell | Out-String | iex  # $PROFILE',
    ],
  },
};

/** The text below the options in a command's help; `path` is `bulk run` for `confere bulk run`. */
export function notesOf(path: string): CommandNotes | undefined {
  return notes[path];
}
