import { shellWord } from '../next-step.js';
import { rowsText } from '../terminal/table.js';
import { PLAIN } from '../terminal/terminal.js';
import { printable } from '../terminal/text.js';
import { t } from '../../messages/index.js';
import type { Settings } from '../../config/settings.js';

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

export function keyPrompt(baseUrl: string, profile: string, isKnown: boolean): string {
  const known = isKnown ? `${t.account.keyWillBeReplaced({ profile })}\n` : '';
  return known + t.account.askKeyFor({ baseUrl, profile });
}

export function accountText(
  known: AccountFacts & Record<'profile' | 'baseUrl' | 'fingerprint', string>,
): string {
  return lines([
    [t.account.profile, known.profile],
    [t.account.baseUrl, known.baseUrl],
    [t.account.account, accountLine(known)],
    [t.account.key, t.account.fingerprint(known.fingerprint)],
  ]);
}

export function statusText(status: AuthStatus): string {
  const { profile, baseUrl, baseUrlSource, account, hidden } = status;
  const { fingerprint, keySource, accepted } = status;
  const { none, keyFrom } = t.account;
  return lines([
    [t.account.profile, profile],
    [t.account.baseUrl, baseUrl === null ? none : `${baseUrl} (${sourceText(baseUrlSource)})`],
    [
      t.account.key,
      fingerprint === null ? none : keyFrom(fingerprint, sourceText(keySource), accepted),
    ],
    ...(account === null ? [] : [[t.account.account, accountLine(account)]]),
    ...hidden.map((sentence) => [t.account.note, sentence]),
  ]);
}

export function openFileLine(path: string): string {
  return `${t.account.keyFileReadable({ path, quotedPath: shellWord(path, 'linux') })}\n`;
}

function accountLine({ email, plan, remainingCredits }: AccountFacts): string {
  const told = t.account.planAndCredits({ plan, remainingCredits });
  return printable(email === null ? told : `${email}, ${told}`);
}

/** Paths and addresses stay whole. */
function lines(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? []).map(() => ({ title: '' }));
  return rowsText(columns, rows, { isTerminal: false, columns: 0, paint: PLAIN });
}

export function settingsText(settings: Settings): string {
  const rows = Object.entries(settings);
  return lines(rows.map(([key, { value = '-', from }]) => [key, String(value), sourceText(from)]));
}

export function profileLine(profile: string, known: readonly string[]): string {
  const others = known.filter((name) => name !== profile);
  if (others.length === 0) return `${t.config.profile(profile)}\n`;
  return `${t.config.profileAmong({ profile, others: others.join(', ') })}\n`;
}

function sourceText(source: string | null | undefined): string {
  const { fromFlag: flag, fromEnvironment: environment, fromProfile: profile } = t.config;
  const own = { flag, environment, profile, default: t.config.fromDefault };
  const words: Readonly<Record<string, string>> = own;
  return words[source ?? ''] ?? source ?? '';
}
