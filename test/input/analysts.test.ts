import { describe, expect, test } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import { ConfereError } from '../../src/errors.js';
import { errorSentence } from '../../src/output/errors.js';
import { makeCpf } from '../helpers/invented.js';
import { cnpj, file, times } from './files.js';

/** A typical file, and the expected result. */
interface AnalystFile {
  readonly name: string;
  readonly content: Buffer;
  /** The number of rows and of invalid ones, and the layout; or the code of the refusal. */
  readonly wanted: Readonly<Record<string, unknown>> | string;
}

const cpf = (n: number): string => makeCpf(n + 1);
const dotted = (n: number): string => cpf(n).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
const slashed = (n: number): string =>
  cnpj(n).replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const lines = (end: string, ...all: string[]): string => all.map((line) => line + end).join('');
const quotedAll = (...cells: string[]): string => cells.map((cell) => `"${cell}"`).join(';');

/** Ten rows, with text above and below them. */
const table = (end: string, head: string[], row: (n: number) => string, foot: string[] = []) =>
  lines(end, ...head, ...times(10, row), ...foot);

const plain = { rows: 10, invalid: 0 };

const ANALYST_FILES: readonly AnalystFile[] = [
  {
    name: 'SAP: title lines, pipes around every row, dashes between',
    content: latin1(
      table(
        '\r\n',
        [
          'Relatório ZFI_CLIENTES',
          '',
          '-----------------------------------------',
          '|  Cliente |CPF           |Nome        |',
          '-----------------------------------------',
        ],
        (n) => `|  000${n}    |${dotted(n)}|João ${n}     |`,
        ['-----------------------------------------'],
      ),
    ),
    wanted: { kind: 'cpf', column: 2, delimiter: '|', rows: 12, invalid: 2 },
  },
  {
    name: 'TOTVS: semicolons, quoted, trailing delimiter',
    content: latin1(
      table(
        '\r\n',
        ['"A1_COD";"A1_LOJA";"A1_CGC";"A1_NOME";'],
        (n) => `${quotedAll(`00${n}`, '01', cnpj(n), 'Razão Ltda')};`,
      ),
    ),
    wanted: { kind: 'cnpj', column: 2, ...plain },
  },
  {
    name: 'Receita Federal EMPRECSV: no header, everything quoted, CNPJ in three parts',
    content: latin1(
      table('\n', [], (n) =>
        quotedAll(
          cnpj(n).slice(0, 8),
          cnpj(n).slice(8, 12),
          cnpj(n).slice(12),
          '1',
          'AÇÃO LTDA',
          '02',
          '20240101',
        ),
      ),
    ),
    wanted: 'identifier_in_parts',
  },
  {
    name: "Excel's Unicode text",
    content: Buffer.from(
      '\ufeff' + table('\r\n', ['Nome\tCPF\tObs'], (n) => `José\t${cpf(n)}\t`),
      'utf16le',
    ),
    wanted: { encoding: 'utf16le', delimiter: '\t', kind: 'cpf', column: 1, ...plain },
  },
  {
    name: 'NBSP and zero-width space in UTF-8',
    content: utf8(table('\n', ['CPF;Nome'], (n) => `\u200b\u00a0${cpf(n)}\u200b;Zé`)),
    wanted: { kind: 'cpf', column: 0, ...plain },
  },
  {
    name: 'the word CPF in every cell',
    content: utf8(table('\n', ['Cliente;Documento;UF'], (n) => `Zé;CPF: ${dotted(n)};SP`)),
    wanted: { kind: 'cpf', column: 1, ...plain },
  },
  {
    name: 'scientific notation: the digits are lost',
    content: utf8(table('\n', ['CPF;Nome'], (n) => `1,2345${n}E+10;Zé`)),
    wanted: 'no_valid_cell',
  },
  {
    name: 'CNPJs in scientific notation in some rows only',
    content: utf8(table('\n', ['CNPJ;Nome'], (n) => `${n < 3 ? `1,1222${n}E+13` : cnpj(n)};Zé`)),
    wanted: { kind: 'cnpj', rows: 10, invalid: 3 },
  },
  {
    name: 'two columns of CPFs, the spouse hardly ever there',
    content: utf8(
      table(
        '\n',
        ['nome;cpf_titular;cpf_conjuge'],
        (n) => `Zé;${cpf(n)};${n === 3 ? cpf(n + 50) : ''}`,
      ),
    ),
    wanted: 'ambiguous_column',
  },
  {
    name: 'a totals line at the end',
    content: latin1(
      table('\r\n', ['Cliente;CPF;Valor'], (n) => `Zé;${cpf(n)};10,00`, ['Total;;100,00']),
    ),
    wanted: { kind: 'cpf', column: 1, rows: 11, invalid: 1 },
  },
  {
    name: 'sep=; above the header',
    content: latin1(table('\r\n', ['sep=;', 'Cliente;CPF'], (n) => `Zé, o tal;${cpf(n)}`)),
    wanted: { kind: 'cpf', column: 1, delimiter: ';', hasHeader: true, preamble: 1, ...plain },
  },
  {
    name: 'sep=; above a single column',
    content: latin1(table('\r\n', ['sep=;', 'CPF'], (n) => cpf(n))),
    wanted: { kind: 'cpf', column: 0, hasHeader: true, columns: ['CPF'], ...plain },
  },
  {
    name: 'Windows-1252 quotes in names',
    content: latin1(
      table('\r\n', ['Razão social;CNPJ'], (n) => `\x93Bar do Zé\x94 \x96 filial;${slashed(n)}`),
    ),
    wanted: { kind: 'cnpj', column: 1, encoding: 'latin1', ...plain },
  },
  {
    name: 'Macintosh line ends',
    content: latin1(table('\r', ['Nome;CPF'], (n) => `João;${cpf(n)}`)),
    wanted: { kind: 'cpf', column: 1, lineEnd: '\r', ...plain },
  },
  {
    name: 'the header in row four, below a logo and a date',
    content: latin1(
      table(
        '\r\n',
        ['ACME S/A;;;', ';;;', 'Emitido em 01/02/2024 10:00;;;', 'Código;Nome;CPF/CNPJ;UF'],
        (n) => `${n};João;${dotted(n)};SP`,
      ),
    ),
    wanted: { kind: 'cpf', column: 2, preamble: 3, hasHeader: true, ...plain },
  },
  {
    name: 'a title with the company CNPJ above the header',
    content: latin1(
      table(
        '\r\n',
        [`ACME S/A - CNPJ ${slashed(77)};;`, 'Código;Nome;CPF'],
        (n) => `${n};João;${dotted(n)}`,
      ),
    ),
    wanted: { kind: 'cpf', column: 2, preamble: 1, hasHeader: true, ...plain },
  },
  {
    name: 'leading zeros lost in most rows',
    content: latin1(table('\r\n', ['Nome;CPF'], (n) => `Zé;${String(Number(zeros(n)))}`)),
    wanted: { kind: 'cpf', column: 1, rows: 10, invalid: 0, repaired: 10 },
  },
  {
    name: 'an index column without a name, of pandas',
    content: utf8(table('\n', [',nome,cpf'], (n) => `${n},Zé,${cpf(n)}`)),
    wanted: { kind: 'cpf', column: 2, hasHeader: true, ...plain },
  },
  {
    name: 'the CNPJ column of CVM beside the CPF of the officer',
    content: latin1(
      table(
        '\r\n',
        ['CNPJ_CIA;DENOM_SOCIAL;CPF_DIRETOR'],
        (n) => `${slashed(n)};AÇO S.A.;${dotted(n)}`,
      ),
    ),
    wanted: 'ambiguous_column',
  },
  {
    name: 'CPFs and CNPJs in one column',
    content: latin1(
      table('\r\n', ['id;nrCpfCnpjCliente'], (n) => `${n};${n < 6 ? cpf(n) : cnpj(n)}`),
    ),
    wanted: { kind: 'both', column: 1, ...plain },
  },
  {
    name: 'CPFs masked for privacy',
    content: utf8(table('\n', ['nome;cpf'], (n) => `Zé;***.${dotted(n).slice(4, 11)}-**`)),
    wanted: 'weak_column',
  },
  {
    name: 'the header repeated on every page',
    content: latin1(table('\r\n', ['Nome;CPF'], (n) => (n === 5 ? `Nome;CPF` : `Zé;${cpf(n)}`))),
    wanted: { kind: 'cpf', column: 1, rows: 10, invalid: 1 },
  },
  {
    name: 'an SQL IN list',
    content: utf8(lines('\n', ...times(10, (n) => `'${cpf(n)}',`))),
    wanted: { rows: 10, invalid: 0 },
  },
  {
    name: 'a list with comments and blank lines',
    content: utf8(
      lines('\n', '# clientes de maio', '', dotted(1), dotted(2), '', `${dotted(3)}  # revisar`),
    ),
    wanted: { shape: 'list', rows: 3, invalid: 0 },
  },
  {
    name: 'SERASA fixed width',
    content: latin1(table('\r\n', [], (n) => `01${'JOÃO DA SILVA'.padEnd(30)}${cpf(n)}SP`)),
    wanted: 'no_identifier_column',
  },
  {
    name: 'a JSON array',
    content: utf8(JSON.stringify(times(10, (n) => ({ cpf: cpf(n), nome: 'Zé' })))),
    wanted: 'not_a_table',
  },
  {
    name: 'a pandas header of numbers, two columns of CPFs',
    content: utf8(table('\n', ['0,1,2'], (n) => `Zé,${cpf(n)},${cpf(n + 50)}`)),
    wanted: 'ambiguous_column',
  },
  {
    name: 'empty rows of delimiters below the data',
    content: latin1(table('\r\n', ['Nome;CPF;Valor'], (n) => `Zé;${cpf(n)};1,00`, [';;', ';;'])),
    wanted: { kind: 'cpf', column: 1, rows: 12, invalid: 2 },
  },
  {
    name: 'an HTML table that calls itself .xls',
    content: latin1(
      `<html><table>${table('\n', ['<tr><td>CPF</td></tr>'], (n) => `<tr><td>${cpf(n)}</td></tr>`)}</table></html>`,
    ),
    wanted: 'not_a_table',
  },
];

