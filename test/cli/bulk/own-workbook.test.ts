import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackParts } from '../../export/workbook/into.js';
import { officeBooks, packBook, type OfficeBook } from '../../helpers/files/office.js';
import { storedBytes } from '../../helpers/files/stored-files.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { kept, makeCpf, parsed, type Referee, type User } from '../support.js';

const CPFS = ['529.982.247-25', '111.444.777-35', '123.456.789-09'];

/** A workbook with the CPFs that the service knows, and with parts changed. */
function bookOf(
  { parts }: OfficeBook,
  change: (part: string, xml: string) => string = (_, xml) => xml,
) {
  const known = (xml: string) =>
    CPFS.reduce((text, cpf, at) => text.replaceAll(cpf, makeCpf(at + 1)), xml);
  return packBook({ parts: parts.map(([name, xml]) => [name, change(name, known(xml))]) });
}

const partsIn = async (user: User, name: string) =>
  unpackParts(await readFile(join(user.folder, name)));

const posts = ({ log }: Referee) => log.filter((line) => line.startsWith('POST'));

const SHEET = 'xl/worksheets/sheet1.xml';

describe('bulk run of a workbook', () => {
  it('gives the workbook back, and the one of the last run', async ({ server, user }) => {
    await user.file('carteira.xlsx', bookOf(officeBooks.excel));
    await user.ends(0, 'bulk run carteira.xlsx');
    const first = await partsIn(user, 'carteira.confere.xlsx');
    expect(first.get(SHEET)?.toString()).toContain('<c r="E1" s="3" t="inlineStr">');
    expect(first.get('xl/calcChain.xml')).toBeDefined();
    const sent = posts(server).length;
    expect(sent).toBeGreaterThan(0);
    // The text of the sheet that is read is the same, so that this is the same batch.
    const changed = bookOf(officeBooks.excel, (part, xml) =>
      part.endsWith('sheet2.xml') ? xml.replace('3703.5', '4000') : xml,
    );
    await user.file('carteira.xlsx', changed);
    await user.ends(0, 'bulk run carteira.xlsx');
    expect(posts(server)).toHaveLength(sent);
    const second = await partsIn(user, 'carteira.confere.xlsx');
    expect(second.get('xl/worksheets/sheet2.xml')?.toString()).toContain('4000');
    expect(second.get(SHEET)).toEqual(first.get(SHEET));
    const check = await user.ends(0, 'ledger check');
    expect(check.stdout + check.stderr).not.toMatch(/workbook/);
  });

  it('keeps macros under a name that says so', async ({ server, user }) => {
    await user.file('carteira.xlsm', bookOf(officeBooks.macros));
    const { stderr } = await user.ends(2, 'bulk run carteira.xlsm -o carteira2.xlsx');
    expect(stderr).toContain('ends in .xlsm, not .xlsx');
    expect(posts(server)).toEqual([]);
    await user.ends(0, 'bulk run carteira.xlsm');
    const parts = await partsIn(user, 'carteira.confere.xlsm');
    expect(parts.has('xl/vbaProject.bin')).toBe(true);
    await user.ends(2, 'bulk export --only found -o found.xlsm');
    await user.ends(0, 'bulk run carteira.xlsm --only found');
    expect(existsSync(join(user.folder, 'carteira.confere.xlsx'))).toBe(true);
  });

  it('refuses a signed workbook before anything is sent, but not its result elsewhere', async ({
    server,
    user,
  }) => {
    const signature =
      '<Relationship Id="s" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/></Relationships>';
    const signed = bookOf(officeBooks.sheetjs, (part, xml) =>
      part === '_rels/.rels' ? xml.replace('</Relationships>', signature) : xml,
    );
    await user.file('carteira.xlsx', signed);
    for (const more of ['', ' -n']) {
      const { stderr } = await user.ends(2, `bulk run carteira.xlsx${more}`);
      expect(stderr).toContain('is signed');
    }
    expect(posts(server)).toEqual([]);
    expect(await user.json('bulk list')).toEqual([]);
    await user.ends(0, 'bulk run carteira.xlsx -o carteira.csv');
  });

  it('refuses a workbook without free columns', async ({ server, user }) => {
    const full = bookOf(officeBooks.sheetjs, (part, xml) =>
      part === SHEET ? xml.replace('</c></row>', '</c><c r="XFA1"/></row>') : xml,
    );
    await user.file('carteira.xlsx', full);
    const { stderr } = await user.ends(2, 'bulk run carteira.xlsx');
    expect(stderr).toContain('16,384 columns');
    expect(posts(server)).toEqual([]);
  });

  it('forgets the workbook with a person in it, and says so', async ({ user }) => {
    await user.file('carteira.xlsx', bookOf(officeBooks.sheetjs));
    await user.ends(0, 'bulk run carteira.xlsx');
    expect(await kept(user, /[/\\]workbook$/)).toHaveLength(1);
    const { stderr } = await user.ends(0, `purge ${makeCpf(1)} --yes`);
    expect(stderr).toContain(
      'The workbook of that batch was deleted, too: later results are new files.',
    );
    expect(await kept(user, /workbook/)).toEqual([]);
    expect(await storedBytes(user)).not.toContain(makeCpf(1));
    await user.ends(0, 'bulk export -o novo.xlsx');
    const parts = await partsIn(user, 'novo.xlsx');
    expect(parts.get(SHEET)?.toString()).not.toContain('sqref="A1:C4"');
    expect(parts.get(SHEET)?.toString()).not.toContain(makeCpf(1));
  });

  it('finds a person in a sheet of the workbook that was not read', async ({ user }) => {
    const other = bookOf(officeBooks.excel, (part, xml) =>
      part.endsWith('sheet2.xml')
        ? xml.replace('<v>3703.5</v>', `<v>${Number(makeCpf(9))}</v>`)
        : xml,
    );
    await user.file('carteira.xlsx', other);
    await user.ends(0, 'bulk run carteira.xlsx --sheet Clientes');
    const gone = parsed((await user.ends(0, `purge ${makeCpf(9)} --yes --json`)).stdout);
    expect(gone).toMatchObject({ rows: 0, workbooks: 1 });
    expect(await kept(user, /workbook/)).toEqual([]);
  });
});
