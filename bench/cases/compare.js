// Compares a million cells with the names of records, as they differ in files: most in case and accents alone. The
// reference knows nothing but that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { sideBySide } from '../measure.js';

const COUNT = 1_000_000;
const TIMES = 3;
const SOURCE = fileURLToPath(new URL('../../src/records/compare/index.ts', import.meta.url));

const GIVEN = 'Ana João José Mariana Luís Conceição Pedro Antônio Débora Sérgio Otávio'.split(' ');
const MIDDLE = 'Paula Aparecida Henrique Eduardo Fernanda Cristina Luísa'.split(' ');
const LAST = 'Souza Silva Simões Leão Nóbrega Gonçalves Araújo Lima'.split(' ');

const pick = (list, n) => list[n % list.length];
const plain = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();

function nameOf(n) {
  const particle = n % 2 === 0 ? 'de ' : '';
  const last = `${particle}${pick(LAST, n * 5)} ${pick(LAST, n * 3 + 1)}`;
  return `${pick(GIVEN, n)} ${pick(MIDDLE, n)} ${last}`;
}

/** Of 20 cells 3 are the name, 11 it in plain capitals; 2 lack a particle, 2 a name, 1 a letter; 1 is another name. */
function cellOf(name, n) {
  const kind = n % 20;
  if (kind < 3) return name;
  if (kind < 14) return plain(name);
  if (kind < 16) return name.replace(' de ', ' ');
  if (kind < 18) return name.split(' ').toSpliced(1, 1).join(' ');
  return kind === 18 ? name.slice(0, -2) + name.slice(-1) : nameOf(n + 7);
}

function timeOf(cells, records, isEqual) {
  return () => {
    let equal = 0;
    const started = performance.now();
    for (let at = 0; at < COUNT; at += 1) if (isEqual(cells[at], records[at])) equal += 1;
    if (equal === 0) throw new Error('nothing was equal');
    return performance.now() - started;
  };
}

/** The sources as one module; the build has them among its other files. */
async function load() {
  const dir = mkdtempSync(join(tmpdir(), 'confere-compare-'));
  const bundle = await rolldown({ input: SOURCE, platform: 'node' });
  await bundle.write({ dir, format: 'esm', entryFileNames: 'compare.mjs' });
  await bundle.close();
  const loaded = await import(pathToFileURL(join(dir, 'compare.mjs')).href);
  rmSync(dir, { recursive: true });
  return loaded;
}

export async function compare() {
  const { comparerOf } = await load();
  const names = Array.from({ length: COUNT }, (_, n) => nameOf(n));
  const cells = names.map(cellOf);
  const records = names.map((name) => ({ name, nameUpper: name.toUpperCase() }));
  const comparer = comparerOf(['name']);
  const { compare: collate } = new Intl.Collator('pt-BR', { sensitivity: 'base' });
  const sides = await sideBySide(
    timeOf(
      cells,
      records,
      (cell, record) => comparer(cell, record.name, record).verdict === 'equal',
    ),
    timeOf(cells, records, (cell, record) => collate(cell, record.name) === 0),
    TIMES,
  );
  return [
    { what: '1M names compared', reference: 'Intl.Collator', reach: 'ours ≤ 1,500 ms', ...sides },
  ];
}
