import type { Command } from 'commander';
import { findKey, requireKeyFor, storedKey } from '../../config/account.js';
import { fingerprint, requireKey } from '../../config/api-key.js';
import { parseBaseUrl, requireBaseUrl } from '../../config/base-url.js';
import { defaults } from '../../config/defaults.js';
import { configFiles } from '../../config/folders.js';
import { profileName, requireStorable } from '../../config/profile-name.js';
import {
  type Credential,
  readConfig,
  readCredentials,
  writeConfig,
  writeCredentials,
} from '../../config/store.js';
import type { Context } from '../../context.js';
import { ConfereError, UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { safeJson } from '../../foreign-text.js';
import { t } from '../../messages/index.js';
import {
  accountText,
  type AuthStatus,
  keyPrompt,
  openFileLine,
  statusText,
} from '../../output/account/settings.js';
import { errorLine } from '../../output/errors/index.js';
import { errorSentence } from '../../output/errors/index.js';
import { type Quota, ServiceError } from '../../service/index.js';
import { readSecret } from './secret.js';
import { type Account, meansSandbox, type OnAccount, tellOutsidePlace } from '../shared/account.js';
import { askLine, mayAsk } from '../shared/ask-user.js';
import {
  answerShown,
  type GlobalOptions,
  type Host,
  type Interaction,
  type Presentation,
  shownBy,
} from '../shared/options.js';
import { loadSettings, requireProfile, type Settings } from '../shared/settings.js';
import { stoppable } from '../shared/stop-signal.js';
import { type ServiceKey, withService } from '../shared/with-account.js';

/** `confere auth login`: asks for a key, proves it, and stores it. */
export function defineLogin(command: Command, host: Host): void {
  command
    .option('--with-key', t.options.withKey)
    .action(() => login(host, command.optsWithGlobals()));
}

/** `confere auth status`: shows which key and service are used. */
export function defineStatus(command: Command, host: Host): void {
  command.action(() => showStatus(host, command.optsWithGlobals()));
}

/** `confere auth logout`: forgets the stored key. */
export function defineLogout(command: Command, host: Host): void {
  command.action(() => logout(host, command.optsWithGlobals()));
}

/**
 * `confere auth login`: checks the key with the service, then stores it. Stores nothing of a refused
 * key.
 *
 * @throws UsageError in the sandbox, and if the key would come from `--api-key-file`
 */
async function login(
  host: Host,
  options: GlobalOptions & { readonly withKey?: boolean },
): Promise<void> {
  const { context } = host;
  refuseSandbox(options, context);
  if (options.apiKeyFile !== undefined) throw new UsageError('needs_key', { why: 'has_key_file' });
  const presentation = answerShown(options);
  const { mayAsk: mayBeAsked } = shownBy(options).interaction;
  const wishes = { withKey: options.withKey === true, mayAsk: mayBeAsked };
  const { account, ...settings } = await loadSettings(context, options, true);
  const profile = requireStorable(settings.profile);
  const baseUrl = await findOrAskBaseUrl(host, account, wishes);
  // Reports an unusable credentials file before the user types a key.
  const known = (await readCredentials(configFiles(context).credentials)).get(profile);
  const prompt = keyPrompt(baseUrl, profile, known !== undefined);
  const typed = await readSecret(context, { ...wishes, prompt });
  const apiKey = requireKey(typed, { what: 'api_key' });
  const quota = await askQuota(host, { account, presentation }, { baseUrl, apiKey });
  await store(context, profile, { baseUrl, apiKey });
  const stored = { profile, baseUrl, fingerprint: fingerprint(apiKey), ...accountOf(quota) };
  await tell(host, presentation, stored);
  host.finish(exitCodes.ok);
}

/** Stores the key, and in the profile the base URL for which it was checked. */
async function store(context: Context, profile: string, credential: Credential): Promise<void> {
  const { config, credentials } = configFiles(context);
  const settings = await readConfig(config);
  const stored = { ...settings.get(profile), 'base-url': credential.baseUrl };
  await writeConfig(config, new Map([...settings, [profile, stored]]));
  const keys = await readCredentials(credentials);
  await writeCredentials(credentials, new Map([...keys, [profile, credential]]));
}

/** Account details go to stdout, because an email address may name a person. */
async function tell(
  { context }: Host,
  presentation: Presentation,
  known: Parameters<typeof accountText>[0] & { readonly profile: string },
): Promise<void> {
  const { stdout, stderr } = context;
  const shadows = await findShadows(context, known.profile);
  stdout.write(
    presentation.json ? `${safeJson({ ...known, hidden: shadows })}\n` : accountText(known),
  );
  if (presentation.quiet) return;
  stderr.write(`${t.account.keyStored(known.profile, configFiles(context).credentials)}\n`);
  tellOutsidePlace(context);
  for (const sentence of shadows) stderr.write(`${sentence}\n`);
}

/**
 * The base URL of the service; asks for it at a terminal where none is set.
 *
 * @throws UsageError as `requireBaseUrl` does; kind `interrupted` on Ctrl-C
 */
async function findOrAskBaseUrl(
  host: Host,
  account: Account,
  wishes: Pick<Interaction, 'mayAsk'>,
): Promise<string> {
  try {
    return requireBaseUrl(account);
  } catch (error) {
    const isUnset = error instanceof UsageError && error.code === 'no_base_url';
    if (!isUnset || !mayAsk(host, wishes)) throw error;
    return stoppable(host, 'login', (stop) => ask(host, stop, error));
  }
}

/** Asks again until the answer is a base URL; an empty line gives up with `unset`. */
async function ask(host: Host, stop: AbortSignal, unset: UsageError): Promise<string> {
  for (;;) {
    const answer = await askLine(host, t.account.askBaseUrl, stop);
    if (answer === '') throw unset;
    try {
      return parseBaseUrl(answer, { what: 'base_url' });
    } catch (error) {
      host.context.stderr.write(errorLine(error, exitCodes.usage, false, host.next));
    }
  }
}

/** `confere auth status`: the account that commands use, and whether the service accepts its key. */
async function showStatus(host: Host, options: GlobalOptions): Promise<void> {
  const { context, finish } = host;
  const presentation = answerShown(options);
  const print = (status: object, text: string) =>
    context.stdout.write(presentation.json ? `${safeJson(status)}\n` : text);
  if (meansSandbox(context, options)) {
    print(
      { sandbox: true },
      `${errorSentence(new UsageError('sandbox_needs_no_login', { by: chosenBy(options) }))}\n`,
    );
  } else {
    const settings = await loadSettings(context, options);
    const on = { account: settings.account, presentation };
    const { status, trouble } = await examine(host, on, settings);
    print(status, statusText(status));
    if (trouble !== undefined) throw trouble;
  }
  finish(exitCodes.ok);
}

/** The status as far as it is known, and the error for the exit code. */
async function examine(
  host: Host,
  on: OnAccount,
  settings: Settings,
): Promise<{ status: AuthStatus; trouble?: ConfereError }> {
  const { context } = host;
  const { profile } = settings;
  const { 'base-url': url } = settings.all;
  const found = await findKey(context, on.account);
  if (found?.openFile !== undefined) context.stderr.write(openFileLine(found.openFile));
  const status: AuthStatus = {
    profile,
    baseUrl: url.value === undefined ? null : String(url.value),
    baseUrlSource: url.from ?? null,
    keySource: found?.from ?? null,
    fingerprint: found === undefined ? null : fingerprint(found.apiKey),
    accepted: null,
    account: null,
    hidden: await findShadows(context, profile),
  };
  try {
    const baseUrl = requireBaseUrl(on.account);
    const { apiKey } = requireKeyFor(baseUrl, found, profile);
    const quota = await askQuota(host, on, { baseUrl, apiKey });
    return { status: { ...status, accepted: true, account: accountOf(quota) } };
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    const accepted = error.kind === 'auth' ? false : null;
    const hides = await hidingVariable(context, profile);
    const isRefused = error instanceof ServiceError && error.code === 'key_refused';
    const isHiding = isRefused && hides === found?.from;
    const trouble = isHiding ? new ServiceError('key_refused', { ...error.facts, hides }) : error;
    return { status: { ...status, accepted }, trouble };
  }
}

/** `confere auth logout`: deletes the key of a profile; its settings stay. @throws UsageError in the sandbox */
async function logout(host: Host, options: GlobalOptions): Promise<void> {
  const { context } = host;
  refuseSandbox(options, context);
  const presentation = answerShown(options);
  const profile = profileName(options.profile, context.env);
  await requireProfile(context, profile);
  const { credentials } = configFiles(context);
  const keys = new Map(await readCredentials(credentials));
  const removed = keys.delete(profile);
  if (removed) await writeCredentials(credentials, keys);
  if (presentation.json) context.stdout.write(`${safeJson({ profile, removed })}\n`);
  else if (!presentation.quiet)
    context.stderr.write(
      `${(removed ? t.account.keyForgotten : t.account.noStoredKey)(profile)}\n`,
    );
  const variable = keyVariable(context.env);
  if (variable !== undefined && !presentation.quiet) {
    context.stderr.write(`${t.account.keyStaysInUse(variable)}\n`);
  }
  host.finish(exitCodes.ok);
}

/** Checks the key by requesting the balance, which is free. Rejects with the error of the request. */
function askQuota(host: Host, request: OnAccount, key: ServiceKey): Promise<Quota> {
  const deadline = host.context.clock.now() + defaults.longestLoginWait.ms;
  return withService(host, request, { deadline }, ({ client }) => client.quota(), key);
}

/** The account of a balance, as `auth` shows it. */
function accountOf({ plan, remainingCredits, email }: Quota) {
  return { email: typeof email === 'string' ? email : null, plan, remainingCredits };
}

/** @throws UsageError with `--sandbox`, which has its own key */
function refuseSandbox(options: GlobalOptions, surroundings: Pick<Context, 'env'>): void {
  if (!meansSandbox(surroundings, options)) return;
  throw new UsageError('sandbox_needs_no_login', { by: chosenBy(options) });
}

/** What chose the sandbox. */
function chosenBy({ sandbox }: Pick<GlobalOptions, 'sandbox'>): 'flag' | 'environment' {
  return sandbox === true ? 'flag' : 'environment';
}

/** One sentence for each stored value of a profile that the environment overrides. */
async function findShadows(context: Context, profile: string): Promise<string[]> {
  const { env } = context;
  const { config } = configFiles(context);
  const stored = (await readConfig(config)).get(profile)?.['base-url'];
  const url = env['CONFERE_BASE_URL'];
  const sentences: string[] = [];
  const variable = await hidingVariable(context, profile);
  if (variable !== undefined) sentences.push(t.account.hidesStoredKey(variable, profile));
  if (url && stored !== undefined && parseBaseUrl(url, 'CONFERE_BASE_URL') !== stored) {
    sentences.push(t.account.hidesBaseUrl(profile, String(stored)));
  }
  return sentences;
}

/** The variable whose key is used in place of the one that is stored for a profile. */
async function hidingVariable(context: Context, profile: string): Promise<string | undefined> {
  const variable = keyVariable(context.env);
  if (variable === undefined) return undefined;
  const key = await storedKey(context, profile);
  return key === undefined ? undefined : variable;
}

/** The environment variable that supplies the key to a command without flags. */
function keyVariable(env: Context['env']): string | undefined {
  return ['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE'].find((name) => env[name]);
}
