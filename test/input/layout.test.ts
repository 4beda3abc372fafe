import { describe, expect, test } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import type { ConfereError } from '../../src/base/errors.js';
import { describeLayout, type InputOptions } from '../../src/input/index.js';
import { errorSentence } from '../../src/messages/people.js';
import { idOf } from '../helpers/invented.js';
import { cnpj, cpf, file, readAll, times } from './files.js';

const dotted = (n: number) => cpf(n).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A header, or what else stands above, and rows. */
const table = (head: string, row: (n: number) => string, count = 10, end = '\n') =>
  [...(head === '' ? [] : [head]), ...times(count, row), ''].join(end);
const two = (header: string) => table(header, (n) => `${cpf(n)};${cpf(n + 50)}`);
const both = table('doc;x', (n) => `${n % 2 ? cpf(n) : cnpj(n)};y`);
/** CPFs with CNPJs among them, every so many rows. */
const strays = (header: string, every: number) =>
  table(`${header};x`, (n) => `${n % every === 7 ? cnpj(n) : cpf(n)};y`, 300);

/** `told`: the layout and the sums; or the error, by its code where that says all. */
type Case = [title: string, content: string | Buffer, told: string | object, input?: InputOptions];

const good = { rows: 10, invalid: 0 };
const joined = { code: 'not_a_table', facts: { is: 'joined' } };
const FILES: readonly Case[] = [
  [
    'SAP: title lines, pipes around every row, dashes between',
    latin1(
      table(
        'Relatório ZFI\r\n\r\n-------\r\n|  Cliente |CPF    |Nome  |\r\n-------',
        (n) => `|  000${n}    |${dotted(n)}|João ${n}     |`,
        10,
        '\r\n',
      ) + '-------\r\n',
    ),
    { kind: 'cpf', column: 2, delimiter: '|', rows: 12, invalid: 2 },
  ],
  [
    'TOTVS: quoted, trailing delimiter',
    table('"A1_COD";"A1_CGC";"A1_NOME";', (n) => `"00${n}";"${cnpj(n)}";"Razão Ltda";`),
    { kind: 'cnpj', column: 1, ...good },
  ],
  [
    "Excel's Unicode text",
    Buffer.from(`\ufeff${table('Nome\tCPF\tObs', (n) => `José\t${cpf(n)}\t`)}`, 'utf16le'),
    { encoding: 'utf16le', delimiter: '\t', kind: 'cpf', column: 1, ...good },
  ],
  ['lost digits', table('CPF;Nome', (n) => `1,2345${n}E+10;Zé`), 'no_valid_cell'],
  [
    'lost zeros',
    table('Nome;CPF', (n) => `Zé;${n < 7 ? Number(idOf(`00123456${n}`)) : cpf(n)}`),
    { rows: 10, invalid: 0, repaired: 7 },
  ],
  [
    'a spouse who is hardly ever there',
    table('nome;cpf_titular;cpf_conjuge', (n) => `Zé;${cpf(n)};${n === 3 ? cpf(53) : ''}`),
    'ambiguous_column',
  ],
  [
    'a total and empty rows at the end',
    `${table('Cliente;CPF;Valor', (n) => `Zé;${cpf(n)};10,00`)}Total;;100,00\n;;\n`,
    { kind: 'cpf', column: 1, rows: 12, invalid: 2 },
  ],
  [
    'sep=; above the header',
    table('sep=;\nCliente;CPF', (n) => `Zé, o tal;${cpf(n)}`),
    { column: 1, delimiter: ';', hasHeader: true, preamble: 1, ...good },
  ],
  [
    'a title with an identifier',
    table('ACME S/A - CNPJ 11.222.333/0001-81;\nCódigo;CPF', (n) => `${n};${dotted(n)}`),
    {
      column: 1,
      preamble: 1,
      hasHeader: true,
      ...good,
      notes: [expect.stringContaining('lines above the header with an identifier')],
    },
  ],
  [
    'the header on every page',
    table('Nome;CPF', (n) => (n === 5 ? `Nome;CPF` : `Zé;${cpf(n)}`)),
    { column: 1, rows: 10, invalid: 1 },
  ],
  ['an SQL list', table('', (n) => `'${cpf(n)}',`), good],
  ['a fixed width', table('', (n) => `01${'JOÃO'.padEnd(30)}${cpf(n)}SP`), 'no_identifier_column'],
  ['JSON', JSON.stringify(times(10, (n) => ({ cpf: cpf(n) }))), 'not_a_table'],
  ['HTML', `<html><table>${table('', (n) => `<tr><td>${cpf(n)}</td></tr>`)}`, 'not_a_table'],
  ['a header of numbers', table('0,1,2', (n) => `Zé,${cpf(n)},${cpf(n + 50)}`), 'ambiguous_column'],
];

