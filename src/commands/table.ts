import { t } from '../messages/index.js';
import type { Defined } from './shared/option.js';

type Trait =
  | 'hidden'
  /** It works only on this machine, or chooses its profile itself. */
  | 'own'
  /** It accepts `--fields`. */
  | 'fields'
  /** It has more formats than one object, and knows its own. */
  | 'formats'
  /** Its one object, or its list of them, also has a form in CSV. */
  | 'csv'
  /** It prints no answer that could be JSON. */
  | 'no json'
  /** Its `--json` is about the command, and its `--format` about a file. */
  | 'json beside';

type Texts = typeof t.commands;
type Summary = keyof Texts;
/** The heading that a command stands under in the help of its group. */
type Heading = Extract<Summary, `${string}Group`>;

/** A path with its arguments, as commander reads them; the file that has `run` for `bulk run`, none for a group. */
type Row = readonly [
  usage: string,
  summary: Summary,
  load?: () => Promise<object>,
  ...traits: Trait[],
];

export interface CommandEntry {
  readonly usage: string;
  readonly path: string;
  readonly summary: Summary;
  readonly heading?: Heading;
  readonly load?: () => Promise<object>;
  readonly traits: readonly Trait[];
}

function under(heading: Heading | undefined, rows: readonly Row[]): CommandEntry[] {
  return rows.map(([usage, summary, load, ...traits]) => ({
    ...{ usage, summary, load, heading, traits },
    path: usage.replace(/ [<[].*$/, ''),
  }));
}

const auth = () => import('./auth.js');
const config = () => import('./config.js');
const ledger = () => import('./ledger.js');
const lookup = () => import('./lookup.js');
const run = () => import('./bulk/run.js');
const results = () => import('./bulk/results.js');
const steps = () => import('./bulk/steps.js');
const purge = () => import('./purge.js');
const diff = () => import('./bulk/diff.js');
const completion = () => import('./completion.js');

export const COMMANDS: readonly CommandEntry[] = [
  ...under('lookUpGroup', [
    ['cpf <cpf...>', 'lookup', lookup, 'fields', 'formats'],
    ['cnpj <cnpj...>', 'lookup', lookup, 'fields', 'formats'],
    ['lookup <id...>', 'lookupEither', lookup, 'fields', 'formats'],
    ['check <id...>', 'check', () => import('./check.js'), 'formats', 'own'],
    ['bulk', 'bulk'],
  ]),
  ...under('everydayGroup', [
    ['bulk run <file...>', 'bulkRun', run, 'fields', 'formats', 'json beside'],
    ['bulk check <file>', 'bulkCheck', () => import('./bulk/check.js'), 'csv'],
    ['bulk status [batch]', 'bulkStatus', () => import('./bulk/list.js'), 'csv'],
    ['bulk list', 'bulkList', () => import('./bulk/list.js'), 'csv'],
    ['bulk export [batch]', 'bulkExport', results, 'fields', 'formats', 'json beside'],
    ['bulk report [batch]', 'bulkReport', results],
    ['bulk diff <older> <newer>', 'bulkDiff', diff, 'formats', 'json beside'],
  ]),
  ...under('stepsGroup', [
    ['bulk submit <file>', 'bulkSubmit', steps],
    ['bulk watch [batch]', 'bulkWatch', steps],
    ['bulk resume [batch]', 'bulkResume', steps],
  ]),
  ...under('repairGroup', [
    ['bulk resolve <batch>', 'bulkResolve', () => import('./bulk/resolve.js')],
    ['bulk delete <batch>', 'bulkDelete', purge],
  ]),
  ...under('accountGroup', [['auth', 'auth', undefined, 'own']]),
  ...under(undefined, [
    ['auth login', 'authLogin', auth, 'own'],
    ['auth status', 'authStatus', auth, 'own'],
    ['auth logout', 'authLogout', auth, 'own'],
  ]),
  ...under('accountGroup', [
    ['quota', 'quota', () => import('./quota.js'), 'formats'],
    ['spend', 'spend', () => import('./spend.js'), 'formats'],
  ]),
  ...under('dataGroup', [['config', 'config', undefined, 'own']]),
  ...under(undefined, [
    ['config list', 'configList', config, 'own'],
    ['config get <setting>', 'configGet', config, 'own'],
    ['config set <setting> <value>', 'configSet', config, 'own'],
    ['config unset <setting>', 'configUnset', config, 'own'],
    ['config path', 'configPath', config, 'own'],
  ]),
  ...under('dataGroup', [['ledger', 'ledger']]),
  ...under(undefined, [
    ['ledger status', 'ledgerStatus', ledger],
    ['ledger check', 'ledgerCheck', ledger],
    ['ledger copy', 'ledgerCopy', ledger],
  ]),
  ...under('dataGroup', [['purge [id...]', 'purge', purge]]),
  ...under('developersGroup', [
    ['sandbox', 'sandbox', () => import('./sandbox.js'), 'own', 'no json'],
    ['mcp', 'mcp', () => import('./mcp.js'), 'no json'],
    ['completion <shell>', 'completion', completion, 'own', 'no json'],
    ['__complete [words...]', 'completionAnswer', completion, 'own', 'hidden'],
  ]),
];

/** `confere help …`, which is defined when all others are. */
export const HELP: CommandEntry = {
  ...{ usage: 'help [command...]', path: 'help', summary: 'help', heading: 'developersGroup' },
  traits: ['own', 'no json'],
};

export function summaryOf({ path, summary }: CommandEntry): string {
  const text = t.commands[summary];
  return typeof text === 'string' ? text : text(path.toUpperCase());
}

/** Loads the file of a command; `bulk run` is its `run`. */
export async function loaded({ path, load }: CommandEntry): Promise<Defined | undefined> {
  const file = (await load?.()) as Readonly<Record<string, Defined>> | undefined;
  return file?.[path.split(' ').at(-1) ?? ''];
}
