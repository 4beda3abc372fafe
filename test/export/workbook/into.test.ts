import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import sax from 'sax';
import { beforeAll, describe, expect, it } from 'vitest';
import { officeBooks, packBook, type OfficeBook } from '../../helpers/files/office.js';
import { newFolder } from '../../helpers/files/scratch.js';
import { HEADINGS, intoBook, intoOffice, readBook, unpackParts } from './into.js';
import { isQuick, some } from '../../helpers/runs.js';

const books = some(Object.entries<OfficeBook>(officeBooks), 5);

/** The parts of each workbook with a result in it, and its bytes. */
const written = new Map<string, { bytes: Buffer; parts: Map<string, Buffer> }>();
beforeAll(async () => {
  for (const [name, book] of books) {
    const { bytes } = await intoOffice(book);
    written.set(name, { bytes, parts: await unpackParts(bytes) });
  }
});
const resultIn = (name: string) =>
  written.get(name) ?? { bytes: Buffer.alloc(0), parts: new Map<string, Buffer>() };

/** The sheets of each workbook that were read, and the columns that were added to each. */
const ADDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sap: { 'xl/worksheets/sheet1.xml': 'CDEFG' },
  google: { 'xl/worksheets/sheet1.xml': 'CDEFG' },
  openpyxl: { 'xl/worksheets/sheet1.xml': 'DEFGH' },
  sheetjs: { 'xl/worksheets/sheet1.xml': 'DEFGH' },
  generator: { 'xl/worksheets/sheet1.xml': 'CDEFG' },
  months: { 'xl/worksheets/sheet1.xml': 'DEFGH', 'xl/worksheets/sheet3.xml': 'DEFGH' },
  pivot: { 'xl/worksheets/sheet1.xml': 'GHIJK' },
  'no header': { 'xl/worksheets/sheet1.xml': 'CDEFG' },
};
const addedTo = (name: string) => ADDED[name] ?? { 'xl/worksheets/sheet1.xml': 'EFGHI' };

/** A sheet without what a result adds to it, and without the lists that had to grow. */
function stripped(xml: string, columns: string): string {
  const cell = new RegExp(
    `<(x:)?c r="[${columns}]\\d+"(?: s="\\d+")?(?: t="inlineStr")?>.*?</(?:x:)?c>`,
    'gs',
  );
  return xml
    .replace(cell, '')
    .replace(/<(?:x:)?ignoredErrors>.*?<\/(?:x:)?ignoredErrors>/s, '')
    .replace(/<(?:x:)?cols>.*<\/(?:x:)?cols>/s, '')
    .replace(/(<(?:x:)?(?:dimension|autoFilter) ref=")[^"]*/g, '$1');
}

const MAY_CHANGE =
  /^(?:\[Content_Types\]\.xml|xl\/workbook\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/styles\.xml|xl\/tables\/table\d\.xml)$/;

