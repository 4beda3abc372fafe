import { UsageError } from '../errors.js';

const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Milliseconds of `500ms`, `10s`, `30m`, `12h` or `30d`.
 * @throws UsageError naming `what`
 */
export function parseDuration(text: string, what: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  const factor = unit === undefined ? undefined : MS[unit];
  if (factor === undefined) {
    throw new UsageError(
      'bad_duration',
      `${what} is no duration: ${text}. Write it like 500ms, 10s, 30m or 30d.`,
    );
  }
  return Number(amount) * factor;
}
