import { UsageError } from '../../errors.js';
import type { GlobalOptions } from './global-options.js';

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const;

export type AnswerFormat = (typeof FORMATS)[number];

/** `--json` and `--format json` mean the same if one object is printed. */
export function wantsJson({ json, format }: GlobalOptions): boolean {
  return json === true || format === 'json';
}

/**
 * The format of answers. `table` is the form for people; `--json` has priority over `--format`.
 *
 * @throws UsageError that lists the formats
 */
export function formatOf(options: GlobalOptions): AnswerFormat {
  if (wantsJson(options)) return 'json';
  const wanted = options.format ?? 'table';
  const known = FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  throw new UsageError('unknown_format', { wanted, formats: FORMATS, of: 'command' });
}
