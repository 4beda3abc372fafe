// The input files of the measurements, created once per size in the temporary folder.
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';

/** Makes a valid CPF whose first nine digits are 100,000,000 plus `number`. */
export function makeCpf(number) {
  const digits = String(100_000_000 + number);
  const first = checkDigit(digits);
  return digits + first + checkDigit(digits + first);
}

/** Makes a valid CNPJ whose first eight digits are 10,000,000 plus `number`. */
export function makeCnpj(number) {
  const body = `${String(10_000_000 + number)}0001`;
  const first = cnpjCheckDigit(body);
  return body + first + cnpjCheckDigit(body + first);
}

function checkDigit(digits) {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) sum += Number(digits[i]) * (digits.length + 1 - i);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

function cnpjCheckDigit(body) {
  let sum = 0;
  for (let i = 0; i < body.length; i += 1) {
    sum += Number(body[i]) * (2 + ((body.length - 1 - i) % 8));
  }
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Maps each number below 800 million to another number, because identifiers of customers are in no order. */
function scatter(n) {
  return (n * 48_271) % 799_999_999;
}

/** Creates a file of `rows` rows with five columns and 70 bytes each, with CPFs in no order. Returns the path. */
export async function createCsv(rows) {
  const path = join(tmpdir(), `confere-bench-scattered-${rows}.csv`);
  if (existsSync(path)) return path;
  const out = createWriteStream(`${path}.new`);
  out.write('codigo;nome;cpf;cidade;observacao\n');
  for (let from = 0; from < rows; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, rows - from) }, (_, i) =>
      buildLine(from + i),
    );
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  renameSync(`${path}.new`, path);
  return path;
}

function buildLine(n) {
  const id = makeCpf(scatter(n));
  const formatted = `${id.slice(0, 3)}.${id.slice(3, 6)}.${id.slice(6, 9)}-${id.slice(9)}`;
  const code = String(n).padStart(8, '0');
  return `${code};Cliente ${code};${n % 2 === 0 ? id : formatted};Cidade ${n % 97};cliente desde ${2000 + (n % 24)}\n`;
}

const NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const WORKBOOK_PARTS = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${NAMESPACE}"><sheets><sheet name="Clientes" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="170" formatCode="000\\.000\\.000\\-00"/><numFmt numFmtId="171" formatCode="dd/mm/yyyy"/></numFmts>` +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="4"/></cellXfs></styleSheet>',
};

/**
 * Creates a workbook of `rows` rows with five columns: texts, CPFs with a number format, dates and amounts. Returns the
 * path.
 */
export async function createWorkbook(rows) {
  const path = join(tmpdir(), `confere-bench-book-${rows}.xlsx`);
  if (existsSync(path)) return path;
  const archive = new ZipFile();
  for (const [name, xml] of Object.entries(WORKBOOK_PARTS))
    archive.addBuffer(Buffer.from(xml), name);
  archive.addReadStream(Readable.from(sheetXml(rows)), 'xl/worksheets/sheet1.xml');
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(`${path}.new`));
  renameSync(`${path}.new`, path);
  return path;
}

function* sheetXml(rows) {
  const text = (cell, value) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (cell, value, style) => `<c r="${cell}" s="${style}"><v>${value}</v></c>`;
  const header = ['codigo', 'nome', 'cpf', 'desde', 'valor'].map((name, at) =>
    text(`${'ABCDE'[at]}1`, name),
  );
  yield `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${header.join('')}</row>`;
  for (let n = 0; n < rows; n += 1) {
    const at = n + 2;
    const cells = [
      number(`A${at}`, n, 0),
      text(`B${at}`, `Cliente ${n}`),
      number(`C${at}`, Number(makeCpf(scatter(n))), 1),
      number(`D${at}`, 40_000 + (n % 6_000), 2),
      number(`E${at}`, ((n * 7) % 1_000_000) / 100, 3),
    ];
    yield `<row r="${at}">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}
