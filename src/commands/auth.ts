import { fingerprint, requireKey, requireKeyFor, readStoredKey } from '../config/account.js';
import { parseBaseUrl, requireBaseUrl } from '../config/addresses.js';
import { defaults } from '../config/defaults.js';
import { configFiles } from '../config/folders.js';
import { readProfileName } from '../config/settings.js';
import { credentialsFile, settingsFile } from '../config/store.js';
import type { Context } from '../base/context.js';
import { ConfereError, UsageError } from '../base/errors.js';
import { exitCodes } from '../base/exit-codes.js';
import { makePrintable, decodeByByteOrderMark } from '../base/foreign-text.js';
import { LARGEST_KEY_FILE } from '../base/limits.js';
import { t } from '../messages/index.js';
import { errorLine, errorSentence } from '../messages/people.js';
import { fitToTerminal } from '../terminal/streams.js';
import { formatPlainTable } from '../terminal/table.js';
import { type QuotaRecord, ServiceError } from '../service/index.js';
import { describeSource } from './config.js';
import {
  loadSettings,
  usesSandbox,
  refuseExposedPlaces,
  requireProfile,
} from './shared/account.js';
import { defineCommand, type CommandContext, noOptions } from './shared/command.js';
import { flag } from './shared/option.js';
import { printAnswer, reportDone, say } from './shared/print.js';
import { askLine, canAsk, withStopSignal } from './shared/user.js';
import {
  askQuota,
  findCommandKey,
  formatExposedKeyFileWarning,
  withService,
} from './shared/session.js';

const loginOptions = () => ({ withKey: flag('--with-key', t.options.withKey) });

/** `confere auth login`: checks the key with the service, then stores it; a refused key is not stored. */
export const login = defineCommand(
  {
    options: loginOptions,
    examples: [
      'confere auth login --base-url https://service.example',
      'confere auth login --with-key --profile work < key.txt',
    ],
    exits: [4],
  },
  async (command) => {
    const { context, options } = command;
    refuseSandbox(command);
    if (options.apiKeyFile !== undefined) throw new UsageError('needs_key', {});
    const { account, ...loaded } = await loadSettings(context, options, { mayBeNew: true });
    const { profile } = loaded;
    const baseUrl =
      account.baseUrl === undefined ? await askBaseUrl(command) : requireBaseUrl(account);
    // The file of keys is read now, so that an unusable file is reported before the user types a key.
    const storedKey = (await credentialsFile.read(configFiles(context).credentials)).get(profile);
    const replaceNotice =
      storedKey === undefined ? '' : `${t.account.keyWillBeReplaced({ profile })}\n`;
    const prompt = replaceNotice + t.account.askKeyFor({ baseUrl, profile });
    const typedKey = await readSecret(command, prompt, options.withKey === true);
    const apiKey = requireKey(typedKey, { what: 'api_key' });
    const quota = await tryKey({ ...command, account }, { baseUrl, apiKey });
    await storeLogin(context, profile, baseUrl, apiKey);
    const loginFacts = {
      profile,
      baseUrl,
      fingerprint: fingerprint(apiKey),
      ...readAccount(quota),
    };
    const { hidden } = await findOverriddenLogin(context, { ...loaded, account });
    // The account goes to stdout, because its email address may name a person, and stderr must name nobody.
    const rows = [
      [t.account.profile, profile],
      [t.account.baseUrl, baseUrl],
      [t.account.account, formatAccount(loginFacts)],
      [t.account.key, t.account.fingerprint(loginFacts.fingerprint)],
    ];
    const text = fitToTerminal(formatPlainTable(rows), command.style);
    printAnswer(command, { ...loginFacts, hidden }, text);
    say(command, `${t.account.keyStored({ profile, path: configFiles(context).credentials })}\n`);
    for (const sentence of hidden) say(command, `${sentence}\n`);
  },
);

