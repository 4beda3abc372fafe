import type { Setting } from '../config/settings.js';

/** Every key on a line: its value, and where that comes from. */
export function settingsText(settings: readonly Setting[]): string {
  const width = Math.max(...settings.map(({ value }) => shown(value).length));
  return settings
    .map(({ key, value, source }) =>
      `${key.padEnd(13)}  ${shown(value).padEnd(width)}  ${source ?? ''}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

export function profileLine(profile: string, known: readonly string[]): string {
  const others = known.filter((name) => name !== profile);
  return `Profile ${profile}${others.length === 0 ? '' : ` (there is also ${others.join(', ')})`}\n`;
}

export function noValueLine(key: string, profile: string): string {
  return `${key} has no value in profile ${profile}, and no default.\n`;
}

export function notSetLine(key: string, profile: string): string {
  return `${key} was not set in profile ${profile}.\n`;
}

export function keyElsewhereLine(profile: string, boundTo: string): string {
  return `The stored key of profile ${profile} is for ${boundTo} and is not sent elsewhere; 'confere auth login' stores another.\n`;
}

function shown(value: Setting['value']): string {
  return value === undefined ? '-' : String(value);
}
