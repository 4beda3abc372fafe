import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  detectLayout,
  readRowChunks,
  type InputLayout,
  type InputOptions,
  type InputRow,
} from '../../src/input/index.js';
import { onTestFinished } from 'vitest';
import { inputLimits, type InputLimit } from '../../src/base/limits.js';
import { scratchFolder } from '../helpers/files/scratch.js';
import { idOf } from '../helpers/invented.js';

let files = 0;

/** Writes a file with these bytes; a string is written in UTF-8. */
export function file(content: string | Buffer): string {
  files += 1;
  const path = join(scratchFolder(), `input-${files}.csv`);
  writeFileSync(path, content);
  return path;
}

export async function rowsOf(path: string, layout: InputLayout): Promise<InputRow[]> {
  const rows: InputRow[] = [];
  for await (const chunk of readRowChunks(path, layout)) rows.push(...chunk);
  return rows;
}

export async function readAll(
  content: string | Buffer,
  options: InputOptions = {},
): Promise<{ layout: InputLayout; rows: InputRow[] }> {
  const path = file(content);
  const layout = await detectLayout(path, options);
  return { layout, rows: await rowsOf(path, layout) };
}

/** The n-th invented CPF and CNPJ, valid, 11 and 14 digits, no leading zero. */
export const cpf = (n: number): string => idOf(String(123_456_700 + n * 7919));
export const cnpj = (n: number): string => idOf(String(112_223_330_001 + n * 79_190_000));

/** The error with which work ends. */
export const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => error,
  );

export const refusal = (content: string | Buffer, options: InputOptions = {}): Promise<unknown> =>
  thrown(readAll(content, options));

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Until the end of this test the limit is lower, so that a small input passes it. */
export function lowered(limit: InputLimit, to: number): void {
  const limits = inputLimits as Record<InputLimit, number>;
  const usual = limits[limit];
  limits[limit] = to;
  onTestFinished(() => {
    limits[limit] = usual;
  });
}
