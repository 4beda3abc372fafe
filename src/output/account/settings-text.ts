import type { NextSteps } from '../next-step/next-steps.js';
import type { Setting, Settings } from '../../config/settings.js';
import { say } from '../../text/index.js';

/** One line per setting: its value and its source. */
export function settingsText(settings: Settings): string {
  const rows = Object.entries(settings);
  const width = Math.max(...rows.map(([, { value }]) => shown(value).length));
  return rows
    .map(([key, { value, from }]) =>
      `${key.padEnd(13)}  ${shown(value).padEnd(width)}  ${sourceText(from)}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

export function profileLine(profile: string, known: readonly string[]): string {
  const others = known.filter((name) => name !== profile);
  const told =
    others.length === 0
      ? say`Profile ${profile}`
      : say`Profile ${profile} (there is also ${others.join(', ')})`;
  return `${told}\n`;
}

export function noValueLine(key: string, profile: string): string {
  return `${say`${key} has no value in profile ${profile}, and no default.`}\n`;
}

export function notSetLine(key: string, profile: string): string {
  return `${say`${key} was not set in profile ${profile}.`}\n`;
}

export function keyElsewhereLine(profile: string, boundTo: string, next: NextSteps): string {
  return `${say`The stored key of profile ${profile} is for ${boundTo} and is not sent elsewhere; '${next.command('auth login')}' stores another.`}\n`;
}

/** The source of a value; an option or variable by its name. */
export function sourceText(source: string | null | undefined): string {
  const words: Readonly<Record<string, string>> = {
    flag: say`flag`,
    environment: say`environment`,
    profile: say`profile`,
    default: say`default`,
  };
  return words[source ?? ''] ?? source ?? '';
}

function shown(value: Setting['value']): string {
  return value === undefined ? '-' : String(value);
}