const DELIMITERS: readonly Case[] = [
  [
    'a delimiter with identifiers wins over commas in every row',
    table('cpf;a, b, c', (n) => `${cpf(n)};Rua A, 1, casa, fundos`),
    { delimiter: ';', columns: ['cpf', 'a, b, c'] },
  ],
  ['a delimiter is found in a named encoding', both, good, { encoding: 'ISO-8859-1' }],
  [
    '--delimiter may be any character',
    table('cpf:x', (n) => `${cpf(n)}:y`),
    { column: 0 },
    { delimiter: ':' },
  ],
  [
    '--delimiter tab is the tab',
    table('cpf\tx', (n) => `${cpf(n)}\ty`),
    { delimiter: '\t' },
    { delimiter: 'tab' },
  ],
  [
    '--delimiter of two characters is refused',
    'cpf::x\n',
    'unknown_delimiter',
    { delimiter: '::' },
  ],
];

const HEADERS: readonly Case[] = [
  ...[cpf(0), '12345678900', '1,23457E+10', `João ${cpf(9)}`].map((first): Case => [
    `a first row with ${first} is no header`,
    table(`${first};A`, (n) => `${cpf(n)};B`),
    { hasHeader: false, preamble: 0, columns: ['column_1', 'column_2'], rows: 11 },
  ]),
  [
    'a first row without its other cells is no header',
    table('12345678900;', (n) => `${cpf(n)};B`),
    { preamble: 0, hasHeader: false, rows: 11 },
  ],
  [
    'a first row with an identifier in another column is no header',
    table(`a;CPF ${cpf(9)}`, (n) => `${cpf(n)};y`),
    { hasHeader: false, preamble: 0 },
  ],
  [
    'a header may be narrower than its rows',
    table('CPF;x', (n) => `${cpf(n)};1;2`),
    { hasHeader: true },
  ],
  [
    'a file of one identifier has no header',
    cpf(1),
    { hasHeader: false, columns: ['column_1'], rows: 1 },
  ],
  [
    'a header is a row if the user says so',
    table('CPF;x', (n) => `${cpf(n)};B`),
    { columns: ['column_1', 'column_2'], rows: 11, invalid: 1 },
    { header: false },
  ],
  [
    'columns without a name in the header get numbers',
    table('CPF;x;x;;', (n) => `${cpf(n)};1;2;3;4;5`),
    { columns: ['CPF', 'x', 'x', 'column_4', 'column_5', 'column_6'] },
  ],
];

const result = table('id;lookup_cpf', (n) => `${n};${cpf(n)}`);
const resultColumn = {
  code: 'result_column',
  facts: { column: '"lookup_cpf"', columns: [{ option: '1', name: '"id"' }] },
};
const mixed = table('a;b', (n) => `${cpf(n)};${cnpj(n)}`);
const companies = table('id;cnpj', (n) => `${n};${cnpj(n)}`);
const few = table('doc;x', (n) => `${n === 1 ? cpf(n) : n === 2 ? cnpj(n) : `x${n}`};y`);

