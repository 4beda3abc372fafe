import type { Command } from 'commander';
import { t } from '../messages/index.js';
import type { Host } from './shared/options.js';

/** Adds the options of a command, and what it does. */
export type Define = (command: Command, host: Host) => void;

/** A command, as it is known before its file is loaded. */
export interface CommandEntry {
  /** Its path, and its arguments as commander reads them. */
  readonly usage: string;
  readonly summary: () => string;
  /** Undefined for a group. */
  readonly load?: () => Promise<Define>;
  readonly isHidden?: boolean;
  /** It works only on this machine, or chooses its profile itself. */
  readonly isOnItsOwn?: boolean;
  /** It accepts `--fields`. */
  readonly hasFields?: boolean;
  /** It has more formats than one object, and knows its own. */
  readonly hasFormats?: boolean;
  /**
   * `none`: it prints no answer that could be JSON. `beside`: its `--json` is about the command, and its `--format` about
   * a file.
   */
  readonly json?: 'none' | 'beside';
}

/** Every command but `help`, as the help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    usage: 'cpf <cpf...>',
    summary: () => lookUp('CPF'),
    load: async () => (await import('./lookups/lookup.js')).defineCpf,
    hasFields: true,
    hasFormats: true,
  },
  {
    usage: 'cnpj <cnpj...>',
    summary: () => lookUp('CNPJ'),
    load: async () => (await import('./lookups/lookup.js')).defineCnpj,
    hasFields: true,
    hasFormats: true,
  },
  {
    usage: 'check <id...>',
    summary: () => t.commands.check,
    load: async () => (await import('./check.js')).defineCheck,
    isOnItsOwn: true,
    hasFormats: true,
  },
  {
    usage: 'quota',
    summary: () => t.commands.quota,
    load: async () => (await import('./quota.js')).defineQuota,
    hasFields: true,
    hasFormats: true,
  },
  {
    usage: 'spend',
    summary: () => t.commands.spend,
    load: async () => (await import('./spend.js')).defineSpend,
    hasFormats: true,
  },
  { usage: 'bulk', summary: () => t.commands.bulk },
  {
    usage: 'bulk check <file>',
    summary: () => t.commands.bulkCheck,
    load: async () => (await import('./bulk/check.js')).defineCheck,
  },
  {
    usage: 'bulk submit <file>',
    summary: () => t.commands.bulkSubmit,
    load: async () => (await import('./bulk/submit.js')).defineSubmit,
  },
  {
    usage: 'bulk run <file...>',
    summary: () => t.commands.bulkRun,
    load: async () => (await import('./bulk/run/run.js')).defineRun,
    hasFields: true,
    hasFormats: true,
    json: 'beside',
  },
  {
    usage: 'bulk resume [batch]',
    summary: () => t.commands.bulkResume,
    load: async () => (await import('./bulk/watch.js')).defineResume,
  },
  {
    usage: 'bulk resolve <batch>',
    summary: () => t.commands.bulkResolve,
    load: async () => (await import('./bulk/resolve.js')).defineResolve,
  },
  {
    usage: 'bulk watch [batch]',
    summary: () => t.commands.bulkWatch,
    load: async () => (await import('./bulk/watch.js')).defineWatch,
  },
  {
    usage: 'bulk export [batch]',
    summary: () => t.commands.bulkExport,
    load: async () => (await import('./bulk/export.js')).defineExport,
    hasFields: true,
    hasFormats: true,
    json: 'beside',
  },
  {
    usage: 'bulk report [batch]',
    summary: () => t.commands.bulkReport,
    load: async () => (await import('./bulk/report.js')).defineReport,
  },
  {
    usage: 'bulk diff <older> <newer>',
    summary: () => t.commands.bulkDiff,
    load: async () => (await import('./bulk/diff.js')).defineDiff,
    hasFormats: true,
    json: 'beside',
  },
  {
    usage: 'bulk list',
    summary: () => t.commands.bulkList,
    load: async () => (await import('./bulk/list.js')).defineList,
  },
  {
    usage: 'bulk status [batch]',
    summary: () => t.commands.bulkStatus,
    load: async () => (await import('./bulk/list.js')).defineStatus,
  },
  {
    usage: 'bulk delete <batch>',
    summary: () => t.commands.bulkDelete,
    load: async () => (await import('./bulk/delete.js')).defineDelete,
  },
  {
    usage: 'purge [id...]',
    summary: () => t.commands.purge,
    load: async () => (await import('./purge.js')).definePurge,
  },
  {
    usage: 'ledger',
    summary: () => t.commands.ledger,
  },
  {
    usage: 'ledger status',
    summary: () => t.commands.ledgerStatus,
    load: async () => (await import('./ledger.js')).defineStatus,
  },
  {
    usage: 'ledger check',
    summary: () => t.commands.ledgerCheck,
    load: async () => (await import('./ledger.js')).defineCheck,
  },
  {
    usage: 'ledger copy',
    summary: () => t.commands.ledgerCopy,
    load: async () => (await import('./ledger.js')).defineCopy,
  },
  { usage: 'auth', summary: () => t.commands.auth, isOnItsOwn: true },
  {
    usage: 'auth login',
    summary: () => t.commands.authLogin,
    load: async () => (await import('./auth/auth.js')).defineLogin,
  },
  {
    usage: 'auth status',
    summary: () => t.commands.authStatus,
    load: async () => (await import('./auth/auth.js')).defineStatus,
  },
  {
    usage: 'auth logout',
    summary: () => t.commands.authLogout,
    load: async () => (await import('./auth/auth.js')).defineLogout,
  },
  { usage: 'config', summary: () => t.commands.config, isOnItsOwn: true },
  {
    usage: 'config get <setting>',
    summary: () => t.commands.configGet,
    load: async () => (await import('./config.js')).defineGet,
  },
  {
    usage: 'config list',
    summary: () => t.commands.configList,
    load: async () => (await import('./config.js')).defineList,
  },
  {
    usage: 'config path',
    summary: () => t.commands.configPath,
    load: async () => (await import('./config.js')).definePath,
  },
  {
    usage: 'config set <setting> <value>',
    summary: () => t.commands.configSet,
    load: async () => (await import('./config.js')).defineSet,
  },
  {
    usage: 'config unset <setting>',
    summary: () => t.commands.configUnset,
    load: async () => (await import('./config.js')).defineUnset,
  },
  {
    usage: 'sandbox',
    summary: () => t.commands.sandbox,
    load: async () => (await import('./sandbox.js')).defineSandbox,
    isOnItsOwn: true,
    json: 'none',
  },
  {
    usage: 'mcp',
    summary: () => t.commands.mcp,
    load: async () => (await import('./mcp.js')).defineMcp,
    json: 'none',
  },
  {
    usage: 'completion <shell>',
    summary: () => t.commands.completion,
    load: async () => (await import('./completion/completion.js')).defineCompletion,
    isOnItsOwn: true,
    json: 'none',
  },
  {
    usage: '__complete [words...]',
    summary: () => t.commands.completionAnswer,
    load: async () => (await import('./completion/completion.js')).defineAnswers,
    isHidden: true,
    isOnItsOwn: true,
  },
];

/** `bulk run` for `bulk run <file...>`. */
export function pathOfUsage({ usage }: CommandEntry): string {
  return usage.replace(/ [<[].*$/, '');
}

/** What is known of the command with this path; `help` has nothing. */
export function entryAt(path: string): CommandEntry | undefined {
  return COMMANDS.find((entry) => pathOfUsage(entry) === path);
}

function lookUp(kind: string): string {
  return t.commands.lookup(kind);
}
