// Reads and writes a million rows, compared with csv-parse and csv-stringify alone, and a workbook, compared with sax.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { csvOf, workbookOf } from '../inputs.js';
import { confere, node, run, sideBySide } from '../measure.js';
import { startServer } from '../server.js';

const TIMES = 3;
const PARSE = fileURLToPath(new URL('../references/parse.js', import.meta.url));
const SHEET = fileURLToPath(new URL('../references/sheet.js', import.meta.url));
const REPACK = fileURLToPath(new URL('../references/repack.js', import.meta.url));
const COPY = fileURLToPath(new URL('../references/copy.js', import.meta.url));

/** A sheet has up to about a million rows; each of its cells takes as long as a row of text. */
const SHEET_ROWS = 200_000;
const RESULT_ROWS = 100_000;

function newHome() {
  return mkdtempSync(join(tmpdir(), 'confere-bench-'));
}

export async function files(rows = 1_000_000) {
  const input = await csvOf(rows);
  const size = `${rows / 1_000_000}M rows`;
  const parse = async () => (await run(node([PARSE, input]))).ms;
  const check = async () => (await run(confere(['bulk', 'check', input, '-q']))).ms;
  return [
    {
      what: `bulk check, ${size}`,
      reference: 'csv-parse',
      reach: '≤ 1.4',
      ...(await sideBySide(check, parse, TIMES)),
    },
    {
      what: `bulk submit to the first request, ${size}`,
      reference: 'csv-parse',
      reach: '≤ 1.7',
      ...(await sideBySide(() => toFirstPost(input), parse, TIMES)),
    },
    {
      what: `bulk export, ${size}`,
      reference: 'csv-parse | csv-stringify',
      reach: '≤ 1.3',
      ...(await exporting(input)),
    },
    await workbook(),
    await intoWorkbook(),
  ];
}

async function workbook() {
  const book = await workbookOf(SHEET_ROWS);
  const check = async () => (await run(confere(['bulk', 'check', book, '-q']))).ms;
  const cells = async () => (await run(node([SHEET, book]))).ms;
  return {
    what: `bulk check of a workbook, ${SHEET_ROWS / 1000}k rows`,
    reference: 'yauzl and sax',
    reach: '≤ 2',
    ...(await sideBySide(check, cells, TIMES)),
  };
}

/** A result in its workbook, beside an archive of the same content that is unpacked and packed again. */
export async function intoWorkbook() {
  const book = await workbookOf(RESULT_ROWS);
  return {
    what: `bulk export into a workbook, ${RESULT_ROWS / 1000}k rows`,
    reference: 'yauzl | yazl, of the result',
    reach: '≤ 2.5',
    ...(await exporting(book, 'xlsx', (out, copy) => [REPACK, out, copy])),
  };
}

async function toFirstPost(input) {
  const server = await startServer();
  const home = newHome();
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const { ms } = await run(confere(['bulk', 'submit', input, '-q'], { env }), server.firstPost);
  server.close();
  rmSync(home, { recursive: true });
  return ms;
}

async function exporting(input, format = 'csv', copying = (_, copy) => [COPY, input, copy]) {
  const server = await startServer();
  const home = newHome();
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const rate = ['--rate', '100000', '--interval', '50ms', '-q'];
  await run(confere(['bulk', 'run', input, ...rate, '-o', join(home, `first.${format}`)], { env }));
  const out = join(home, `out.${format}`);
  const ours = async () =>
    (await run(confere(['bulk', 'export', '-o', out, '--overwrite', '-q'], { env }))).ms;
  const theirs = async () => (await run(node(copying(out, join(home, `copy.${format}`))))).ms;
  const sides = await sideBySide(ours, theirs, TIMES);
  server.close();
  rmSync(home, { recursive: true });
  return sides;
}
