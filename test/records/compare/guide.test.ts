import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { findComparer } from '../../../src/records/compare/index.js';

const WORDS: Readonly<Record<string, string>> = {
  igual: 'equal',
  parecido: 'similar',
  diferente: 'different',
} as const;

/** The field that the two texts of an example look like. */
function fieldOf(record: string) {
  if (/^\d\d\//.test(record)) return 'birthDate';
  if (record.startsWith('São')) return 'municipio';
  if (record === record.toUpperCase()) return 'razao_social';
  return 'name';
}

it.each(['comparing.md', 'pt-BR/comparacoes.md'])('the examples of %s hold', async (page) => {
  const text = await readFile(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(.*?)`, `(.*?)` +\| (\S+) +\| (.*?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, own = '', record = '', word = '', reasons = ''] of rows) {
    const found = findComparer([fieldOf(record)])?.(own, record);
    const said = [WORDS[word] ?? word, reasons.replaceAll('`', '')];
    expect([found?.verdict, found?.reasons.join(', ')], own).toEqual(said);
  }
});