describe('a result in the workbook that its rows were read from', () => {
  it.each(books)('leaves every byte of %s that it does not have to change', (name, book) => {
    const before = new Map(book.parts.map(([part, xml]) => [part, Buffer.from(xml)]));
    const { parts: after } = resultIn(name);
    const names = [...after.keys()];
    expect(names.slice(0, before.size)).toEqual([...before.keys()]);
    for (const [part, content] of before) {
      const [old, now] = [content.toString('latin1'), after.get(part)?.toString('latin1') ?? ''];
      const columns = addedTo(name)[part];
      if (columns !== undefined) {
        expect(now).not.toBe(old);
        expect(stripped(now, columns)).toBe(stripped(old, '-'));
      } else if (!MAY_CHANGE.test(part)) expect(now, part).toBe(old);
    }
  });

  it.each(books)('has the cells of each row of %s in its row', (name) => {
    const { parts } = resultIn(name);
    for (const [part, columns] of Object.entries(addedTo(name))) {
      const rows = cellsOf(parts.get(part)?.toString() ?? '');
      const found = rows.filter(({ cells }) => cells.get(columns[0] ?? '') === 'found');
      const ids = found.map(({ cells }) => cells.get(columns[1] ?? ''));
      const own = found.map(({ cells }) => cells.get('A')?.replace(/\D/g, ''));
      // A shared text is shown by its number.
      const isShared = (own[0]?.length ?? 0) < 11;
      expect(ids.length).toBeGreaterThan(1);
      if (!isShared) expect(own).toEqual(ids);
      expect(found[0]?.cells.get(columns[4] ?? '')).toBe('José "Zé" & Cia\n<2>');
      const head = rows.find(({ cells }) => cells.get(columns[0] ?? '') === HEADINGS[0]);
      expect(head === undefined).toBe(name === 'no header');
      if (head !== undefined)
        expect(columns.split('').map((one) => head.cells.get(one))).toEqual(HEADINGS);
    }
  });

  it.each(books)('has the children of %s in the order of their schema, and no id twice', (name) => {
    for (const [part, content] of resultIn(name).parts) {
      if (!/\.(xml|rels)$/.test(part)) continue;
      const { children, ids } = structure(content.toString('utf8'));
      expect(ids.length, part).toBe(new Set(ids).size);
      for (const [parent, names] of children) {
        const order = ORDERS[parent];
        if (order === undefined) continue;
        const ranks = names.map((name) => order.indexOf(name));
        expect(ranks, `${part}: ${names.join(' ')}`).toEqual(ranks.toSorted((a, b) => a - b));
      }
    }
  });

  it('has its own sheet of totals, which is replaced the next time, whatever it is called now', async () => {
    const first = await intoOffice(officeBooks.months);
    const parts = await unpackParts(first.bytes);
    expect(parts.get('xl/workbook.xml')?.toString()).toContain('name="confere 2"');
    const renamed = [...parts].map(([name, content]): [string, string] => [
      name,
      content.toString().replaceAll('confere 2', 'Totais &amp; mais'),
    ]);
    const again = await intoOffice(
      { parts: renamed, options: { sheet: 'all' } },
      { totals: () => [['Second', 1]] },
    );
    const after = await unpackParts(again.bytes);
    expect([...after.keys()]).toEqual([...parts.keys()]);
    expect(after.get('xl/worksheets/confere.xml')?.toString()).toContain('Second');
    expect(after.get('xl/workbook.xml')?.toString()).toBe(
      parts.get('xl/workbook.xml')?.toString().replaceAll('confere 2', 'Totais &amp; mais'),
    );
  });

  it.each(books)(
    'replaces the columns of an earlier result in %s, and grows no further',
    async (name, book) => {
      // Without headings nothing shows that columns are a result.
      if (name === 'no header') return;
      const once = resultIn(name);
      const twice = await intoBook(once.bytes, book.options);
      const [first, second] = [once.parts, await unpackParts(twice.bytes)];
      for (const [part, content] of first)
        expect(second.get(part)?.toString(), part).toBe(content.toString());
      const narrow = await intoBook(once.bytes, book.options, { headings: HEADINGS.slice(0, 2) });
      const parts = await unpackParts(narrow.bytes);
      for (const [part, columns] of Object.entries(addedTo(name))) {
        const rows = cellsOf(parts.get(part)?.toString() ?? '');
        const results = rows.filter(({ cells }) => cells.get(columns[0] ?? '') === 'found');
        for (const { cells } of results) expect(cells.get(columns[3] ?? '')).toBeUndefined();
      }
    },
  );
});

describe.skipIf(isQuick || !existsSync('/usr/bin/soffice'))('LibreOffice', () => {
  it('shows the same cells of the user before and after', { timeout: 180_000 }, () => {
    const folder = newFolder();
    for (const [name, book] of books) {
      const key = name.replaceAll(' ', '-');
      writeFileSync(join(folder, `${key}-before.xlsx`), packBook(book));
      writeFileSync(join(folder, `${key}-after.xlsx`), resultIn(name).bytes);
    }
    const files = readdirSync(folder).map((file) => join(folder, file));
    const all = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync(
      'soffice',
      [profile, '--headless', '--convert-to', all, '--outdir', folder, ...files],
      {
        stdio: 'ignore',
      },
    );
    const tables = readdirSync(folder).filter((file) => file.endsWith('.csv'));
    const before = tables.filter((file) => file.includes('-before-'));
    expect(before.length).toBeGreaterThanOrEqual(books.length);
    for (const file of before) {
      const rows = (path: string): string[][] =>
        parse(readFileSync(join(folder, path)), { relax_column_count: true });
      const [old, now] = [rows(file), rows(file.replace('-before-', '-after-'))];
      const width = Math.max(0, ...old.map(({ length }) => length));
      const own = now.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? ''));
      expect(own, file).toEqual(
        old.map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? '')),
      );
    }
  });
});

