import type { Command } from 'commander';
import { say } from '../text/say.js';
import type { Host } from './shared/command-host.js';

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
    summary: () => say`check CPFs and CNPJs locally; - reads them from stdin; no key, no network`,
    load: async () => (await import('./check/check.js')).defineCheck,
    isOnItsOwn: true,
    hasFormats: true,
  },
  {
    usage: 'quota',
    summary: () => say`the credit balance; free`,
    load: async () => (await import('./quota/quota.js')).defineQuota,
    hasFields: true,
    hasFormats: true,
  },
  {
    usage: 'spend',
    summary: () => say`what was charged, what reuse saved, and what is at risk; no key, no network`,
    load: async () => (await import('./spend/spend.js')).defineSpend,
    hasFormats: true,
  },
  { usage: 'bulk', summary: () => say`files of identifiers, looked up in background jobs` },
  {
    usage: 'bulk check <file>',
    summary: () => say`what a submit would find and cost; no key, no network, nothing stored`,
    load: async () => (await import('./bulk/check/check-file.js')).defineCheck,
  },
  {
    usage: 'bulk submit <file>',
    summary: () => say`read, validate and submit; prints the batch id`,
    load: async () => (await import('./bulk/submit/submit-file.js')).defineSubmit,
  },
  {
    usage: 'bulk run <file...>',
    summary: () => say`submit, watch and export in one; again, it continues`,
    load: async () => (await import('./bulk/run/run.js')).defineRun,
    hasFields: true,
    hasFormats: true,
    json: 'beside',
  },
  {
    usage: 'bulk resume [batch]',
    summary: () => say`send what still has no answer; what is unconfirmed is settled first`,
    load: async () => (await import('./bulk/unfinished/resume-batch.js')).defineResume,
  },
  {
    usage: 'bulk resolve <batch>',
    summary: () => say`decide about jobs whose submission nobody answered`,
    load: async () => (await import('./bulk/unfinished/resolve-batch.js')).defineResolve,
  },
  {
    usage: 'bulk watch [batch]',
    summary: () => say`poll until every job has ended (default: the batch last worked on)`,
    load: async () => (await import('./bulk/unfinished/watch-batch.js')).defineWatch,
  },
  {
    usage: 'bulk export [batch]',
    summary: () => say`merged results, one row per input row, in input order`,
    load: async () => (await import('./bulk/stored/export-batch.js')).defineExport,
    hasFields: true,
    hasFormats: true,
    json: 'beside',
  },
  {
    usage: 'bulk report [batch]',
    summary: () => say`a page about a batch, in numbers alone: no names, no identifiers`,
    load: async () => (await import('./bulk/stored/report-batch.js')).defineReport,
  },
  {
    usage: 'bulk diff <older> <newer>',
    summary: () => say`what changed between two batches or results; no key, no network`,
    load: async () => (await import('./bulk/diff/diff.js')).defineDiff,
    hasFormats: true,
    json: 'beside',
  },
  {
    usage: 'bulk list',
    summary: () => say`every batch, the newest first`,
    load: async () => (await import('./bulk/stored/list-batches.js')).defineList,
  },
  {
    usage: 'bulk status [batch]',
    summary: () => say`the state of a batch`,
    load: async () => (await import('./bulk/stored/list-batches.js')).defineStatus,
  },
  {
    usage: 'bulk delete <batch>',
    summary: () => say`remove a batch from this machine: its input, its results and their records`,
    load: async () => (await import('./bulk/stored/delete-batch.js')).defineDelete,
  },
  {
    usage: 'purge [id...]',
    summary: () =>
      say`remove stored batches and records by age, or everything stored about people and companies`,
    load: async () => (await import('./purge/purge.js')).definePurge,
  },
  {
    usage: 'ledger',
    summary: () => say`the ledger itself: where it is, who is at work, whether it adds up`,
  },
  {
    usage: 'ledger status',
    summary: () => say`place, size, batches, who is at work and what has no outcome`,
    load: async () => (await import('./ledger/status.js')).defineStatus,
  },
  {
    usage: 'ledger check',
    summary: () => say`read all of it and every copy of an input: sums, orphans, damage`,
    load: async () => (await import('./ledger/check.js')).defineCheck,
  },
  {
    usage: 'ledger copy',
    summary: () =>
      say`move the whole ledger into a database or back, so that it is one for all machines`,
    load: async () => (await import('./ledger/copy.js')).defineCopy,
  },
  { usage: 'auth', summary: () => say`store, show and forget the API key`, isOnItsOwn: true },
  {
    usage: 'auth login',
    summary: () => say`ask for an API key, prove it at the service, and store it`,
    load: async () => (await import('./auth/login.js')).defineLogin,
  },
  {
    usage: 'auth status',
    summary: () =>
      say`which key and service are used, and whether the service accepts the key; free`,
    load: async () => (await import('./auth/status.js')).defineStatus,
  },
  {
    usage: 'auth logout',
    summary: () => say`forget the stored key; the settings of the profile stay`,
    load: async () => (await import('./auth/logout.js')).defineLogout,
  },
  { usage: 'config', summary: () => say`defaults, kept per profile`, isOnItsOwn: true },
  {
    usage: 'config get <setting>',
    summary: () => say`the value that a command would go by`,
    load: async () => (await import('./config/show.js')).defineGet,
  },
  {
    usage: 'config list',
    summary: () => say`every setting, its value, and where the value comes from`,
    load: async () => (await import('./config/show.js')).defineList,
  },
  {
    usage: 'config path',
    summary: () => say`where the settings are stored`,
    load: async () => (await import('./config/show.js')).definePath,
  },
  {
    usage: 'config set <setting> <value>',
    summary: () => say`store a value in the profile`,
    load: async () => (await import('./config/change.js')).defineSet,
  },
  {
    usage: 'config unset <setting>',
    summary: () => say`take a value out of the profile`,
    load: async () => (await import('./config/change.js')).defineUnset,
  },
  {
    usage: 'sandbox',
    summary: () => say`serve the whole service on 127.0.0.1, with invented records, until Ctrl-C`,
    load: async () => (await import('./sandbox/sandbox.js')).defineSandbox,
    isOnItsOwn: true,
    json: 'none',
  },
  {
    usage: 'mcp',
    summary: () => say`serve lookups to a Model Context Protocol client on stdin and stdout`,
    load: async () => (await import('./mcp/mcp.js')).defineMcp,
    json: 'none',
  },
  {
    usage: 'completion <shell>',
    summary: () => say`script that completes commands, options and batches in a shell`,
    load: async () => (await import('./completion/index.js')).defineCompletion,
    isOnItsOwn: true,
    json: 'none',
  },
  {
    usage: '__complete [words...]',
    summary: () => say`candidates for the last word; asked by the completion scripts`,
    load: async () => (await import('./completion/index.js')).defineAnswers,
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
  return say`look up ${kind}s; - reads them from stdin, one per line`;
}
