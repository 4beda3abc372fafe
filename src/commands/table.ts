import type { Command } from 'commander';
import { t } from '../messages/index.js';
import type { Host } from './shared/options.js';

/** Adds the options of a command, and what it does. */
type Define = (command: Command, host: Host) => void;

/** What is particular about a command. */
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

type Heading = Extract<keyof typeof t.commands, `${string}Group`>;

/** A command, as it is known before its file is loaded. */
interface CommandEntry {
  /** Its path, and its arguments as commander reads them. */
  readonly usage: string;
  readonly summary: keyof typeof t.commands;
  /** The heading that it stands under in the help of its group. */
  readonly group?: Heading;
  /** The file with its `define<Name>`; undefined for a group. */
  readonly load?: () => Promise<object>;
  readonly traits?: readonly Trait[];
}

/** Every command but `help`, as the help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    usage: 'cpf <cpf...>',
    summary: 'lookup',
    group: 'lookUpGroup',
    load: () => import('./lookups/lookup.js'),
    traits: ['fields', 'formats'],
  },
  {
    usage: 'cnpj <cnpj...>',
    summary: 'lookup',
    group: 'lookUpGroup',
    load: () => import('./lookups/lookup.js'),
    traits: ['fields', 'formats'],
  },
  {
    usage: 'lookup <id...>',
    summary: 'lookupEither',
    group: 'lookUpGroup',
    load: () => import('./lookups/lookup.js'),
    traits: ['fields', 'formats'],
  },
  {
    usage: 'check <id...>',
    summary: 'check',
    group: 'lookUpGroup',
    load: () => import('./check.js'),
    traits: ['formats', 'own'],
  },
  { usage: 'bulk', summary: 'bulk', group: 'lookUpGroup' },
  {
    usage: 'bulk run <file...>',
    summary: 'bulkRun',
    group: 'everydayGroup',
    load: () => import('./bulk/run/run.js'),
    traits: ['fields', 'formats', 'json beside'],
  },
  {
    usage: 'bulk check <file>',
    summary: 'bulkCheck',
    group: 'everydayGroup',
    load: () => import('./bulk/check.js'),
    traits: ['csv'],
  },
  {
    usage: 'bulk status [batch]',
    summary: 'bulkStatus',
    group: 'everydayGroup',
    load: () => import('./bulk/list.js'),
    traits: ['csv'],
  },
  {
    usage: 'bulk list',
    summary: 'bulkList',
    group: 'everydayGroup',
    load: () => import('./bulk/list.js'),
    traits: ['csv'],
  },
  {
    usage: 'bulk export [batch]',
    summary: 'bulkExport',
    group: 'everydayGroup',
    load: () => import('./bulk/export.js'),
    traits: ['fields', 'formats', 'json beside'],
  },
  {
    usage: 'bulk report [batch]',
    summary: 'bulkReport',
    group: 'everydayGroup',
    load: () => import('./bulk/report.js'),
  },
  {
    usage: 'bulk diff <older> <newer>',
    summary: 'bulkDiff',
    group: 'everydayGroup',
    load: () => import('./bulk/diff.js'),
    traits: ['formats', 'json beside'],
  },
  {
    usage: 'bulk submit <file>',
    summary: 'bulkSubmit',
    group: 'stepsGroup',
    load: () => import('./bulk/submit.js'),
  },
  {
    usage: 'bulk watch [batch]',
    summary: 'bulkWatch',
    group: 'stepsGroup',
    load: () => import('./bulk/watch.js'),
  },
  {
    usage: 'bulk resume [batch]',
    summary: 'bulkResume',
    group: 'stepsGroup',
    load: () => import('./bulk/watch.js'),
  },
  {
    usage: 'bulk resolve <batch>',
    summary: 'bulkResolve',
    group: 'repairGroup',
    load: () => import('./bulk/resolve.js'),
  },
  {
    usage: 'bulk delete <batch>',
    summary: 'bulkDelete',
    group: 'repairGroup',
    load: () => import('./bulk/delete.js'),
  },
  { usage: 'auth', summary: 'auth', group: 'accountGroup', traits: ['own'] },
  { usage: 'auth login', summary: 'authLogin', load: () => import('./auth/auth.js') },
  { usage: 'auth status', summary: 'authStatus', load: () => import('./auth/auth.js') },
  { usage: 'auth logout', summary: 'authLogout', load: () => import('./auth/auth.js') },
  {
    usage: 'quota',
    summary: 'quota',
    group: 'accountGroup',
    load: () => import('./quota.js'),
    traits: ['fields', 'formats'],
  },
  {
    usage: 'spend',
    summary: 'spend',
    group: 'accountGroup',
    load: () => import('./spend.js'),
    traits: ['formats'],
  },
  { usage: 'config', summary: 'config', group: 'dataGroup', traits: ['own'] },
  { usage: 'config list', summary: 'configList', load: () => import('./config.js') },
  { usage: 'config get <setting>', summary: 'configGet', load: () => import('./config.js') },
  {
    usage: 'config set <setting> <value>',
    summary: 'configSet',
    load: () => import('./config.js'),
  },
  { usage: 'config unset <setting>', summary: 'configUnset', load: () => import('./config.js') },
  { usage: 'config path', summary: 'configPath', load: () => import('./config.js') },
  { usage: 'ledger', summary: 'ledger', group: 'dataGroup' },
  { usage: 'ledger status', summary: 'ledgerStatus', load: () => import('./ledger.js') },
  { usage: 'ledger check', summary: 'ledgerCheck', load: () => import('./ledger.js') },
  { usage: 'ledger copy', summary: 'ledgerCopy', load: () => import('./ledger.js') },
  {
    usage: 'purge [id...]',
    summary: 'purge',
    group: 'dataGroup',
    load: () => import('./purge.js'),
  },
  {
    usage: 'sandbox',
    summary: 'sandbox',
    group: 'developersGroup',
    load: () => import('./sandbox.js'),
    traits: ['own', 'no json'],
  },
  {
    usage: 'mcp',
    summary: 'mcp',
    group: 'developersGroup',
    load: () => import('./mcp.js'),
    traits: ['no json'],
  },
  {
    usage: 'completion <shell>',
    summary: 'completion',
    group: 'developersGroup',
    load: () => import('./completion/completion.js'),
    traits: ['own', 'no json'],
  },
  {
    usage: '__complete [words...]',
    summary: 'completionAnswer',
    load: () => import('./completion/completion.js'),
    traits: ['own', 'hidden'],
  },
];

/** `bulk run` for `bulk run <file...>`. */
export function pathOfUsage({ usage }: CommandEntry): string {
  return usage.replace(/ [<[].*$/, '');
}

export function summaryOf({ usage, summary }: CommandEntry): string {
  const text = t.commands[summary];
  return typeof text === 'string' ? text : text(usage.replace(/ .*$/, '').toUpperCase());
}

/** Loads the file of a command; `bulk run` is defined by its `defineRun`. */
export async function defineOf(entry: CommandEntry): Promise<Define | undefined> {
  const name = (pathOfUsage(entry).split(' ').at(-1) ?? '').replace(/^_+/, '');
  const file = (await entry.load?.()) as Readonly<Record<string, Define>> | undefined;
  return file?.[`define${name.charAt(0).toUpperCase()}${name.slice(1)}`];
}

/** Whether the command with this path has the trait; `help` has none. */
export function isOf(path: string, trait: Trait): boolean {
  const entry = COMMANDS.find((one) => pathOfUsage(one) === path);
  return entry?.traits?.includes(trait) === true;
}
