// Compares a million cells with the names of records, as they differ in files: most in case and accents alone. The
// reference knows nothing but that. Then exports people and companies, each with two comparisons, beside the same exports
// without.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { cnpj, cpf } from '../inputs.js';
import { confere, run, sideBySide } from '../measure.js';
import { company, person, startServer } from '../server.js';

const COUNT = 1_000_000;
const ROWS = 300_000;
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
    await exporting(people),
    await exporting(companies),
  ];
}

const people = {
  kind: 'cpf',
  idOf: cpf,
  record: (id) => ({
    ...person(id),
    name: nameOf(placeOf(id)),
    nameUpper: nameOf(placeOf(id)).toUpperCase(),
  }),
  lineOf: (n) => `${cellOf(nameOf(n), n)};${n % 9 === 0 ? '1980-01-05' : '05/01/1980'}`,
  compared: ['name=nome', 'birthDate=outro'],
};

const companies = {
  kind: 'cnpj',
  idOf: cnpj,
  record: (id) => {
    const { QSA, ...short } = company(id);
    return { ...short, QSA: QSA.slice(0, 2), razao_social: `${nameOf(placeOf(id))} LTDA` };
  },
  lineOf: (n) =>
    `${cellOf(nameOf(n), n)} ${n % 2 === 0 ? 'LTDA' : 'Ltda.'};${n % 9 === 0 ? 'Santos' : 'Sao Paulo'}`,
  compared: ['razao_social=nome', 'municipio=outro'],
};

/** The number that `idOf` of the inputs made the identifier from. */
function placeOf(id) {
  return id.length === 11
    ? Number(id.slice(0, 9)) - 100_000_000
    : Number(id.slice(0, 8)) - 10_000_000;
}

async function exporting({ kind, idOf, record, lineOf, compared }) {
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const input = join(home, 'input.csv');
  const out = createWriteStream(input);
  out.write('id;nome;outro\n');
  for (let n = 0; n < ROWS; n += 1)
    if (!out.write(`${idOf(n)};${lineOf(n)}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'close');
  const server = await startServer({ kind, record });
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const rate = ['--rate', '100000', '--interval', '50ms', '-q'];
  await run(confere(['bulk', 'run', input, ...rate, '-o', join(home, 'first.csv')], { env }));
  const options = compared.flatMap((pair) => ['--compare', pair]);
  const time = (more) => async () => {
    const args = ['bulk', 'export', '-o', join(home, 'out.csv'), '--overwrite', '-q', ...more];
    return (await run(confere(args, { env }))).ms;
  };
  const sides = await sideBySide(time(options), time([]), TIMES);
  server.close();
  rmSync(home, { recursive: true });
  return {
    what: `bulk export with two comparisons, 300k ${kind === 'cpf' ? 'CPFs' : 'CNPJs'}`,
    reference: 'the same without',
    reach: '≤ 1.3',
    ...sides,
  };
}
