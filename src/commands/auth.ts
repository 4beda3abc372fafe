import {
  findKey,
  fingerprint,
  requireKey,
  requireKeyFor,
  readStoredKey,
} from '../config/account.js';
import { parseBaseUrl, requireBaseUrl } from '../config/addresses.js';
import { defaults } from '../config/defaults.js';
import { configFiles } from '../config/folders.js';
import { profileName } from '../config/settings.js';
import { keyFile, settingsFile } from '../config/store.js';
import type { Context } from '../base/context.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { exitCodes } from '../base/exit-codes.js';
import { printable, decodeByMark } from '../base/foreign-text.js';
import { LARGEST_KEY_FILE } from '../base/limits.js';
import { t } from '../messages/index.js';
import { errorLine, errorSentence } from '../output/errors.js';
import { plainText } from '../output/terminal/table.js';
import { type QuotaRecord, ServiceError } from '../service/index.js';
import { sourceText } from './config.js';
import { loadSettings, meansSandbox, refuseOpenPlaces, requireProfile } from './shared/account.js';
import { defineCommand, type Host, noOptions } from './shared/command.js';
import { flag } from './shared/option.js';
import { alive, answer, askLine, canAsk, report, say, stoppable } from './shared/user.js';
import { openFileLine, withService } from './shared/with-account.js';

const loginOptions = () => ({ withKey: flag('--with-key', t.options.withKey) });

/** `confere auth login`: checks the key with the service, then stores it. Stores nothing of a refused key. */
export const login = defineCommand(loginOptions, async (host) => {
  const { context, options } = host;
  refuseSandbox(host);
  if (options.apiKeyFile !== undefined) throw new UsageError('needs_key', {});
  const { account, ...settings } = await loadSettings(context, options, true);
  const { profile } = settings;
  const baseUrl = account.baseUrl === undefined ? await askBaseUrl(host) : requireBaseUrl(account);
  // Reports an unusable credentials file before the user types a key.
  const known = (await keyFile.read(configFiles(context).credentials)).get(profile);
  const replaced = known === undefined ? '' : `${t.account.keyWillBeReplaced({ profile })}\n`;
  const prompt = replaced + t.account.askKeyFor({ baseUrl, profile });
  const typed = await readSecret(host, prompt, options.withKey === true);
  const apiKey = requireKey(typed, { what: 'api_key' });
  const quota = await askQuota({ ...host, account }, { baseUrl, apiKey });
  await keep(context, profile, baseUrl, apiKey);
  const stored = { profile, baseUrl, fingerprint: fingerprint(apiKey), ...accountOf(quota) };
  const { hidden } = await findShadows(context, profile);
  // Not on stderr, because an email address may name a person.
  const rows = [
    [t.account.profile, profile],
    [t.account.baseUrl, baseUrl],
    [t.account.account, accountLine(stored)],
    [t.account.key, t.account.fingerprint(stored.fingerprint)],
  ];
  answer(host, { ...stored, hidden }, plainText(rows));
  say(host, `${t.account.keyStored({ profile, path: configFiles(context).credentials })}\n`);
  for (const sentence of hidden) say(host, `${sentence}\n`);
});

