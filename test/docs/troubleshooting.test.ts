import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { samples } from '../helpers/error-samples.js';

const rows = await rowsOf('docs/troubleshooting.md');
const told = codesOf(rows);

/** What is wrong with an identifier is a reason of its row (contract, "Identifiers"), and no trouble of a command. */
const REASONS = ['check_digit', 'empty', 'format', 'repeated'];
/** Every code of an error, the one of an answer that was not asked for, and the one of `main`. */
const CODES = [...Object.keys(samples), 'not_asked', 'defect'].filter(
  (code) => !REASONS.includes(code),
);

describe('docs/troubleshooting.md', () => {
  it('lists every code of an error, and no other', () => {
    expect([...new Set(told)].sort()).toEqual([...new Set(CODES)].sort());
  });

  it('says of every error what it means and what to do', () => {
    for (const row of rows) expect(row.map((cell) => cell.trim())).not.toContain('');
  });

  it('lists the same codes in the same rows in Portuguese', async () => {
    const translated = await rowsOf('docs/pt-BR/problemas-e-solucoes.md');
    expect(translated.map((row) => codesOf([row]))).toEqual(rows.map((row) => codesOf([row])));
  });
});

/** The cells of each row that begins with a code. */
async function rowsOf(path: string): Promise<string[][]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines
    .filter((line) => /^\| +`[a-z_0-9]+`/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));
}

function codesOf(given: readonly string[][]): string[] {
  return given.flatMap(([cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  );
}
