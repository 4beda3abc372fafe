// `npm run demo`: looks up a file of invented customers in the sandbox. Needs no key and no network; costs nothing.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROWS_SHOWN = 12;
const SHOWN = ['Nome', 'CPF', 'lookup_status', 'lookup_reason', 'lookup_name'];
/** Columns that may be shortened so that a line fits the terminal. The others take about 55 characters. */
const CUT = new Set(['Nome', 'lookup_name']);
const WIDEST = Math.min(34, Math.max(12, Math.floor(((process.stdout.columns ?? 100) - 55) / 2)));

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'confere-demo-'));
const result = join(folder, 'clientes.confere.csv');

/** The environment without the user's settings. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^CONFERE_/i.test(name));
  return { ...Object.fromEntries(kept), CONFERE_HOME: folder };
}

async function runConfere(args) {
  const options = { cwd: root, env: cleanEnvironment(), extendEnv: false, stdio: 'inherit' };
  const command = [join('bin', 'confere.js'), ...args];
  const { exitCode } = await execa(process.execPath, command, { ...options, reject: false });
  return exitCode ?? 1;
}

/** Parses a CSV text with `;`. Quoted cells may contain delimiters and doubled quotes. */
function parse(text) {
  const cells = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n|$)/g;
  const records = [[]];
  for (const [whole, cell, end] of text.matchAll(cells)) {
    if (whole === '') break;
    records.at(-1).push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== ';') records.push([]);
  }
  return records.filter((record) => record.length > 0);
}

function shortened(cell) {
  return cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell;
}

/** Formats some columns of the input and of the results as aligned lines. */
function table([header, ...rows]) {
  const at = SHOWN.map((name) => header.indexOf(name));
  const cells = (row) => at.map((index) => row[index] ?? '');
  const cut = (row) => row.map((cell, i) => (CUT.has(SHOWN[i]) ? shortened(cell) : cell));
  const lines = [header, ...rows].map((row) => cut(cells(row)));
  const widths = SHOWN.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
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
  const [header, ...rows] = parse(readFileSync(result, 'latin1'));
  console.log(`\nThe result, in the input's own encoding and delimiter: ${result}`);
  console.log(`Rows 1 to ${ROWS_SHOWN} of ${rows.length}, ${header.length} columns in all:\n`);
  console.log(table([header, ...rows.slice(0, ROWS_SHOWN)]));
}

const input = join('fixtures', 'clientes.csv');
const command = ['--sandbox', 'bulk', 'run', input, '-o', result, '--interval', '1s'];
console.log(`$ confere ${command.join(' ')}\n`);
try {
  const code = await runConfere(command);
  if (code === 0) {
    showResult();
    console.log('\nNext, with a file of your own (nothing is sent, nothing is stored):');
    console.log('  node bin/confere.js bulk check <file.csv>');
  } else {
    console.error(`The demo stopped: confere ended with exit code ${code} (docs/scripting.md).`);
  }
  process.exitCode = code;
} catch (error) {
  console.error(`The demo could not run: ${error.message}. Did npm ci and npm run build succeed?`);
  process.exitCode = 1;
}
