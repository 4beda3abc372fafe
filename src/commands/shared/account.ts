import { t } from '../../messages/index.js';
import type { Command } from 'commander';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { parseDuration } from '../../config/duration.js';
import { configFiles, stateFolder } from '../../config/folders.js';
import { refuseOpenPlace } from '../../config/private-file.js';
import { profileName } from '../../config/profile-name.js';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import type { Prices } from '../../ledger/index.js';
import {
  answerShown,
  type GlobalOptions,
  type Presentation,
  type Shown,
  shownBy,
} from './options.js';

/** Which account a command uses, and how it connects to the service. */
export interface Account extends Pick<
  GlobalOptions,
  'baseUrl' | 'ledger' | 'apiKeyFile' | 'timeout' | 'rate' | 'realtimeRate'
> {
  readonly profile: string;
  /** The embedded sandbox, which has no base URL. */
  readonly isSandbox: boolean;
  /** Credits of a found record, as the user set them. */
  readonly costs: Partial<Prices>;
}

/** @throws UsageError for an invalid profile name */
export function accountFrom(
  options: Partial<GlobalOptions>,
  { env }: Pick<Context, 'env'>,
): Account {
  const { baseUrl, ledger, apiKeyFile, timeout, rate, realtimeRate } = options;
  return {
    profile: profileName(options.profile, env),
    isSandbox: meansSandbox({ env }, options),
    ...{ baseUrl, ledger, apiKeyFile, timeout, rate, realtimeRate },
    costs: { cpf: options.costCpf, cnpj: options.costCnpj, realtime: options.costRealtime },
  };
}

/** Which account a command uses, and how it shows its progress. */
export interface OnAccount {
  readonly account: Account;
  readonly presentation: Presentation;
}

/** What several options say together. */
type Together = OnAccount & Shown;

/** Options that are durations, which commander has as text. */
const DURATIONS = ['timeout', 'reuse', 'settle', 'interval', 'deadline'] as const;

/**
 * The options of a command as it works with them; `T`: its own ones, with durations in ms.
 *
 * @throws UsageError for an invalid profile name or duration
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- commander knows no types: a command names its own
export function readOptions<T extends object = object>(
  command: Command,
  { context }: { readonly context: Pick<Context, 'env'> },
): GlobalOptions & T & Together {
  const options = inMs(command.optsWithGlobals<GlobalOptions & T>());
  return { ...options, ...shownBy(options), account: accountFrom(options, context) };
}

/** The same options with every duration in milliseconds. @throws UsageError `bad_duration` */
export function inMs<T extends object>(options: T): T {
  const texts = options as Readonly<Record<string, unknown>>;
  const given = DURATIONS.filter((name) => texts[name] !== undefined);
  const read = given.map((name) => [name, parseDuration(String(texts[name]), `--${name}`)]);
  return { ...options, ...(Object.fromEntries(read) as Partial<T>) };
}

/** The same for a command that prints one object. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as above
export function readAnswerOptions<T extends object = object>(
  command: Command,
  host: { readonly context: Pick<Context, 'env'> },
): GlobalOptions & T & Together {
  const options = readOptions<T>(command, host);
  return { ...options, presentation: answerShown(options) };
}

const NO: ReadonlySet<string | undefined> = new Set([undefined, '', '0', 'false', 'no', 'off']);

/** Whether the sandbox is meant: `--sandbox`, or without `--base-url` any `CONFERE_SANDBOX` except a no. */
export function meansSandbox(
  { env }: Pick<Context, 'env'>,
  { sandbox, baseUrl }: Pick<GlobalOptions, 'sandbox' | 'baseUrl'>,
): boolean {
  if (sandbox !== undefined) return sandbox;
  return baseUrl === undefined && !NO.has(env['CONFERE_SANDBOX']?.toLowerCase());
}

/**
 * Settings decide where a key goes, and the ledger what is paid for: who can change them is this user alone.
 *
 * @throws UsageError `open_place` for one of the folders and files of settings, keys and state, or of `more`
 */
export function refuseOpenPlaces(context: Context, more: readonly string[] = []): void {
  const { config, credentials } = configFiles(context);
  const places = [dirname(config), config, credentials, stateFolder(context), ...more];
  for (const place of places) refuseOpenPlace(place, context);
}

/** Opens something in the state folder; reports a problem with the folder as `state_unusable`, or as `state_busy`. */
export async function usingState<T>(
  folder: string,
  open: (folder: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await open(folder);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    // Another folder would be another ledger, which pays again; what holds this one lets go of it.
    if (error instanceof Error && 'code' in error && error.code === 'EBUSY')
      throw new ConfereError('state_busy', { path: folder }, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfereError('state_unusable', { of: 'ledger', folder, reason }, { cause: error });
  }
}

/** The runs that were told; a command may open several ledgers. */
const told = new WeakSet<Context['stderr']>();

/** On Windows the rights of a folder are those of its place, and only the profile is its user's alone. */
export function tellOutsidePlace(context: Context): void {
  const { stderr } = context;
  const { CONFERE_HOME: own } = context.env;
  if (context.platform !== 'win32' || !own || told.has(stderr) || isBelow(own, context.home))
    return;
  told.add(stderr);
  stderr.write(`${t.account.homeOutsideUserFolder(own)}\n`);
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return !way.startsWith('..') && !isAbsolute(way);
}