const COLUMNS: readonly Case[] = [
  [
    'a column is found by check digits, whatever its name',
    table('cpf_status;codigo', (n) => `ok;${cnpj(n)}`),
    { column: 1, kind: 'cnpj', validShare: 1 },
  ],
  ...['cpf', 'CPF do cliente', 'nrCpfCnpjCliente', 'Nº do documento'].map((name): Case => [
    `of two columns the one with the name ${name} is chosen`,
    two(`outro;${name}`),
    { column: 1 },
  ]),
  [
    'two columns without such names are a question',
    two('a;b'),
    {
      code: 'ambiguous_column',
      facts: {
        candidates: [
          { option: '1', name: '"a"', kind: 'cpf', validShare: 1 },
          { option: '2', name: '"b"' },
        ],
      },
    },
  ],
  ['columns of two kinds are a question', mixed, 'ambiguous_column'],
  [
    'of columns of two kinds --type chooses one',
    mixed,
    { column: 1, kind: 'cnpj' },
    { kind: 'cnpj' },
  ],
  [
    'a column of another kind than --type is refused',
    companies,
    {
      code: 'other_kind',
      facts: { option: '2', name: '"cnpj"', kind: 'cnpj', wanted: 'cpf', validShare: 1 },
    },
    { kind: 'cpf' },
  ],
  [
    'the only column of another kind than --type is refused',
    table('documento', cpf),
    'other_kind',
    { kind: 'cnpj' },
  ],
  [
    'a named column of another kind than --type gets a note',
    `id;cnpj\n1;${cpf(1)}\n${table('', (n) => `${n};${cnpj(n)}`, 100)}`,
    {
      notes: [
        'The column holds CNPJs (99% of the sampled cells are valid CNPJs), but --type says otherwise.',
      ],
    },
    { kind: 'cpf', column: 'cnpj' },
  ],
  [
    'masked CPFs beside a column of the other kind are refused',
    table('cpf;cnpj', (n) => `***.${n}11.222-**;${cnpj(n)}`),
    'masked_identifiers',
    { kind: 'cpf' },
  ],
  ...([undefined, 'lookup_cpf', 'LOOKUP_CPF', '2'] as const).map((column): Case => [
    `a column of a result is refused: ${column ?? 'not named'}`,
    result,
    resultColumn,
    { column },
  ]),
  [
    'a column is chosen beside one of a result',
    table('cpf;lookup_cpf', (n) => `${cpf(n)};${n < 9 ? cpf(n) : ''}`),
    { column: 0 },
  ],
  ['a column is found by a name in another case', two('a;B'), { column: 1 }, { column: 'b' }],
  ['a column is found by its number', two('a;B'), { column: 0 }, { column: '1' }],
  ['a column is found by a name that is a number', two('2;1'), { column: 1 }, { column: '1' }],
  [
    'a column that does not exist is refused',
    two('a;B'),
    {
      code: 'unknown_column',
      facts: {
        columns: [
          { option: '1', name: '"a"' },
          { option: '2', name: '"B"' },
        ],
      },
    },
    { column: '3' },
  ],
  [
    'a mistyped column is refused with the nearest name',
    two('Nome;CPF'),
    { code: 'unknown_column', facts: { near: { option: '2', name: '"CPF"' } } },
    { column: 'CFP' },
  ],
  ['a name that two columns have is a question', two('a;a'), 'ambiguous_column', { column: 'a' }],
  [
    'a file without identifiers is refused',
    table('a;b', (n) => `x${n};y`),
    { code: 'no_identifier_column', facts: { columns: [{ name: '"a"' }, { name: '"b"' }] } },
  ],
  [
    'two columns with CPFs as their names are a question',
    two(`${cpf(1)};${cpf(2)}`),
    'ambiguous_column',
    { header: true },
  ],
];

