import { sourceText } from './settings-text.js';
import { printable } from '../terminal/width.js';
import { plural, say } from '../../text/index.js';
/** What `auth status` knows; printed as it is under `--json`. Never holds the key. */
export interface AuthStatus {
  readonly profile: string;
  readonly baseUrl: string | null;
  readonly baseUrlSource: string | null;
  /** The flag or variable that gave the key, or `profile`. */
  readonly keySource: string | null;
  readonly fingerprint: string | null;
  /** Null where the service gave no answer, or was not asked. */
  readonly accepted: boolean | null;
  readonly account: AccountFacts | null;
  /** What the environment hides of the profile, a sentence each. */
  readonly hidden: readonly string[];
}

interface AccountFacts {
  readonly email: string | null;
  readonly plan: string;
  readonly remainingCredits: number;
}

/** Where a key is good, and whose it is. */
export function accountText(
  known: AccountFacts & { readonly baseUrl: string; readonly fingerprint: string },
): string {
  const { baseUrl, fingerprint } = known;
  return lines([
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
  return `${say`${variable} is set and goes on giving a key.`}\n`;
}

export function hiddenKeyLine(variable: string, profile: string): string {
  return say`${variable} is set and hides the key stored for profile ${profile}.`;
}

export function hiddenUrlLine(profile: string, stored: string): string {
  return say`CONFERE_BASE_URL is set and hides the base URL of profile ${profile}, ${stored}.`;
}

/** Told when other users of the machine can read a file that holds a key. */
export function openFileLine(path: string): string {
  return `${say`Others on this machine can read the key in ${path}; close it with: chmod 600 ${quoted(path)}`}\n`;
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

/** Labels are at least so wide, that values stand at one place in every command. */
const SHORTEST = 9;

function lines(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(SHORTEST, ...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)} ${value}\n`).join('');
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
