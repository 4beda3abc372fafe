import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  detectLayout,
  readRows,
  type InputLayout,
  type InputOptions,
  type InputRow,
} from '../../src/input/index.js';
import { scratchFolder } from '../helpers/files/scratch.js';

let files = 0;

/** Writes a file with these bytes. A string is written in UTF-8 unless another encoding is given. */
export function file(content: string | Buffer, encoding: BufferEncoding = 'utf8'): string {
  files += 1;
  const path = join(scratchFolder(), `input-${files}.csv`);
  writeFileSync(path, typeof content === 'string' ? Buffer.from(content, encoding) : content);
  return path;
}

export async function rowsOf(path: string, layout: InputLayout): Promise<InputRow[]> {
  const rows: InputRow[] = [];
  for await (const row of readRows(path, layout)) rows.push(row);
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

const digit = (digits: readonly number[], weights: readonly number[]): number => {
  const rest = weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

const complete = (base: string, first: readonly number[], second: readonly number[]): string => {
  const digits = Array.from(base, Number);
  digits.push(digit(digits, first));
  digits.push(digit(digits, second));
  return digits.join('');
};

/** The n-th invented CPF and CNPJ, valid, 11 and 14 digits, no leading zero. */
export const cpf = (n: number): string =>
  complete(
    String(123_456_700 + n * 7919),
    [10, 9, 8, 7, 6, 5, 4, 3, 2],
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  );
export const cnpj = (n: number): string =>
  complete(
    String(112_223_330_001 + n * 79_190_000),
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  );

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