async function storeLogin(context: Context, profile: string, baseUrl: string, apiKey: string) {
  const { config, credentials } = configFiles(context);
  const address = { 'base-url': baseUrl };
  await settingsFile.change(config, profile, (stored) => ({ ...stored, ...address }));
  await credentialsFile.change(credentials, profile, () => ({ ...address, 'api-key': apiKey }));
}

/** Asks the user until the answer is a base URL. @throws UsageError `no_base_url` without an answer or a terminal */
async function askBaseUrl(command: CommandContext): Promise<string> {
  const { profile } = command.account;
  const noBaseUrl = new UsageError('no_base_url', { profile });
  if (!canAsk(command)) throw noBaseUrl;
  return withStopSignal(command, 'login', async (stop) => {
    for (;;) {
      const typedUrl = await askLine(command, t.account.askBaseUrl, stop);
      if (typedUrl === '') throw noBaseUrl;
      try {
        return parseBaseUrl(typedUrl, { what: 'base_url' });
      } catch (error) {
        command.context.stderr.write(errorLine(error, exitCodes.usage, false, command.next));
      }
    }
  });
}

/** `confere auth status`: shows the account that commands use, and whether the service accepts its key. */
export const status = defineCommand(
  { options: noOptions, examples: ['confere auth status --profile work --json'], exits: [4] },
  async (command) => {
    const { context, options } = command;
    if (usesSandbox(context, options)) {
      const sentence = errorSentence(new UsageError('sandbox_needs_no_login', {}));
      printAnswer(command, { sandbox: true }, `${sentence}\n`);
      return;
    }
    const { profile, account, settings } = await loadSettings(context, options);
    const { value: url, from: baseUrlSource = null } = settings['base-url'];
    const foundKey = await findCommandKey({ ...command, account });
    if (foundKey?.exposedFile !== undefined)
      context.stderr.write(formatExposedKeyFileWarning(foundKey.exposedFile));
    const { source: overriddenBy, hidden } = await findOverriddenLogin(context, {
      profile,
      account,
    });
    const printStatus = (accepted: boolean | null, quota?: QuotaRecord) => {
      const baseUrl = url === undefined ? null : String(url);
      const keySource = foundKey?.from ?? null;
      const key = foundKey === undefined ? null : fingerprint(foundKey.apiKey);
      const accountFacts = quota === undefined ? null : readAccount(quota);
      const { none, note } = t.account;
      const rows = [
        [t.account.profile, profile],
        [
          t.account.baseUrl,
          baseUrl === null ? none : `${baseUrl} (${describeSource(baseUrlSource)})`,
        ],
        [
          t.account.key,
          key === null ? none : t.account.keyFrom(key, describeSource(keySource), accepted),
        ],
        ...(accountFacts === null ? [] : [[t.account.account, formatAccount(accountFacts)]]),
        ...hidden.map((sentence) => [note, sentence]),
      ];
      const login = { profile, baseUrl, baseUrlSource, keySource, fingerprint: key };
      const text = fitToTerminal(formatPlainTable(rows), command.style);
      printAnswer(command, { ...login, accepted, account: accountFacts, hidden }, text);
    };
    try {
      const baseUrl = requireBaseUrl(account);
      const { apiKey } = requireKeyFor(baseUrl, foundKey, profile);
      printStatus(true, await tryKey({ ...command, account }, { baseUrl, apiKey }));
    } catch (error) {
      if (!(error instanceof ConfereError)) throw error;
      printStatus(error.kind === 'auth' ? false : null);
      const isRefused = error instanceof ServiceError && error.code === 'key_refused';
      const mayOverrideValidKey = isRefused && overriddenBy === foundKey?.from;
      throw mayOverrideValidKey
        ? new ServiceError('key_refused', { ...error.facts, hiddenBy: overriddenBy })
        : error;
    }
  },
);

