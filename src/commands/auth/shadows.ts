import { storedKey } from '../../config/account.js';
import { parseBaseUrl } from '../../config/base-url.js';
import { configFiles } from '../../config/folders.js';
import { readConfig } from '../../config/store.js';
import type { Context } from '../../context.js';
import { hiddenKeyLine, hiddenUrlLine } from '../../output/account/auth-text.js';

/** One sentence for each stored value of a profile that the environment overrides. */
export async function findShadows(context: Context, profile: string): Promise<string[]> {
  const { env } = context;
  const { config } = configFiles(context);
  const stored = (await readConfig(config)).get(profile)?.['base-url'];
  const url = env['CONFERE_BASE_URL'];
  const sentences: string[] = [];
  const variable = await hidingVariable(context, profile);
  if (variable !== undefined) sentences.push(hiddenKeyLine(variable, profile));
  if (url && stored !== undefined && parseBaseUrl(url, 'CONFERE_BASE_URL') !== stored) {
    sentences.push(hiddenUrlLine(profile, String(stored)));
  }
  return sentences;
}

/** The variable whose key is used in place of the one that is stored for a profile. */
export async function hidingVariable(
  context: Context,
  profile: string,
): Promise<string | undefined> {
  const variable = keyVariable(context.env);
  if (variable === undefined) return undefined;
  const key = await storedKey(context, profile);
  return key === undefined ? undefined : variable;
}

/** The environment variable that supplies the key to a command without flags. */
export function keyVariable(env: Context['env']): string | undefined {
  return ['CONFERE_API_KEY', 'CONFERE_API_KEY_FILE'].find((name) => env[name]);
}
