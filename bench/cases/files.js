// Reads and writes a million rows, compared with csv-parse and csv-stringify alone, and a workbook, compared with sax.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { execa, execaSync } from 'execa';
import { createCsv, createWorkbook } from '../inputs.js';
import { confereCommand, nodeCommand, run, measureInTurns } from '../measure.js';
import { startServer } from '../server.js';

const TIMES = 3;
const PARSE_SCRIPT = fileURLToPath(new URL('../references/parse.js', import.meta.url));
const SHEET_SCRIPT = fileURLToPath(new URL('../references/sheet.js', import.meta.url));
const REPACK_SCRIPT = fileURLToPath(new URL('../references/repack.js', import.meta.url));
const CHECK_SCRIPT = fileURLToPath(new URL('../references/check.js', import.meta.url));
const PYTHON_SCRIPT = fileURLToPath(new URL('../references/check.py', import.meta.url));
const COPY_SCRIPT = fileURLToPath(new URL('../references/copy.js', import.meta.url));

/** Fewer rows than in text, because each cell of a workbook takes as long as a row of text. */
const SHEET_ROWS = 200_000;
const RESULT_ROWS = 100_000;

function newHome() {
  return mkdtempSync(join(tmpdir(), 'confere-bench-'));
}

export async function files(rows = 1_000_000) {
  const input = await createCsv(rows);
  const size = `${rows / 1_000_000}M rows`;
  const timeParse = async () => (await run(nodeCommand([PARSE_SCRIPT, input]))).ms;
  const timeCheck = async () => (await run(confereCommand(['bulk', 'check', input, '-q']))).ms;
  return [
    {
      what: `bulk check, ${size}`,
      reference: 'csv-parse',
      reach: '≤ 1.4',
      ...(await measureInTurns(timeCheck, timeParse, TIMES)),
    },
    ...(await measureScripts(input, size, timeParse)),
    {
      what: `bulk submit to the first request, ${size}`,
      reference: 'csv-parse',
      reach: '≤ 1.7',
      ...(await measureInTurns(() => timeToFirstPost(input), timeParse, TIMES)),
    },
    {
      what: `bulk export, ${size}`,
      reference: 'csv-parse | csv-stringify',
      reach: '≤ 1.3',
      ...(await measureExport(input)),
    },
    await measureWorkbookCheck(),
    await measureWorkbookExport(),
  ];
}

/** Measures what a user may write in place of `bulk check`; with Python only where there is one. */
async function measureScripts(input, size, timeParse) {
  const timeNode = async () => (await run(nodeCommand([CHECK_SCRIPT, input]))).ms;
  const timePython = async () => {
    const started = performance.now();
    await execa('python3', [PYTHON_SCRIPT, input], { stdout: 'ignore' });
    return performance.now() - started;
  };
  const hasPython = !execaSync('python3', ['--version'], { reject: false }).failed;
  const scripts = [['Node, with csv-parse and a validator', timeNode]];
  if (hasPython) scripts.push(['Python, with csv', timePython]);
  const rows = [];
  for (const [language, timeScript] of scripts)
    rows.push({
      what: `a script in ${language}, ${size}`,
      reference: 'csv-parse',
      reach: '–',
      ...(await measureInTurns(timeScript, timeParse, TIMES)),
    });
  return rows;
}

async function measureWorkbookCheck() {
  const book = await createWorkbook(SHEET_ROWS);
  const timeCheck = async () => (await run(confereCommand(['bulk', 'check', book, '-q']))).ms;
  const timeCells = async () => (await run(nodeCommand([SHEET_SCRIPT, book]))).ms;
  return {
    what: `bulk check of a workbook, ${SHEET_ROWS / 1000}k rows`,
    reference: 'yauzl and sax',
    reach: '≤ 2',
    ...(await measureInTurns(timeCheck, timeCells, TIMES)),
  };
}

/** Measures a result in its workbook; the reference unpacks and packs an archive of the same content. */
export async function measureWorkbookExport() {
  const book = await createWorkbook(RESULT_ROWS);
  return {
    what: `bulk export into a workbook, ${RESULT_ROWS / 1000}k rows`,
    reference: 'yauzl | yazl, of the result',
    reach: '≤ 2.5',
    ...(await measureExport(book, 'xlsx', (out, copy) => [REPACK_SCRIPT, out, copy])),
  };
}

async function timeToFirstPost(input) {
  const server = await startServer();
  const home = newHome();
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const { ms } = await run(
    confereCommand(['bulk', 'submit', input, '-q'], { env }),
    server.firstPost,
  );
  server.close();
  rmSync(home, { recursive: true });
  return ms;
}

async function measureExport(
  input,
  format = 'csv',
  buildCopyArguments = (_, copy) => [COPY_SCRIPT, input, copy],
) {
  const server = await startServer();
  const home = newHome();
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const rate = ['--rate', '100000', '--interval', '50ms', '-q'];
  await run(
    confereCommand(['bulk', 'run', input, ...rate, '-o', join(home, `first.${format}`)], { env }),
  );
  const out = join(home, `out.${format}`);
  const ours = async () =>
    (await run(confereCommand(['bulk', 'export', '-o', out, '--overwrite', '-q'], { env }))).ms;
  const theirs = async () =>
    (await run(nodeCommand(buildCopyArguments(out, join(home, `copy.${format}`))))).ms;
  const sides = await measureInTurns(ours, theirs, TIMES);
  server.close();
  rmSync(home, { recursive: true });
  return sides;
}