const KINDS: readonly Case[] = [
  ['a column may have both kinds', both, { kind: 'both', validShare: 1, ...good }],
  [
    '--type chooses one kind of a column with both',
    both,
    { kind: 'cnpj', invalid: 5 },
    { kind: 'cnpj' },
  ],
  ['a stray identifier of the other kind changes no kind', strays('doc', 999), { kind: 'cpf' }],
  ['a header that names both kinds makes a stray count', strays('CPF/CNPJ', 999), { kind: 'both' }],
  ['four strays make both kinds', strays('doc', 75), { kind: 'both' }],
  ['four strays change no kind that the header names', strays('CPF', 75), { kind: 'cpf' }],
  [
    'a few identifiers of both kinds are refused',
    few,
    { code: 'mixed_kinds', facts: { cpfs: 1, cnpjs: 1 } },
    { column: '1' },
  ],
  [
    'a few identifiers of both kinds are read by --type',
    few,
    { kind: 'both' },
    { column: '1', kind: 'both' },
  ],
];

const NO_INPUT: readonly Case[] = [
  ['blank lines', '\n \n\r\n', 'input_empty'],
  ['a mark and nothing else', '\ufeff', 'input_empty'],
  ['a header and nothing else', 'CPF;Nome\n', 'no_rows'],
  ['comments and nothing else', '# CPFs\n# de maio\n', 'no_rows'],
  ['an unclosed quote in the header', `CPF;"Nome\n${cpf(1)};x\n`, 'unclosed_quote'],
  ['an unclosed quote', `CPF;Nome\n${cpf(1)};"x\n${cpf(2)};y\n`, 'unclosed_quote'],
  ['no such encoding', both, 'unknown_encoding', { encoding: 'ebcdic' }],
  ['not in the encoding', latin1('CPF;João\n'), 'wrong_encoding', { encoding: 'UTF-8' }],
];

const pairs = (n: number) => `"${cnpj(n)}, ${cnpj(n + 50)}"`;
/** A CPF and a CNPJ whose digits are the same but for three zeros in front. */
const [zeroCpf, zeroCnpj] = ['00123456797', '00000123456797'];
const padded = (n: number) => `000${cpf(n)}`;
const mixedWith = (name: string, every: number, rare: (n: number) => string) =>
  table(`x;${name}`, (n) => `a;${n % every === 7 ? rare(n) : cpf(n)}`, 100);