async function keep(context: Context, profile: string, baseUrl: string, apiKey: string) {
  const { config, credentials } = configFiles(context);
  const address = { 'base-url': baseUrl };
  await settingsFile.change(config, profile, (stored) => ({ ...stored, ...address }));
  await keyFile.change(credentials, profile, () => ({ ...address, 'api-key': apiKey }));
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
export const status = defineCommand(noOptions, async (host) => {
  const { context, options } = host;
  if (meansSandbox(context, options)) {
    const sentence = errorSentence(new UsageError('sandbox_needs_no_login', {}));
    answer(host, { sandbox: true }, `${sentence}\n`);
    return;
  }
  const { profile, account, all } = await loadSettings(context, options);
  const { value: url, from: baseUrlSource = null } = all['base-url'];
  const found = await findKey(context, account);
  if (found?.openFile !== undefined) context.stderr.write(openFileLine(found.openFile));
  const { variable: hides, hidden } = await findShadows(context, profile);
  const tell = (accepted: boolean | null, quota?: QuotaRecord) => {
    const baseUrl = url === undefined ? null : String(url);
    const keySource = found?.from ?? null;
    const key = found === undefined ? null : fingerprint(found.apiKey);
    const account = quota === undefined ? null : accountOf(quota);
    const { none, note } = t.account;
    const rows = [
      [t.account.profile, profile],
      [t.account.baseUrl, baseUrl === null ? none : `${baseUrl} (${sourceText(baseUrlSource)})`],
      [
        t.account.key,
        key === null ? none : t.account.keyFrom(key, sourceText(keySource), accepted),
      ],
      ...(account === null ? [] : [[t.account.account, accountLine(account)]]),
      ...hidden.map((sentence) => [note, sentence]),
    ];
    const where = { profile, baseUrl, baseUrlSource, keySource, fingerprint: key };
    answer(host, { ...where, accepted, account, hidden }, plainText(rows));
  };
  try {
    const baseUrl = requireBaseUrl(account);
    const { apiKey } = requireKeyFor(baseUrl, found, profile);
    tell(true, await askQuota({ ...host, account }, { baseUrl, apiKey }));
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    tell(error.kind === 'auth' ? false : null);
    const isRefused = error instanceof ServiceError && error.code === 'key_refused';
    const isHiding = isRefused && hides === found?.from;
    throw isHiding ? new ServiceError('key_refused', { ...error.facts, hides }) : error;
  }
});

/** `confere auth logout`: deletes the key of a profile; its settings stay. */
export const logout = defineCommand(noOptions, async (host) => {
  const { context, options } = host;
  refuseSandbox(host);
  refuseOpenPlaces(context);
  const profile = profileName(options.profile, context.env);
  await requireProfile(context, profile);
  const { credentials } = configFiles(context);
  const removed = (await keyFile.read(credentials)).has(profile);
  if (removed) await keyFile.change(credentials, profile, () => undefined);
  const { keyForgotten, noStoredKey, keyStaysInUse } = t.account;
  report(host, { profile, removed }, (removed ? keyForgotten : noStoredKey)(profile));
  const variable = keyVariable(context.env);
  if (variable !== undefined) say(host, `${keyStaysInUse(variable)}\n`);
});

function askQuota(host: Host, key: { baseUrl: string; apiKey: string }): Promise<QuotaRecord> {
  const deadline = host.context.clock.now() + defaults.longestLoginWait.ms;
  return withService(
    host,
    { deadline, stoppable: 'balance' },
    ({ client }) => alive(host, () => client.quota(), t.progress.asksService),
    key,
  );
}

function accountOf({ plan, remainingCredits, email }: QuotaRecord) {
  return { email: typeof email === 'string' ? email : null, plan, remainingCredits };
}

function accountLine({ email, plan, remainingCredits }: ReturnType<typeof accountOf>): string {
  const told = t.account.planAndCredits({ plan, remainingCredits });
  return printable(email === null ? told : `${email}, ${told}`);
}

function refuseSandbox(host: Host): void {
  if (meansSandbox(host.context, host.options)) throw new UsageError('sandbox_needs_no_login', {});
}

/** What the environment hides of a stored login: the variable of the key, and a sentence for each. */
async function findShadows(context: Context, profile: string) {
  const stored = (await settingsFile.read(configFiles(context).config)).get(profile)?.['base-url'];
  const url = context.env['CONFERE_BASE_URL'];
  const named = keyVariable(context.env);
  const variable = named && (await readStoredKey(context, profile)) ? named : undefined;
  const isHidden = url && stored !== undefined && parseBaseUrl(url, 'CONFERE_BASE_URL') !== stored;
  const hidden = [
    ...(variable === undefined ? [] : [t.account.hidesStoredKey({ variable, profile })]),
    ...(isHidden ? [t.account.hidesBaseUrl({ profile, stored: String(stored) })] : []),
  ];
  return { variable, hidden };
}

function keyVariable(env: Context['env']): string | undefined {
  return ['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE'].find((name) => env[name]);
}

/** From stdin (`--with-key`), or typed without echo. @throws UsageError `needs_key`; ConfereError */
export async function readSecret(host: Host, prompt: string, withKey: boolean): Promise<string> {
  const { stdin } = host.context;
  if (withKey && stdin.isTTY !== true) return (await textOf(stdin)).trim();
  if (!canAsk(host)) throw new UsageError('needs_key', {});
  return stoppable(host, 'login', (stop) => askLine(host, prompt, stop, true));
}

/** To its end: of a file with several lines, none is a key. */
async function textOf(stdin: AsyncIterable<unknown>): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stdin) {
    bytes = Buffer.concat([bytes, Buffer.from(chunk as string)]);
    if (bytes.length > LARGEST_KEY_FILE) break;
  }
  return decodeByMark(bytes);
}
