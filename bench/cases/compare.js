// Compares a million cells with the names of records. As in files, most cells differ in case and accents alone; the
// reference ignores only these. Then exports people and companies with two comparisons, and without any as the
// reference.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { makeCnpj, makeCpf } from '../inputs.js';
import { confereCommand, run, measureInTurns } from '../measure.js';
import { makeCompany, makePerson, startServer } from '../server.js';

const COUNT = 1_000_000;
const ROWS = 300_000;
const TIMES = 3;
const SOURCE = fileURLToPath(new URL('../../src/records/compare/index.ts', import.meta.url));

const GIVEN_NAMES = 'Ana João José Mariana Luís Conceição Pedro Antônio Débora Sérgio Otávio'.split(
  ' ',
);
const MIDDLE_NAMES = 'Paula Aparecida Henrique Eduardo Fernanda Cristina Luísa'.split(' ');
const LAST_NAMES = 'Souza Silva Simões Leão Nóbrega Gonçalves Araújo Lima'.split(' ');

const pick = (list, n) => list[n % list.length];
const simplify = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();

function makeName(n) {
  const particle = n % 2 === 0 ? 'de ' : '';
  const last = `${particle}${pick(LAST_NAMES, n * 5)} ${pick(LAST_NAMES, n * 3 + 1)}`;
  return `${pick(GIVEN_NAMES, n)} ${pick(MIDDLE_NAMES, n)} ${last}`;
}

/**
 * Makes a cell for a name. Of 20 cells, 3 equal it, 11 have it in plain capitals, 2 lack a particle, 2 a name, 1 a
 * letter, and 1 has another name.
 */
function makeCell(name, n) {
  const kind = n % 20;
  if (kind < 3) return name;
  if (kind < 14) return simplify(name);
  if (kind < 16) return name.replace(' de ', ' ');
  if (kind < 18) return name.split(' ').toSpliced(1, 1).join(' ');
  return kind === 18 ? name.slice(0, -2) + name.slice(-1) : makeName(n + 7);
}

function timeComparisons(cells, records, isEqual) {
  return () => {
    let equal = 0;
    const started = performance.now();
    for (let at = 0; at < COUNT; at += 1) if (isEqual(cells[at], records[at])) equal += 1;
    if (equal === 0) throw new Error('nothing was equal');
    return performance.now() - started;
  };
}

/** Bundles the source of the comparison as one module, because the build spreads it over several files. */
async function bundleComparison() {
  const dir = mkdtempSync(join(tmpdir(), 'confere-compare-'));
  const bundle = await rolldown({ input: SOURCE, platform: 'node' });
  await bundle.write({ dir, format: 'esm', entryFileNames: 'compare.mjs' });
  await bundle.close();
  const comparisonModule = await import(pathToFileURL(join(dir, 'compare.mjs')).href);
  rmSync(dir, { recursive: true });
  return comparisonModule;
}

export async function compare() {
  const { findComparer } = await bundleComparison();
  const names = Array.from({ length: COUNT }, (_, n) => makeName(n));
  const cells = names.map(makeCell);
  const records = names.map((name) => ({ name, nameUpper: name.toUpperCase() }));
  const comparer = findComparer(['name']);
  const { compare: collate } = new Intl.Collator('pt-BR', { sensitivity: 'base' });
  const medians = await measureInTurns(
    timeComparisons(
      cells,
      records,
      (cell, record) => comparer(cell, record.name, record).verdict === 'equal',
    ),
    timeComparisons(cells, records, (cell, record) => collate(cell, record.name) === 0),
    TIMES,
  );
  return [
    { what: '1M names compared', reference: 'Intl.Collator', reach: 'ours ≤ 1,500 ms', ...medians },
    await measureExport(peopleCase),
    await measureExport(companiesCase),
  ];
}

const peopleCase = {
  kind: 'cpf',
  makeId: makeCpf,
  makeRecord: (id) => ({
    ...makePerson(id),
    name: makeName(readNumber(id)),
    nameUpper: makeName(readNumber(id)).toUpperCase(),
  }),
  makeLine: (n) => `${makeCell(makeName(n), n)};${n % 9 === 0 ? '1980-01-05' : '05/01/1980'}`,
  compared: ['name=nome', 'birthDate=outro'],
};

const companiesCase = {
  kind: 'cnpj',
  makeId: makeCnpj,
  makeRecord: (id) => {
    const { QSA, ...short } = makeCompany(id);
    return { ...short, QSA: QSA.slice(0, 2), razao_social: `${makeName(readNumber(id))} LTDA` };
  },
  makeLine: (n) =>
    `${makeCell(makeName(n), n)} ${n % 2 === 0 ? 'LTDA' : 'Ltda.'};${n % 9 === 0 ? 'Santos' : 'Sao Paulo'}`,
  compared: ['razao_social=nome', 'municipio=outro'],
};

/** Reads the number from which `makeCpf` or `makeCnpj` made an identifier. */
function readNumber(id) {
  return id.length === 11
    ? Number(id.slice(0, 9)) - 100_000_000
    : Number(id.slice(0, 8)) - 10_000_000;
}

async function measureExport({ kind, makeId, makeRecord, makeLine, compared }) {
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const input = join(home, 'input.csv');
  const out = createWriteStream(input);
  out.write('id;nome;outro\n');
  for (let n = 0; n < ROWS; n += 1)
    if (!out.write(`${makeId(n)};${makeLine(n)}\n`)) await once(out, 'drain');
  out.end();
  await once(out, 'close');
  const server = await startServer({ kind, makeRecord });
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const rate = ['--rate', '100000', '--interval', '50ms', '-q'];
  await run(
    confereCommand(['bulk', 'run', input, ...rate, '-o', join(home, 'first.csv')], { env }),
  );
  const compareOptions = compared.flatMap((pair) => ['--compare', pair]);
  const timeExport = (options) => async () => {
    const args = ['bulk', 'export', '-o', join(home, 'out.csv'), '--overwrite', '-q', ...options];
    return (await run(confereCommand(args, { env }))).ms;
  };
  const medians = await measureInTurns(timeExport(compareOptions), timeExport([]), TIMES);
  server.close();
  rmSync(home, { recursive: true });
  return {
    what: `bulk export with two comparisons, 300k ${kind === 'cpf' ? 'CPFs' : 'CNPJs'}`,
    reference: 'the same without',
    reach: '≤ 1.3',
    ...medians,
  };
}