function zeros(n: number): string {
  for (let base = n * 50 + 1; ; base += 1) {
    const id = complete(`00${1234567 + base}`);
    if (id.startsWith('00')) return id;
  }
}

function complete(base: string): string {
  const digit = (digits: string): number => {
    const sum =
      Array.from(digits, Number).reduce((all, one, i) => all + one * (digits.length + 1 - i), 0) %
      11;
    return sum < 2 ? 0 : 11 - sum;
  };
  const first = base + String(digit(base));
  return first + String(digit(first));
}

describe('typical files of analysts', () => {
  test.each(ANALYST_FILES)('$name', async ({ content, wanted }) => {
    const outcome = await checkFile({ path: file(content), name: 'in.csv', input: {} }).catch(
      (error: unknown) => error,
    );
    if (typeof wanted === 'string') {
      expect(outcome).toMatchObject({ kind: 'usage', code: wanted });
      expect(errorSentence(outcome as ConfereError)).not.toMatch(/\d{11}|\d{3}\.\d{3}\.\d{3}-\d\d/);
      return;
    }
    if (outcome instanceof Error) throw outcome;
    const { layout, summary } = outcome as Awaited<ReturnType<typeof checkFile>>;
    expect({ ...layout, ...summary }).toMatchObject(wanted);
    expect(summary.rows).toBe(summary.invalid + summary.duplicates + summary.unique);
  });
});

describe('files that are not tables', () => {
  test('a CNPJ in three columns is reported', async () => {
    const parts = ANALYST_FILES.find(({ name }) => name.includes('three parts'));
    const failed = checkFile({ path: file(parts?.content ?? ''), name: 'in', input: {} });
    await expect(failed).rejects.toMatchObject({
      facts: { parts: [{ option: '1' }, { option: '2' }, { option: '3' }] },
    });
  });

  test('a title with an identifier is skipped and reported', async () => {
    const titled = ANALYST_FILES.find(({ name }) => name.startsWith('a title'));
    const { layout } = await checkFile({ path: file(titled?.content ?? ''), name: 'x', input: {} });
    expect(layout.notes?.join()).toContain('lines above the header with an identifier');
  });
});
