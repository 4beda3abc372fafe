import type { NextSteps } from '../../messages/reader.js';
import type { Setting, Settings } from '../../config/settings.js';
import { t } from '../../messages/index.js';

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
      ? t.config.profile(profile)
      : t.config.profileAmong(profile, others.join(', '));
  return `${told}\n`;
}

export function noValueLine(key: string, profile: string): string {
  return `${t.config.noValue(key, profile)}\n`;
}

export function notSetLine(key: string, profile: string): string {
  return `${t.config.wasNotSet(key, profile)}\n`;
}

export function keyElsewhereLine(profile: string, boundTo: string, next: NextSteps): string {
  return `${t.config.keyBoundTo(profile, boundTo, next.command('auth login'))}\n`;
}

/** The source of a value; an option or variable by its name. */
export function sourceText(source: string | null | undefined): string {
  const words: Readonly<Record<string, string>> = {
    flag: t.config.fromFlag,
    environment: t.config.fromEnvironment,
    profile: t.config.fromProfile,
    default: t.config.fromDefault,
  };
  return words[source ?? ''] ?? source ?? '';
}

function shown(value: Setting['value']): string {
  return value === undefined ? '-' : String(value);
}
