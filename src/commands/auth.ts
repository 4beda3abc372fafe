import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { findKey, fingerprint, requireKey, requireKeyFor, storedKey } from '../config/account.js';
import { parseBaseUrl, requireBaseUrl } from '../config/base-url.js';
import { defaults } from '../config/defaults.js';
import { configFiles } from '../config/folders.js';
import { profileName, requireStorable } from '../config/profile-name.js';
import {
  type Credential,
  readConfig,
  readCredentials,
  writeConfig,
  writeCredentials,
} from '../config/store.js';
import type { Context } from '../context.js';
import { ConfereError, UsageError } from '../errors.js';
import { exitCodes } from '../exit-codes.js';
import { safeJson, textByMark } from '../foreign-text.js';
import { t } from '../messages/index.js';
import {
  accountText,
  type AuthStatus,
  keyPrompt,
  openFileLine,
  statusText,
} from '../output/account/settings.js';
import { errorLine, errorSentence } from '../output/errors.js';
import { type Quota, ServiceError } from '../service/index.js';
import { loadSettings, meansSandbox, requireProfile } from './shared/account.js';
import type { Host } from './shared/host.js';
import { define, flag, noOptions } from './shared/option.js';
import { answer, askLine, canAsk, say, stoppable } from './shared/user.js';
import { withService } from './shared/with-account.js';

const loginOptions = () => ({ withKey: flag('--with-key', t.options.withKey) });

/** `confere auth login`: checks the key with the service, then stores it. Stores nothing of a refused key. */
export const login = define(loginOptions, async (host) => {
  const { context, options } = host;
  refuseSandbox(host);
  if (options.apiKeyFile !== undefined) throw new UsageError('needs_key', {});
  const { account, ...settings } = await loadSettings(context, options, true);
  const profile = requireStorable(settings.profile);
  const baseUrl = account.baseUrl === undefined ? await askBaseUrl(host) : requireBaseUrl(account);
  // Reports an unusable credentials file before the user types a key.
  const known = (await readCredentials(configFiles(context).credentials)).get(profile);
  const prompt = keyPrompt(baseUrl, profile, known !== undefined);
  const typed = await readSecret(host, prompt, options.withKey === true);
  const apiKey = requireKey(typed, { what: 'api_key' });
  const quota = await askQuota({ ...host, account }, { baseUrl, apiKey });
  await store(context, profile, { baseUrl, apiKey });
  const stored = { profile, baseUrl, fingerprint: fingerprint(apiKey), ...accountOf(quota) };
  const { hidden } = await findShadows(context, profile);
  // Not on stderr, because an email address may name a person.
  answer(host, { ...stored, hidden }, accountText(stored));
  say(host, `${t.account.keyStored(profile, configFiles(context).credentials)}\n`);
  for (const sentence of hidden) say(host, `${sentence}\n`);
});

async function store(context: Context, profile: string, credential: Credential): Promise<void> {
  const { config, credentials } = configFiles(context);
  const settings = await readConfig(config);
  const stored = { ...settings.get(profile), 'base-url': credential.baseUrl };
  await writeConfig(config, new Map([...settings, [profile, stored]]));
  const keys = await readCredentials(credentials);
  await writeCredentials(credentials, new Map([...keys, [profile, credential]]));
}

/** Asks at a terminal until the answer is a base URL. @throws UsageError `no_base_url` */
async function askBaseUrl(host: Host): Promise<string> {
  const { profile } = host.account;
  const unset = new UsageError('no_base_url', { profile });
  if (!canAsk(host)) throw unset;
  return stoppable(host, 'login', async (stop) => {
    for (;;) {
      const typed = await askLine(host, t.account.askBaseUrl, stop);
      if (typed === '') throw unset;
      try {
        return parseBaseUrl(typed, { what: 'base_url' });
      } catch (error) {
        host.context.stderr.write(errorLine(error, exitCodes.usage, false, host.next));
      }
    }
  });
}

/** `confere auth status`: the account that commands use, and whether the service accepts its key. */
export const status = define(noOptions, async (host) => {
  if (meansSandbox(host.context, host.options)) {
    answer(
      host,
      { sandbox: true },
      `${errorSentence(new UsageError('sandbox_needs_no_login', {}))}\n`,
    );
    return;
  }
  const { status, trouble } = await examine(host);
  answer(host, status, statusText(status));
  if (trouble !== undefined) throw trouble;
});

