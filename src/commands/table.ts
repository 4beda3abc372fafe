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
  /** It prints no answer that could be JSON. */
  | 'no json'
  /** Its `--json` is about the command, and its `--format` about a file. */
  | 'json beside';

/** A command, as it is known before its file is loaded. */
interface CommandEntry {
  /** Its path, and its arguments as commander reads them. */
  readonly usage: string;
  readonly summary: keyof typeof t.commands;
  /** The file with its `define<Name>`; undefined for a group. */
  readonly load?: () => Promise<object>;
  readonly traits?: readonly Trait[];
}

/** Every command but `help`, as the help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    usage: 'cpf <cpf...>',
    summary: 'lookup',
    load: () => import('./lookups/lookup.js'),
    traits: ['fields', 'formats'],
  },
  {
    usage: 'cnpj <cnpj...>',
    summary: 'lookup',
    load: () => import('./lookups/lookup.js'),
    traits: ['fields', 'formats'],
  },
  {
    usage: 'check <id...>',
    summary: 'check',
    load: () => import('./check.js'),
    traits: ['formats', 'own'],
  },
  {
    usage: 'quota',
    summary: 'quota',
    load: () => import('./quota.js'),
    traits: ['fields', 'formats'],
  },
  { usage: 'spend', summary: 'spend', load: () => import('./spend.js'), traits: ['formats'] },
  { usage: 'bulk', summary: 'bulk' },
  { usage: 'bulk check <file>', summary: 'bulkCheck', load: () => import('./bulk/check.js') },
  { usage: 'bulk submit <file>', summary: 'bulkSubmit', load: () => import('./bulk/submit.js') },
  {
    usage: 'bulk run <file...>',
    summary: 'bulkRun',
    load: () => import('./bulk/run/run.js'),
    traits: ['fields', 'formats', 'json beside'],
  },
  { usage: 'bulk resume [batch]', summary: 'bulkResume', load: () => import('./bulk/watch.js') },
  {
    usage: 'bulk resolve <batch>',
    summary: 'bulkResolve',
    load: () => import('./bulk/resolve.js'),
  },
  { usage: 'bulk watch [batch]', summary: 'bulkWatch', load: () => import('./bulk/watch.js') },
  {
    usage: 'bulk export [batch]',
    summary: 'bulkExport',
    load: () => import('./bulk/export.js'),
    traits: ['fields', 'formats', 'json beside'],
  },
  { usage: 'bulk report [batch]', summary: 'bulkReport', load: () => import('./bulk/report.js') },
  {
    usage: 'bulk diff <older> <newer>',
    summary: 'bulkDiff',
    load: () => import('./bulk/diff.js'),
    traits: ['formats', 'json beside'],
  },
  { usage: 'bulk list', summary: 'bulkList', load: () => import('./bulk/list.js') },
  { usage: 'bulk status [batch]', summary: 'bulkStatus', load: () => import('./bulk/list.js') },
  { usage: 'bulk delete <batch>', summary: 'bulkDelete', load: () => import('./bulk/delete.js') },
  { usage: 'purge [id...]', summary: 'purge', load: () => import('./purge.js') },
  { usage: 'ledger', summary: 'ledger' },
  { usage: 'ledger status', summary: 'ledgerStatus', load: () => import('./ledger.js') },
  { usage: 'ledger check', summary: 'ledgerCheck', load: () => import('./ledger.js') },
  { usage: 'ledger copy', summary: 'ledgerCopy', load: () => import('./ledger.js') },
  { usage: 'auth', summary: 'auth', traits: ['own'] },
  { usage: 'auth login', summary: 'authLogin', load: () => import('./auth/auth.js') },
  { usage: 'auth status', summary: 'authStatus', load: () => import('./auth/auth.js') },
  { usage: 'auth logout', summary: 'authLogout', load: () => import('./auth/auth.js') },
  { usage: 'config', summary: 'config', traits: ['own'] },
  { usage: 'config get <setting>', summary: 'configGet', load: () => import('./config.js') },
  { usage: 'config list', summary: 'configList', load: () => import('./config.js') },
  { usage: 'config path', summary: 'configPath', load: () => import('./config.js') },
  {
    usage: 'config set <setting> <value>',
    summary: 'configSet',
    load: () => import('./config.js'),
  },
  { usage: 'config unset <setting>', summary: 'configUnset', load: () => import('./config.js') },
  {
    usage: 'sandbox',
    summary: 'sandbox',
    load: () => import('./sandbox.js'),
    traits: ['own', 'no json'],
  },
  { usage: 'mcp', summary: 'mcp', load: () => import('./mcp.js'), traits: ['no json'] },
  {
    usage: 'completion <shell>',
    summary: 'completion',
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
  const [, first = '', rest = ''] = /([a-z])(\w*)$/.exec(pathOfUsage(entry)) ?? [];
  const file = (await entry.load?.()) as Readonly<Record<string, Define>> | undefined;
  return file?.[`define${first.toUpperCase()}${rest}`];
}

/** Whether the command with this path has the trait; `help` has none. */
export function isOf(path: string, trait: Trait): boolean {
  const entry = COMMANDS.find((one) => pathOfUsage(one) === path);
  return entry?.traits?.includes(trait) === true;
}
