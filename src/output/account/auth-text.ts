import { sourceText } from './settings-text.js';
import { printable } from '../terminal/printable.js';
import { plural, say } from '../../text/index.js';
/** The result of `auth status`; `--json` prints this object. It never contains the key. */
export interface AuthStatus {
  readonly profile: string;
  readonly baseUrl: string | null;
  readonly baseUrlSource: string | null;
  /** The option or variable that supplied the key, or `profile`. */
  readonly keySource: string | null;
  readonly fingerprint: string | null;
  /** Null if the service did not answer or was not asked. */
  readonly accepted: boolean | null;
  readonly account: AccountFacts | null;
  /** One sentence for each value of the profile that the environment overrides. */
  readonly hidden: readonly string[];
}

interface AccountFacts {
  readonly email: string | null;
  readonly plan: string;
  readonly remainingCredits: number;
}

/** What a terminal is asked for. `isKnown`: the profile has a key already. */
export function keyPrompt(baseUrl: string, profile: string, isKnown: boolean): string {
  const known = isKnown ? `${say`Profile ${profile} has a key, which a new one replaces.`}\n` : '';
  return known + say`API key for ${baseUrl}, profile ${profile} (it is not shown): `;
}

/** The service that accepted the key, and the account that it belongs to. */
export function accountText(
  known: AccountFacts & Record<'profile' | 'baseUrl' | 'fingerprint', string>,
): string {
  const { profile, baseUrl, fingerprint } = known;
  return lines([
    [say`Profile`, profile],
    [say`Base URL`, baseUrl],
    [say`Account`, accountLine(known)],
    [say`Key`, say`fingerprint ${fingerprint}`],
  ]);
}

export function statusText(status: AuthStatus): string {
  const { profile, baseUrl, baseUrlSource, account, hidden } = status;
  return lines([
    [say`Profile`, profile],
    [say`Base URL`, baseUrl === null ? say`none` : `${baseUrl} (${sourceText(baseUrlSource)})`],
    [say`Key`, keyLine(status)],
    ...(account === null ? [] : [[say`Account`, accountLine(account)] as const]),
    ...hidden.map((sentence) => [say`Note`, sentence] as const),
  ]);
}

export function storedLine(profile: string, path: string): string {
  return `${say`The service accepts the key. It is stored for profile ${profile} in ${path}.`}\n`;
}

export function removedLine(profile: string, removed: boolean): string {
  const told = removed
    ? say`The key of profile ${profile} is forgotten.`
    : say`Profile ${profile} has no stored key.`;
  return `${told}\n`;
}

export function stillGivenLine(variable: string): string {
  return `${say`${variable} is still set, and its key stays in use.`}\n`;
}

export function hiddenKeyLine(variable: string, profile: string): string {
  return say`${variable} is set and hides the key stored for profile ${profile}.`;
}

export function hiddenUrlLine(profile: string, stored: string): string {
  return say`CONFERE_BASE_URL is set and hides the base URL of profile ${profile}, ${stored}.`;
}

/** A warning that other users of the machine can read a file with a key. */
export function openFileLine(path: string): string {
  return `${say`Others on this machine can read the key in ${path}; close it with: chmod 600 ${quoted(path)}`}\n`;
}

/** Windows gives a folder in a profile to its user alone; elsewhere its rights cannot be seen from here. */
export function outsidePlaceLine(path: string): string {
  return `${say`CONFERE_HOME (${path}) is outside of your user folder, where others may be able to read your key and results, and to change what counts as paid.`}\n`;
}

function keyLine({ fingerprint, keySource, accepted }: AuthStatus): string {
  if (fingerprint === null) return say`none`;
  const source = sourceText(keySource);
  if (accepted === null) return say`fingerprint ${fingerprint} (${source})`;
  return accepted
    ? say`fingerprint ${fingerprint} (${source}), accepted`
    : say`fingerprint ${fingerprint} (${source}), refused`;
}

function accountLine({ email, plan, remainingCredits }: AccountFacts): string {
  const told = say`plan ${plan}, ${plural(remainingCredits, 'credit', 'credits')} left`;
  return printable(email === null ? told : `${email}, ${told}`);
}

/** The minimum width of labels, so that values are aligned across commands. */
const SHORTEST = 9;

function lines(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(SHORTEST, ...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)} ${value}\n`).join('');
}

/** Quotes a path as one word for a shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
