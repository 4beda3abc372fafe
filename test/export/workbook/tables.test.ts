import { describe, expect, it, test } from 'vitest';
import { chooseUniqueNames } from '../../../src/export/workbook/table.js';
import { officeBooks } from '../../helpers/files/office.js';
import { HEADINGS, intoOffice, unpackParts } from './into.js';

const TABLE = 'xl/tables/table1.xml';
const SHEET = 'xl/worksheets/sheet1.xml';

/** A workbook with parts changed. */
function changed(
  name: keyof typeof officeBooks,
  changes: Readonly<Record<string, [string, string]>>,
) {
  const parts = officeBooks[name].parts.map(([part, xml]): [string, string] => {
    const [from, to] = changes[part] ?? ['', ''];
    if (from !== '') expect(xml).toContain(from);
    return [part, xml.replaceAll(from, to)];
  });
  return { parts };
}

const textsOf = async (...given: Parameters<typeof intoOffice>) => {
  const parts = await unpackParts((await intoOffice(...given)).bytes);
  return (part: string) => parts.get(part)?.toString() ?? '';
};

describe('a table with the identifiers', () => {
  it('gets the columns, so that sorting it moves the results with their rows', async () => {
    const table = (await textsOf(officeBooks.excel))(TABLE);
    expect(table).toContain('displayName="Tabela1" ref="A1:I4"');
    expect(table).toContain('<autoFilter ref="A1:I4"/><tableColumns count="9">');
    expect(table).toContain('<tableColumn id="5" name="lookup_status"/>');
    expect(table).toContain('<tableColumn id="9" name="lookup_name"/></tableColumns>');
  });

  it('has no name twice, and its headings are the names of its columns', async () => {
    const book = changed('excel', {
      [TABLE]: ['name="Valor"', 'name="LOOKUP_NAME"'],
      'xl/sharedStrings.xml': ['<t>Valor</t>', '<t>LOOKUP_NAME</t>'],
    });
    // As the user's own name of a column stands for an earlier result, its column is the first one.
    const read = await textsOf(book, { headings: HEADINGS.map((name) => name.toUpperCase()) });
    const names = Array.from(
      read(TABLE).matchAll(/tableColumn id="\d+" name="([^"]*)"/g),
      ([, name]) => name,
    );
    expect(new Set(names.map((name) => name?.toLowerCase())).size).toBe(names.length);
    const header = /<row r="1".*?<\/row>/s.exec(read(SHEET))?.[0] ?? '';
    for (const name of names.filter((one) => one?.startsWith('LOOKUP')))
      expect(header).toContain(`<t>${name}</t>`);
  });

  it('keeps its totals, beside which the result of that row stands', async () => {
    const read = await textsOf(officeBooks['totals row']);
    expect(read(TABLE)).toContain('ref="A1:I5" totalsRowCount="1"');
    expect(read(TABLE)).toContain('<autoFilter ref="A1:I4"/>');
    expect(read(SHEET)).toMatch(
      /<v>3703.5<\/v><\/c><c r="E5"[^>]*><is><t>invalid<\/t><\/is><\/c><\/row><\/sheetData>/,
    );
  });

  it.each([
    ['something stands at its right', 'pivot', {}],
    [
      'a query fills it',
      'excel',
      { [TABLE]: ['name="Tabela1"', 'tableType="queryTable" name="Tabela1"'] },
    ],
  ] as const)('stays as it is if %s', async (_, name, changes) => {
    const book = changed(name, changes as Record<string, [string, string]>);
    const before = book.parts.find(([part]) => part === TABLE)?.[1];
    expect((await textsOf(book))(TABLE)).toBe(before);
  });
});

test('no name of a column is there twice, in any case', () => {
  expect(chooseUniqueNames(['Nome', 'UF', 'nome'], ['NOME'])).toEqual(['Nome2', 'UF', 'nome3']);
});

describe('a filter with the identifiers', () => {
  it('gets the columns, also in its hidden name', async () => {
    const read = await textsOf(officeBooks.libreoffice);
    expect(read(SHEET)).toContain('<autoFilter ref="A1:I4"/>');
    expect(read('xl/workbook.xml')).toContain('Clientes!$A$1:$I$4</definedName>');
  });

  it('stays as it is if something stands at its right', async () => {
    const book = changed('libreoffice', {
      [SHEET]: ['</sheetData>', '<row r="9"><c r="F9"/></row></sheetData>'],
    });
    const read = await textsOf(book);
    expect(read(SHEET)).toContain('<autoFilter ref="A1:D4"/>');
    expect(read(SHEET)).toContain('<c r="G2"');
    expect(read('xl/workbook.xml')).toContain('Clientes!$A$1:$D$4</definedName>');
  });
});

describe('the columns around the result', () => {
  it('keep their widths, and a range of columns is divided', async () => {
    const cols = /<cols>.*<\/cols>/.exec((await textsOf(officeBooks.excel))(SHEET))?.[0] ?? '';
    expect(cols).toMatch(
      /^<cols><col min="1" max="1" width="18.7109375" customWidth="1"\/><col min="3" max="4" width="12" style="2"\/>/,
    );
    expect(cols).toMatch(/<col min="5" max="5" width="\d+" style="2" customWidth="1"\/>/);
    expect(cols).toMatch(/<col min="10" max="16384" width="12" style="2"\/><\/cols>$/);
  });

  it('count as used where a comment or a merged cell is', async () => {
    const book = changed('excel', { 'xl/comments1.xml': ['ref="B2"', 'ref="F2"'] });
    expect((await textsOf(book))(SHEET)).toContain('<c r="G2"');
  });

  it('with formulas are the user’s own, whatever their names', async () => {
    const book = changed('libreoffice', {
      'xl/sharedStrings.xml': ['<t>Dobro</t>', '<t>lookup_status</t>'],
    });
    const sheet = (await textsOf(book))(SHEET);
    expect(sheet).toContain('<f>C2*2</f>');
    expect(sheet).toContain('<c r="E2"');
  });
});
