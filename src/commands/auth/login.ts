import { resolveBaseUrl } from '../../config/account.js';
import { requireKey } from '../../config/api-key.js';
import { fingerprint } from '../../config/fingerprint.js';
import { configFiles } from '../../config/folders.js';
import { requireStorable } from '../../config/profile-name.js';
import {
  readConfig,
  readCredentials,
  writeConfig,
  writeCredentials,
  type Credential,
} from '../../config/store.js';
import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { accountText, storedLine } from '../../output/account/auth-text.js';
import { wantsJson, type Host } from '../shared/host.js';
import { loadSettings, withSettings, type Flags } from '../shared/settings.js';
import { accountOf, askQuota, refuseSandbox } from './prove.js';
import { readSecret, type SecretWishes } from './secret.js';
import { findShadows } from './shadows.js';
import { say } from '../../text/index.js';

type LoginFlags = Flags & SecretWishes;

/** `confere auth login`: the key is proved before it is stored; a refused one leaves no trace. */
export async function runLogin(host: Host, flags: LoginFlags): Promise<void> {
  const { context } = host;
  refuseSandbox(context, flags);
  refuseKeyFile(flags);
  const settings = await loadSettings(context, flags, { mayBeNew: true });
  const options = withSettings(flags, settings);
  const profile = requireStorable(settings.profile);
  const baseUrl = resolveBaseUrl(context.env, options.baseUrl, profile);
  // A file that cannot be used is told before anybody types a key.
  readCredentials(configFiles(context).credentials);
  const apiKey = requireKey(await readSecret(context, flags), { what: 'api_key' });
  const quota = await askQuota(host, options, { baseUrl, apiKey });
  store(context, profile, { baseUrl, apiKey });
  tell(host, flags, { profile, baseUrl, fingerprint: fingerprint(apiKey), ...accountOf(quota) });
  host.finish(exitCodes.ok);
}

/** The profile keeps the base URL that its key was proved at. */
function store(context: Context, profile: string, credential: Credential): void {
  const { config, credentials } = configFiles(context);
  const settings = readConfig(config);
  const stored = { ...settings.get(profile), 'base-url': credential.baseUrl };
  writeConfig(config, new Map([...settings, [profile, stored]]), context.newId());
  const keys = new Map([...readCredentials(credentials), [profile, credential]]);
  writeCredentials(credentials, keys, context.newId());
}

/** What is known of the account goes to stdout: an address may be a person's name. */
function tell(
  { context }: Host,
  flags: LoginFlags,
  known: Parameters<typeof accountText>[0] & { readonly profile: string },
): void {
  const { stdout, stderr } = context;
  const shadows = findShadows(context, known.profile);
  stdout.write(
    wantsJson(flags) ? `${JSON.stringify({ ...known, hidden: shadows })}\n` : accountText(known),
  );
  if (flags.quiet === true) return;
  stderr.write(storedLine(known.profile, configFiles(context).credentials));
  for (const sentence of shadows) stderr.write(`${sentence}\n`);
}

function refuseKeyFile({ apiKeyFile }: LoginFlags): void {
  if (apiKeyFile === undefined) return;
  throw new UsageError(
    'needs_key',
    say`'auth login' takes the key from standard input: --with-key < <path>, not --api-key-file.`,
  );
}
