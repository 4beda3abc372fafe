import { UsageError } from '../../errors.js';
import { wantsJson, type GlobalOptions } from './host.js';

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const;

export type AnswerFormat = (typeof FORMATS)[number];

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