/** The rows of a sheet with their cells by column letter. */
function cellsOf(xml: string) {
  const rows: { cells: Map<string, string> }[] = [];
  const parser = sax.parser(true);
  const local = (name: string) => name.replace(/^.*:/, '');
  let [column, text] = [0, ''];
  parser.onopentag = ({ name, attributes }) => {
    if (local(name) === 'row') {
      rows.push({ cells: new Map() });
      column = 0;
    } else if (local(name) === 'c') {
      const reference = attributes['r'] as string | undefined;
      column = reference === undefined ? column + 1 : reference.charCodeAt(0) - 64;
      text = '';
    }
  };
  parser.ontext = parser.oncdata = (more) => (text += more);
  parser.onclosetag = (name) => {
    if (local(name) === 'c') rows.at(-1)?.cells.set(String.fromCharCode(64 + column), text);
  };
  parser.write(xml.replace(/^\ufeff/, '')).close();
  return rows;
}

const words = (text: string) => text.split(' ');
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  worksheet: words(
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems tableParts extLst',
  ),
  workbook: words(
    'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst',
  ),
  styleSheet: words(
    'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst',
  ),
  row: words('c extLst'),
};

/** The names of the children of each element, and the identifying attributes of siblings and relations. */
function structure(xml: string) {
  const children: [string, string[]][] = [];
  const open: [string, string[]][] = [];
  const ids: string[] = [];
  const parser = sax.parser(true, { xmlns: true });
  const local = (name: string) => name.replace(/^.*:/, '');
  parser.onopentag = ({ name, attributes: given }) => {
    const attributes = Object.fromEntries(
      Object.values(given as Record<string, sax.QualifiedAttribute>).map((one) => [
        one.name,
        one.value,
      ]),
    );
    open.at(-1)?.[1].push(local(name));
    const entry: [string, string[]] = [local(name), []];
    open.push(entry);
    children.push(entry);
    for (const id of ['Id', 'sheetId', 'PartName'])
      if (attributes[id] !== undefined) ids.push(`${id} ${attributes[id]}`);
    if (['row', 'c'].includes(local(name)) && attributes['r'] !== undefined)
      ids.push(`${local(name)} ${attributes['r']}`);
    if (local(name) === 'tableColumn')
      ids.push(
        `id ${String(attributes['id'])}`,
        `name ${String(attributes['name']).toLowerCase()}`,
      );
    if (local(name) === 'definedName')
      ids.push(`${String(attributes['name'])} ${String(attributes['localSheetId'])}`);
    if (local(name) === 'col') ids.push(`col ${String(attributes['min'])}`);
  };
  parser.onclosetag = () => open.pop();
  parser.write(xml.replace(/^\ufeff/, '')).close();
  return { children, ids };
}

describe('the reader of a workbook', () => {
  it.each([
    ['openpyxl', /3 formulas have no stored value \("Letras" 3\)/],
    ['pivot', /outside the table "Tabela1"/],
  ] as const)('says what is in the way in %s', async (name, told) => {
    const { layout } = await readBook(packBook(officeBooks[name]));
    expect(layout.notes?.join('\n')).toMatch(told);
  });

  it('counts errors by their columns, and says nothing of a workbook without any', async () => {
    const { parts } = officeBooks.excel;
    const { layout } = await readBook(packBook({ parts }));
    expect(layout.notes).toEqual([]);
    const broken = parts.map(([part, xml]): [string, string] => [
      part,
      xml.replace('<v>2469</v>', '<v>#N/A</v>').replace('<c r="D2">', '<c r="D2" t="e">'),
    ]);
    const found = await readBook(packBook({ parts: broken }));
    expect(found.layout.notes?.join()).toContain('1 cell shows an error such as #N/A ("Dobro" 1)');
  });

  it('finds the same identifiers, and not the sheet of totals', async () => {
    const { bytes } = await intoOffice(officeBooks.excel);
    const { layout } = await readBook(bytes);
    expect(layout.origin?.sheet?.name).toBe('Clientes');
    expect(layout.columns).toEqual(['CPF', 'Desde', 'Valor', 'Dobro', ...HEADINGS]);
  });
});