async function examine(host: Host): Promise<{ status: AuthStatus; trouble?: ConfereError }> {
  const { context } = host;
  const { profile, account, all } = await loadSettings(context, host.options);
  const { 'base-url': url } = all;
  const found = await findKey(context, account);
  if (found?.openFile !== undefined) context.stderr.write(openFileLine(found.openFile));
  const { variable: hides, hidden } = await findShadows(context, profile);
  const status: AuthStatus = {
    profile,
    baseUrl: url.value === undefined ? null : String(url.value),
    baseUrlSource: url.from ?? null,
    keySource: found?.from ?? null,
    fingerprint: found === undefined ? null : fingerprint(found.apiKey),
    accepted: null,
    account: null,
    hidden,
  };
  try {
    const baseUrl = requireBaseUrl(account);
    const { apiKey } = requireKeyFor(baseUrl, found, profile);
    const quota = await askQuota({ ...host, account }, { baseUrl, apiKey });
    return { status: { ...status, accepted: true, account: accountOf(quota) } };
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    const accepted = error.kind === 'auth' ? false : null;
    const isRefused = error instanceof ServiceError && error.code === 'key_refused';
    const isHiding = isRefused && hides === found?.from;
    const trouble = isHiding ? new ServiceError('key_refused', { ...error.facts, hides }) : error;
    return { status: { ...status, accepted }, trouble };
  }
}

/** `confere auth logout`: deletes the key of a profile; its settings stay. */
export const logout = define(noOptions, async (host) => {
  const { context, options } = host;
  refuseSandbox(host);
  const profile = profileName(options.profile, context.env);
  await requireProfile(context, profile);
  const { credentials } = configFiles(context);
  const keys = new Map(await readCredentials(credentials));
  const removed = keys.delete(profile);
  if (removed) await writeCredentials(credentials, keys);
  const { keyForgotten, noStoredKey, keyStaysInUse } = t.account;
  if (host.json) context.stdout.write(`${safeJson({ profile, removed })}\n`);
  else say(host, `${(removed ? keyForgotten : noStoredKey)(profile)}\n`);
  const variable = keyVariable(context.env);
  if (variable !== undefined) say(host, `${keyStaysInUse(variable)}\n`);
});

function askQuota(host: Host, key: { baseUrl: string; apiKey: string }): Promise<Quota> {
  const deadline = host.context.clock.now() + defaults.longestLoginWait.ms;
  return withService(host, { deadline }, ({ client }) => client.quota(), key);
}

function accountOf({ plan, remainingCredits, email }: Quota) {
  return { email: typeof email === 'string' ? email : null, plan, remainingCredits };
}

function refuseSandbox(host: Host): void {
  if (meansSandbox(host.context, host.options)) throw new UsageError('sandbox_needs_no_login', {});
}

/** What the environment hides of a stored login: the variable of the key, and a sentence for each. */
async function findShadows(context: Context, profile: string) {
  const stored = (await readConfig(configFiles(context).config)).get(profile)?.['base-url'];
  const url = context.env['CONFERE_BASE_URL'];
  const named = keyVariable(context.env);
  const variable = named && (await storedKey(context, profile)) ? named : undefined;
  const isHidden = url && stored !== undefined && parseBaseUrl(url, 'CONFERE_BASE_URL') !== stored;
  const hidden = [
    ...(variable === undefined ? [] : [t.account.hidesStoredKey(variable, profile)]),
    ...(isHidden ? [t.account.hidesBaseUrl(profile, String(stored))] : []),
  ];
  return { variable, hidden };
}

function keyVariable(env: Context['env']): string | undefined {
  return ['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE'].find((name) => env[name]);
}

/** Bytes. */
const LARGEST = 64 * 1024;

type Asking = Pick<Host, 'context' | 'mayAsk'>;

/** From stdin (`--with-key`), or typed without echo. @throws UsageError `needs_key`; ConfereError */
export async function readSecret(host: Asking, prompt: string, withKey: boolean): Promise<string> {
  if (withKey && host.context.stdin.isTTY !== true) return (await firstLine(host)).trim();
  if (canAsk(host)) return (await ask(host, prompt)).trim();
  throw new UsageError('needs_key', {});
}

async function firstLine({ context: { stdin } }: Asking): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
    const piece = Buffer.from(chunk as string);
    pieces.push(piece);
    size += piece.length;
    if (piece.includes('\n') || size > LARGEST) break;
  }
  return textByMark(Buffer.concat(pieces)).split('\n')[0] ?? '';
}

function ask({ context }: Asking, prompt: string): Promise<string> {
  const { stdin: input, stderr: lines } = context;
  const { bare: stderr = lines } = lines;
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  // Before the question, because whoever sees it may type at once, and would see the key.
  const line = createInterface({ input, output, terminal: true, historySize: 0 });
  stderr.write(prompt);
  return new Promise<string>((resolve, reject) => {
    const broken = (code: 'interrupted' | 'terminated') => {
      reject(new ConfereError(code, { during: 'login' }));
      line.close();
    };
    const forget = context.onStopSignal((signal) => {
      broken(signal === 'SIGTERM' ? 'terminated' : 'interrupted');
    });
    line.once('SIGINT', () => {
      broken('interrupted');
    });
    line.once('line', (typed) => {
      resolve(typed);
      line.close();
    });
    line.once('close', () => {
      forget();
      input.pause();
      stderr.write('\n');
      resolve(line.line);
    });
  });
}
