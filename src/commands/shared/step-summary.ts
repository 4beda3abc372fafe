import { appendFile } from 'node:fs/promises';
import { markdownTable, stepSummary } from '../../output/github.js';
import type { Host } from './options.js';

/** Appends a table to the summary of a step of GitHub Actions; a summary that cannot be written changes nothing else. */
export async function appendSummary(
  { context, next }: Pick<Host, 'context' | 'next'>,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const path = stepSummary(context);
  if (path === undefined) return;
  const text = markdownTable(`confere ${next.of}`, columns, rows);
  await appendFile(path, text).catch(() => undefined);
}
