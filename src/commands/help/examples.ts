import { fieldGroups } from '../../diff/wanted-fields.js';
import { t } from '../../messages/index.js';

/** Command lines that work unchanged, given such a file or an account; each is an example of the command in it. */
const EXAMPLES = [
  'confere cpf 529.982.247-25',
  'confere cpf - --json < cpfs.txt',
  'confere cpf 52998224725 --realtime --birth-date 31/12/1980',
  'confere cnpj - --json < cnpjs.txt',
  'confere lookup - --format csv < ids.txt',
  'confere check 12.ABC.345/01DE-35',
  'confere quota --min 500 --quiet',
  'confere spend --by day --since 30d --format csv',
  'confere bulk run clientes.csv --dry-run',
  'confere bulk run a.csv b.csv --out-dir resultados',
  'confere bulk check clientes.csv --column CPF --strict',
  'cut -d ";" -f 2 clientes.csv | confere bulk check -',
  'confere bulk submit clientes.csv',
  'id=$(confere bulk submit clientes.csv)',
  'confere bulk watch --deadline 2h --json',
  'confere bulk export -o resultado.xlsx',
  'confere bulk export -o uf.csv.gz --fields "cnpj,uf"',
  'confere bulk report -o relatorio.html',
  'confere bulk diff 7k2m 9f3x --only partners --exit-status',
  'confere bulk resume --max-credits 500',
  'confere bulk resolve 7k2m --adopt 5b0c7d1e-2f43',
  'confere bulk delete 7k2m --dry-run',
  'confere bulk list --since 30d --state incomplete,unconfirmed',
  'confere bulk status --json',
  'confere purge --older-than 90d --dry-run',
  'confere auth login --base-url https://service.example',
  'confere auth login --with-key --profile work < key.txt',
  'confere auth status --profile work --json',
  'confere auth logout --profile work',
  'confere config set max-credits 500',
  'confere config get rate --profile work',
  'confere config unset max-credits',
  'confere config list --profile work --json',
  'cat "$(confere config path)"',
  'confere ledger status --json',
  'confere ledger copy --to postgres://db/confere',
  'confere ledger check --accept',
  'confere sandbox --plan gratis --credits 3 --ephemeral',
  "confere sandbox --fault 'GET /quota=503:2' '*=slow:200'",
  'confere mcp --max-credits 50',
  'eval "$(confere completion bash)"  # ~/.bashrc',
  'eval "$(confere completion zsh)"  # ~/.zshrc',
  'confere completion fish | source  # ~/.config/fish/config.fish',
  'confere completion powershell | Out-String | iex  # $PROFILE',
];
const FIRST_STEPS = [
  'confere --sandbox cpf 529.982.247-25',
  'confere bulk check clientes.csv',
  'confere bulk run clientes.csv -o resultado.csv',
];
const GROUP = /^(bulk|auth|config|ledger)$/;

/** The examples of a command; of a group its first. `path` is `bulk run` for `confere bulk run`. */
export function examplesOf(path: string): readonly string[] {
  if (path === '') return FIRST_STEPS;
  const own = EXAMPLES.filter((line) => new RegExp(`confere ${path}(?![\\w-])`).test(line));
  return GROUP.test(path) ? own.slice(0, 1) : own;
}

/** What the help of a command adds to its summary and its options. */
export function aboutOf(path: string): readonly string[] {
  const about: Readonly<Record<string, string>> = t.help.about;
  const groups = path === 'bulk diff' && t.help.diffGroups(Object.keys(fieldGroups).join(', '));
  return [about[path], groups].filter((text) => typeof text === 'string');
}

type Short = keyof typeof t.exitCodes.short;

/** The exit codes that scripts tell apart; with a word where one tells more of this command than of the others. */
const EXITS: Readonly<Record<string, readonly (readonly [code: Short, own?: Short])[]>> = {
  cpf: [[3], [7], [9], [10]],
  cnpj: [[3], [7], [9], [10]],
  lookup: [[3], [7], [9], [10]],
  check: [[3]],
  quota: [[4], [7, 'min']],
  'bulk check': [[3, 'strict']],
  'bulk submit': [[7], [10], [11]],
  'bulk run': [[7], [8], [10], [11]],
  'bulk watch': [[7], [8], [10]],
  'bulk diff': [[9, 'differs']],
  'bulk resume': [[7], [8], [10], [11]],
  'bulk resolve': [[7], [10], [11]],
  'bulk delete': [[11]],
  purge: [[11]],
  'auth login': [[4]],
  'auth status': [[4]],
  'ledger copy': [[11]],
  'ledger check': [[5]],
};

/** `Exit codes: 3 …; 7 …`; empty for a command that scripts need not tell apart. */
export function exitsOf(path: string): string {
  const list = EXITS[path]?.map(([code, own = code]) => `${code} ${t.exitCodes.short[own]}`);
  return list === undefined ? '' : t.exitCodes.ofCommand(list.join('; '));
}