const READ_BY_A_HEADER: readonly Case[] = [
  ...[',00', ',0', ',000000'].map((decimals): Case => [
    `a CNPJ with the decimals ${decimals}`,
    table('CNPJ;Empresa;UF', (n) => `${cnpj(n)}${decimals};ACME, filial;SP`),
    { delimiter: ';', hasHeader: true, column: 0, columns: ['CNPJ', 'Empresa', 'UF'], ...good },
  ]),
  [
    'decimals, further amounts, and no header',
    table('', (n) => `${cnpj(n)},00;ACME;1.234,56`),
    { delimiter: ';', hasHeader: false, columns: ['column_1', 'column_2', 'column_3'], ...good },
  ],
  [
    'thousands and decimals, below a title',
    table('Lista\n\nCódigo;Nome', (n) => `52.998.224.725,00;Zé ${n}`),
    { delimiter: ';', column: 0, preamble: 2, columns: ['Código', 'Nome'], rows: 10, unique: 1 },
  ],
  ['pairs in quotes', table('Empresa;CNPJs', (n) => `GRUPO;${pairs(n)}`), joined],
  ['pairs in quotes, without a header', table('', (n) => `GRUPO;${pairs(n)}`), joined],
  ['pairs without quotes', table('Empresa;CNPJs', (n) => `G;${cnpj(n)}, ${cnpj(n + 50)}`), joined],
  ['pairs of a comma file', table('Empresa,CNPJs', (n) => `G,${cnpj(n)}; ${cnpj(n + 50)}`), joined],
  [
    'a document beside another one',
    table('Nome;Documento', (n) => `ANA;RG ${n}, CPF ${dotted(n)}`),
    joined,
  ],
  [
    'some pairs',
    table('Empresa;CNPJs', (n) => `GRUPO;${n > 6 ? pairs(n) : cnpj(n)}`),
    { delimiter: ';', columns: ['Empresa', 'CNPJs'], rows: 10, invalid: 3, reasons: { format: 3 } },
  ],
  [
    'a blank before the quotes',
    table('id, nome, cpf', (n) => `${n}, ${n % 2 ? '"ANA"' : '"SILVA, ANA"'}, ${cpf(n)}`),
    { delimiter: ',', column: 2, ...good },
  ],
  [
    'row names, as of R',
    table('"cpf";"nome"', (n) => `"${n}";"${cpf(n)}";"ANA"`),
    { column: 1, columns: ['column_1', 'cpf', 'nome'], width: 3, ...good },
  ],
  [
    'two levels',
    table('Dados cadastrais;;Contato;\nCPF;Nome;Fone;Email', (n) => `${cpf(n)};A;1;b`),
    { preamble: 1, columns: ['CPF', 'Nome', 'Fone', 'Email'], ...good },
  ],
  [
    'two levels, of which the upper one names documents',
    table('Documentos;;Contato\nCPF;Nome;Fone', (n) => `${cpf(n)};A;1`),
    { preamble: 1, columns: ['CPF', 'Nome', 'Fone'], ...good },
  ],
  [
    'a first row that has words in place of the identifier',
    table('Nome;Documento\nA definir;CPF pendente', (n) => `Zé;${cpf(n)}`),
    { preamble: 0, columns: ['Nome', 'Documento'], rows: 11, invalid: 1 },
  ],
  ...['CPF', 'CPF;;', 'Nº do CPF', 'CPF/CNPJ'].map((header): Case => [
    `the one name ${header}`,
    table(header, (n) => `${cpf(n)};ANA;SP`),
    { preamble: 0, hasHeader: true, columns: [header.split(';')[0], 'column_2', 'column_3'] },
  ]),
  [
    'a title that is the name of a kind',
    table('CPF\nNome;Documento', (n) => `Zé;${cpf(n)}`),
    { preamble: 1, columns: ['Nome', 'Documento'], ...good },
  ],
  [
    'two byte-order marks',
    Buffer.from(table('\ufeff\ufeff"CPF";"Nome"', (n) => `"${cpf(n)}";"A"`)),
    { bom: 6, columns: ['CPF', 'Nome'], ...good },
    { column: 'CPF' },
  ],
  [
    'a name whose accents are written in another way',
    table('Nu\u0301mero do documento;x', (n) => `${cpf(n)};A`),
    { column: 0, ...good },
    { column: 'N\u00famero do documento' },
  ],
  [
    'lines that passed through text mode twice',
    table('"CPF";"Nome"', (n) => `"${cpf(n)}";"A"`, 10, '\r\r\n'),
    { lineEnd: '\r\n', columns: ['CPF', 'Nome'], ...good },
  ],
  ['the end of a file of DOS', `${table('CPF;Nome', (n) => `${cpf(n)};A`)}\x1a`, good],
  ['the end of a list of DOS', `${table('', cpf)}\x1a`, good],
];

