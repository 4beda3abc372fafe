import { UsageError } from '../../errors.js';
import { wantsJson, type GlobalOptions } from './host.js';

const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const;

export type AnswerFormat = (typeof FORMATS)[number];

/**
 * How answers are printed; `table` is the form for people, and `--json` beats `--format`.
 * @throws UsageError naming the formats there are
 */
export function formatOf(options: GlobalOptions): AnswerFormat {
  if (wantsJson(options)) return 'json';
  const wanted = options.format ?? 'table';
  const known = FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  throw new UsageError('unknown_format', { wanted, formats: FORMATS, of: 'command' });
}
