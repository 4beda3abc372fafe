// `npm run demo`: looks up a file of invented customers in the sandbox. Needs no key and no network; costs nothing.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROWS_SHOWN = 12;
const SHOWN_COLUMNS = ['Nome', 'CPF', 'lookup_status', 'lookup_reason', 'lookup_name'];
/** Columns that may be shortened so that a line fits the terminal. The others take about 55 characters. */
const SHORTENED_COLUMNS = new Set(['Nome', 'lookup_name']);
const WIDEST_CELL = Math.min(
  34,
  Math.max(12, Math.floor(((process.stdout.columns ?? 100) - 55) / 2)),
);

const ENGLISH = {
  what: 'Looks up fixtures/clientes.csv, 400 rows of invented customers, in the sandbox: the service on\nthis machine. No key, no network, no cost.',
  result: (path) => `The result, in the encoding and with the delimiter of the input: ${path}`,
  rows: (shown, all, columns) => `Rows 1 to ${shown} of ${all}; ${columns} columns in all:`,
  next: 'Now try:',
  person: 'one person, invented',
  check: 'your own file: what is in it and what it may cost; sends and stores nothing',
  run: 'your own file with invented results',
  guide: 'Then the real service: docs/getting-started.md',
  file: 'file.csv',
  stopped: (code) =>
    `The demo stopped: confere ended with exit code ${code} (confere help exit-codes).`,
  failed: (why) => `The demo could not run: ${why}. Did npm ci and npm run build succeed?`,
};
const PORTUGUESE = {
  what: 'Consulta fixtures/clientes.csv, 400 linhas de clientes inventados, no sandbox: o serviço nesta\nmáquina. Sem chave, sem rede, sem custo.',
  result: (path) => `O resultado, com a codificação e o delimitador da entrada: ${path}`,
  rows: (shown, all, columns) => `Linhas 1 a ${shown} de ${all}; ${columns} colunas ao todo:`,
  next: 'Agora experimente:',
  person: 'uma pessoa inventada',
  check: 'um arquivo seu: o que há nele e quanto pode custar; nada é enviado nem gravado',
  run: 'um arquivo seu com resultados inventados',
  guide: 'Depois, o serviço real: docs/pt-BR/primeiros-passos.md',
  file: 'arquivo.csv',
  stopped: (code) =>
    `A demonstração parou: o confere saiu com código ${code} (confere help exit-codes).`,
  failed: (why) =>
    `A demonstração não pôde ser executada: ${why}. O npm ci e o npm run build deram certo?`,
};
const { CONFERE_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env;
const text = /^pt/i.test(CONFERE_LANG || LC_ALL || LC_MESSAGES || LANG || '')
  ? PORTUGUESE
  : ENGLISH;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'confere-demo-'));
const result = join(folder, 'clientes.confere.csv');

/** Returns the environment without the user's settings. */
function cleanEnvironment() {
  const entries = Object.entries(process.env).filter(([name]) => !/^CONFERE_(?!LANG$)/i.test(name));
  return { ...Object.fromEntries(entries), CONFERE_HOME: folder };
}

async function runConfere(args) {
  const options = { cwd: root, env: cleanEnvironment(), extendEnv: false, stdio: 'inherit' };
  const command = [join('bin', 'confere.js'), ...args];
  const { exitCode } = await execa(process.execPath, command, { ...options, reject: false });
  return exitCode ?? 1;
}

/** Parses a CSV text with `;`. Quoted cells may contain delimiters and doubled quotes. */
function parseCsv(text) {
  const cells = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n|$)/g;
  const records = [[]];
  for (const [whole, cell, end] of text.matchAll(cells)) {
    if (whole === '') break;
    records.at(-1).push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ';') records.push([]);
  }
  return records.filter((record) => record.length > 0);
}

function shorten(cell) {
  return cell.length > WIDEST_CELL ? `${cell.slice(0, WIDEST_CELL - 1)}…` : cell;
}

/** Formats some columns of the input and of the results as aligned lines. */
function formatTable([header, ...rows]) {
  const indexes = SHOWN_COLUMNS.map((name) => header.indexOf(name));
  const selectCells = (row) => indexes.map((index) => row[index] ?? '');
  const shortenCells = (row) =>
    row.map((cell, i) => (SHORTENED_COLUMNS.has(SHOWN_COLUMNS[i]) ? shorten(cell) : cell));
  const lines = [header, ...rows].map((row) => shortenCells(selectCells(row)));
  const widths = SHOWN_COLUMNS.map((_, column) =>
    Math.max(...lines.map((line) => line[column].length)),
  );
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function showResult() {
  const [header, ...rows] = parseCsv(readFileSync(result, 'latin1'));
  console.log(`\n${text.result(result)}`);
  console.log(`${text.rows(ROWS_SHOWN, rows.length, header.length)}\n`);
  console.log(formatTable([header, ...rows.slice(0, ROWS_SHOWN)]));
}

function showNext() {
  const steps = [
    ['--sandbox cpf 529.982.247-25', text.person],
    [`bulk check ${text.file}`, text.check],
    [`--sandbox bulk run ${text.file}`, text.run],
  ];
  console.log(`\n${text.next}`);
  for (const [args, what] of steps) console.log(`  node bin/confere.js ${args}\n      ${what}`);
  console.log(text.guide);
}

const input = join('fixtures', 'clientes.csv');
const command = ['--sandbox', 'bulk', 'run', input, '-o', result, '--interval', '1s'];
console.log(`${text.what}\n\n$ confere ${command.join(' ')}\n`);
try {
  const code = await runConfere(command);
  if (code === 0) {
    showResult();
    showNext();
  } else {
    console.error(text.stopped(code));
  }
  process.exitCode = code;
} catch (error) {
  console.error(text.failed(error.message));
  process.exitCode = 1;
}