const KINDS_OF_STRAYS: readonly Case[] = [
  ['the rarer kind counts if the header names it', mixedWith('cnpj', 20, cnpj), { kind: 'both' }],
  [
    'a CPF among CNPJs counts if the header names CPFs',
    table('x;cpf', (n) => `a;${n ? cnpj(n) : cpf(n)}`, 50),
    { kind: 'both' },
  ],
  [
    'the rarer kind is an exception if the header names only the other',
    mixedWith('cpf', 20, cnpj),
    { kind: 'cpf' },
  ],
  [
    'CPFs of 14 digits beside CNPJs',
    table('CPF_CNPJ;x', (n) => `${n % 2 ? padded(n) : cnpj(n)};y`),
    { kind: 'both', repaired: 5, ...good },
  ],
  [
    'CPFs of 14 digits',
    table('CPF;x', (n) => `${padded(n)};y`),
    { kind: 'cpf', repaired: 10, ...good },
  ],
  [
    'CPFs of 14 digits, by --type',
    table('CNPJ;x', (n) => `${padded(n)};y`),
    { kind: 'cpf', repaired: 10, ...good },
    { kind: 'cpf', column: '1' },
  ],
  [
    'CPFs of 14 digits are invalid in a column of CNPJs',
    table('CNPJ;x', (n) => `${n < 4 ? padded(n) : cnpj(n)};y`),
    { kind: 'cnpj', rows: 10, invalid: 4, reasons: { cpf_in_cnpj_column: 4 } },
  ],
  [
    'a column is chosen beside the same numbers of 14 digits under a name for CNPJs',
    table('cnpj_cpf;cnpj', (n) => `${n % 2 ? cpf(n) : cnpj(n)};${n % 2 ? padded(n) : cnpj(n)}`),
    { column: 0, kind: 'both', ...good },
  ],
  [
    'eleven digits are a CPF if no zeros were lost',
    table(
      'CPF/CNPJ;x',
      (n) => `'${n === 1 ? zeroCpf : n === 2 ? zeroCnpj : n % 2 ? cpf(n) : cnpj(n)}';y`,
    ),
    { kind: 'both', keepsZeros: true, ...good },
  ],
  [
    'eleven digits are ambiguous if zeros may be lost',
    table('CPF/CNPJ;x', (n) => `${n === 1 ? zeroCpf : n % 2 ? cpf(n) : cnpj(n)};y`),
    { kind: 'both', rows: 10, invalid: 1, reasons: { ambiguous: 1 } },
  ],
  [
    'eleven digits are ambiguous if CNPJs have lost zeros',
    table(
      'CPF/CNPJ;x',
      (n) =>
        `${n === 1 ? zeroCpf : n === 2 ? zeroCnpj : n === 3 ? '4252011000110' : n % 2 ? cpf(n) : cnpj(n)};y`,
    ),
    { kind: 'both', reasons: { ambiguous: 1 } },
  ],
  [
    'numbers of Java',
    table('CPF_CNPJ;x', (n) => `${n < 5 ? `5.2998224${700 + n}E10` : cnpj(n)};y`),
    { kind: 'cnpj', rows: 10, invalid: 5, reasons: { spreadsheet_number: 5 } },
  ],
];

const markup = { code: 'not_a_table', facts: { is: 'markup' } };
const cell = `<td>${dotted(1)}</td>`;
const NO_TABLE: readonly Case[] = [
  ...[
    `<div><table><tr>${cell}</tr></table></div>`,
    `\n<!-- exported --><table><tr>${cell}</tr></table>`,
    `<center><table>\n<tr>\n${cell}\n</tr></table></center>`,
    `<tr>${cell}</tr>`,
    `<Workbook xmlns="urn:x"><Cell>${dotted(1)}</Cell></Workbook>`,
    `\ufeff<?xml version="1.0"?><a/>`,
  ].map((text): Case => [text.slice(0, 20).trim(), text, markup]),
  [
    'a table with brackets around its cells is read',
    table('<CPF>;<Nome>', (n) => `<${cpf(n)}>;<ana@x.example>`),
    good,
  ],
  ['a list in one line', `${times(10, dotted).join(', ')}\n`, joined],
  ['a list in two lines', `${times(2, () => times(9, dotted).join('; ')).join('\n')}\n`, joined],
  ['a list in one line, with blanks', `${times(10, dotted).join(' ')}\n`, joined],
  [
    'quotes around whole lines',
    table('"CPF;Nome"', (n) => `"${cpf(n)};""ANA"""`),
    { code: 'not_a_table', facts: { is: 'quoted_lines' } },
  ],
  [
    'masked CPFs',
    table('nome;cpf', (n) => `Zé;***.${dotted(n).slice(4, 11)}-**`),
    { code: 'masked_identifiers', facts: { option: '2', name: '"cpf"' } },
  ],
  [
    'a named column of masked CPFs',
    table('cpf;x', (n) => `***.${dotted(n).slice(4, 11)}-**;y`),
    'masked_identifiers',
    { column: 'cpf' },
  ],
  ['masked CNPJs', table('cnpj', () => '**.222.333/****-**'), 'masked_identifiers'],
];