/** `confere auth logout`: deletes the key of a profile; its settings stay. */
export const logout = defineCommand(
  { options: noOptions, examples: ['confere auth logout --profile work'] },
  async (command) => {
    const { context, options } = command;
    refuseSandbox(command);
    refuseExposedPlaces(context);
    const profile = readProfileName(options.profile, context.env);
    await requireProfile(context, profile);
    const { config, credentials } = configFiles(context);
    const removed = (await credentialsFile.read(credentials)).has(profile);
    if (removed) await credentialsFile.change(credentials, profile, () => undefined);
    const { keyForgotten, noStoredKey, keyStaysInUse } = t.account;
    reportDone(command, { profile, removed }, (removed ? keyForgotten : noStoredKey)(profile));
    const settings = (await settingsFile.read(config)).get(profile) ?? {};
    const commandSetting = Object.hasOwn(settings, 'api-key-command')
      ? 'api-key-command'
      : undefined;
    const source = findKeyVariable(context.env) ?? commandSetting;
    if (source !== undefined) say(command, `${keyStaysInUse(source)}\n`);
  },
);

function tryKey(
  command: CommandContext,
  key: { baseUrl: string; apiKey: string },
): Promise<QuotaRecord> {
  const deadline = command.context.clock.now() + defaults.longestLoginWait.ms;
  return withService(
    command,
    { deadline, during: 'balance' },
    (service) => askQuota(command, service),
    key,
  );
}

function readAccount({ plan, remainingCredits, email }: QuotaRecord) {
  return { email: typeof email === 'string' ? email : null, plan, remainingCredits };
}

function formatAccount({ email, plan, remainingCredits }: ReturnType<typeof readAccount>): string {
  const text = t.account.planAndCredits({ plan, remainingCredits });
  return makePrintable(email === null ? text : `${email}, ${text}`);
}

function refuseSandbox(command: CommandContext): void {
  if (usesSandbox(command.context, command.options))
    throw new UsageError('sandbox_needs_no_login', {});
}

/**
 * Finds the parts of a stored login that environment variables or `api-key-command` replace. `source`: what replaces the
 * key; `hidden`: a sentence about each replaced part.
 */
async function findOverriddenLogin(
  context: Context,
  { profile, account }: { readonly profile: string; readonly account: CommandContext['account'] },
) {
  const storedUrl = (await settingsFile.read(configFiles(context).config)).get(profile)?.[
    'base-url'
  ];
  const url = context.env['CONFERE_BASE_URL'];
  const keySource = findKeyVariable(context.env) ?? account.keyCommand?.from;
  const source = keySource && (await readStoredKey(context, profile)) ? keySource : undefined;
  const isBaseUrlHidden =
    url && storedUrl !== undefined && parseBaseUrl(url, 'CONFERE_BASE_URL') !== storedUrl;
  const hidden = [
    ...(source === undefined ? [] : [t.account.hidesStoredKey({ source, profile })]),
    ...(isBaseUrlHidden ? [t.account.hidesBaseUrl({ profile, stored: String(storedUrl) })] : []),
  ];
  return { source, hidden };
}

function findKeyVariable(env: Context['env']): string | undefined {
  const variables = ['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE', 'CONFERE_API_KEY_COMMAND'];
  return variables.find((name) => env[name]);
}

/** Reads a key from stdin (`--with-key`), or asks for it without echo. @throws UsageError `needs_key`; ConfereError */
export async function readSecret(
  command: CommandContext,
  prompt: string,
  withKey: boolean,
): Promise<string> {
  const { stdin } = command.context;
  if (withKey && stdin.isTTY !== true) return (await readKeyText(stdin)).trim();
  if (!canAsk(command)) throw new UsageError('needs_key', {});
  return withStopSignal(command, 'login', (stop) => askLine(command, prompt, stop, true));
}

/** Reads all of stdin, not only its first line, so that a file with several lines is refused as a key. */
async function readKeyText(stdin: AsyncIterable<unknown>): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stdin) {
    bytes = Buffer.concat([bytes, Buffer.from(chunk as string)]);
    if (bytes.length > LARGEST_KEY_FILE) break;
  }
  return decodeByByteOrderMark(bytes);
}