describe.each([
  ['files of other programs', FILES],
  ['delimiters', DELIMITERS],
  ['headers', HEADERS],
  ['columns', COLUMNS],
  ['kinds', KINDS],
  ['inputs without rows or in no known encoding', NO_INPUT],
  ['files as people send them', READ_BY_A_HEADER],
  ['columns of both kinds', KINDS_OF_STRAYS],
  ['files that are no table', NO_TABLE],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (_title, content, told, input = {}) => {
    const name = 'in.csv';
    const outcome: unknown = await checkFile({ path: file(content), name, input }).catch(
      (error: unknown) => error,
    );
    const wanted = typeof told === 'string' ? { code: told } : told;
    if ('code' in wanted) {
      expect(outcome).toMatchObject({ kind: 'usage', ...wanted });
      expect(errorSentence(outcome as ConfereError)).not.toMatch(/\d{11}|\d{3}\.\d{3}\.\d{3}-\d\d/);
      return;
    }
    if (outcome instanceof Error) throw outcome;
    const { layout, summary } = outcome as Awaited<ReturnType<typeof checkFile>>;
    expect({ ...layout, ...summary }).toMatchObject(wanted);
    expect(summary.rows).toBe(summary.invalid + summary.duplicates + summary.unique);
  });
});

describe('encoding', () => {
  const rows = (text: string) => table('CPF;Nome', (n) => `${cpf(n)};${text}`);

  test('a file is in Latin-1 if only its last row shows it, or if it ends within a character', async () => {
    const ascii = table('CPF;Nome', (n) => `${cpf(n)};Maria`, 40_000);
    for (const content of [latin1(`${ascii}${cpf(1)};João\n`), latin1(`${rows('x')}\xc3`)])
      expect((await readAll(content)).layout.encoding).toBe('latin1');
  });

  test('Latin-1 cells are read as windows-1252, and raw restores the bytes of the file', async () => {
    const { rows: read } = await readAll(latin1(rows('\x93A\x94 \x80\x81')));
    expect(read[0]?.cells[1]).toBe('“A” €\x81');
    expect(read[0]?.raw).toBe(`${cpf(0)};\x93A\x94 \x80\x81`);
  });
});

test('rows also have the numbers that a spreadsheet shows', async () => {
  const content = `Relatório de maio;\n\nnome;cpf\n"A\nB";${cpf(1)}\n\nC;${cpf(2)}\n`;
  const { rows } = await readAll(content);
  expect(rows.map(({ number, sheetRow }) => [number, sheetRow])).toEqual([
    [1, 4],
    [2, 6],
  ]);
  const one = await readAll(`cpf\n${cpf(1)}\n\n\n${cpf(2)}\n`);
  expect(one.rows.map(({ sheetRow }) => sheetRow)).toEqual([2, 3, 4, 5]);
});

test('describeLayout describes a layout in one line', async () => {
  const { layout } = await readAll(`T\n\n${table('x;CNPJ', (n) => `a;${cnpj(n)}`)}`);
  expect(describeLayout(layout, 'clientes.csv')).toBe(
    `clientes.csv: UTF-8, ';', header in line 3, column 2 "CNPJ" (CNPJ, 100% valid)`,
  );
});
