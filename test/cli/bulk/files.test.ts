import { stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { number, text, workbook } from '../../helpers/files/workbook.js';
import { transcripts, type Scene } from '../../helpers/transcript.js';
import { expect } from '../../helpers/with-service.js';
import { ledgerOf, makeCpf, PERSON, sized, type User } from '../support.js';
import { opened } from '../../ledger/support.js';

const sheet = (name: string, ...from: readonly number[]) => ({
  name,
  rows: [[text('CPF')], ...from.map((n) => [text(makeCpf(n))])],
});
const BOOK = workbook({ sheets: [sheet('Clientes', 1)] });

const events = {
  'link.csv leads to in.csv': ({ user }: Scene) => symlink('in.csv', join(user.folder, 'link.csv')),
  'b-out.csv is edited by hand': ({ user }: Scene) => user.file('b-out.csv', 'by hand\n'),
  'a.csv has other rows': ({ user }: Scene) => user.file('a.csv', sized(2, 50)),
  'in.csv, in.xls and in.dat.gz are workbooks, in.xlsx and in.txt.gz are texts': async ({
    user,
  }: Scene) => {
    await user.file('in.csv', BOOK);
    await user.file('in.xls', BOOK);
    await user.file('in.dat.gz', gzipSync(BOOK));
    await user.file('in.xlsx', sized(1));
    await user.file('in.txt.gz', gzipSync(sized(1)));
  },
  'in.csv.gz is a gzip file, and book.csv a workbook': async ({ user }: Scene) => {
    await user.file('in.csv.gz', gzipSync(sized(2)));
    const cover = { name: 'Capa', rows: [[text('Maio')]] };
    await user.file('book.csv', workbook({ sheets: [cover, sheet('Clientes', 1, 2)] }));
  },
  'in.xlsx has two sheets with two CPFs each, of which they share one': ({ user }: Scene) =>
    user.file('in.xlsx', workbook({ sheets: [sheet('Nov', 1, 2), sheet('Dez', 2, 3)] })),
  'in.xlsx has an identifier and amounts as numbers, and texts like them': ({ user }: Scene) => {
    const rows = [
      [text('CPF'), text('Valor'), text('Nota')],
      [number(4026066207), number(-3.5), text('1.5')],
      [text(makeCpf(2)), number(1234.5), text('-7')],
      [text('52998224724'), number(12), text('=1')],
    ];
    return user.file('in.xlsx', workbook({ sheets: [{ name: 'Plan1', rows }] }));
  },
  'there are 20 more batches': async ({ user }: Scene) => {
    const ledger = await opened(dirname(await ledgerOf(user)));
    for (let n = 10; n < 30; n++) await ledger.plannedBatch([makeCpf(n)], { id: `abcdefgh${n}` });
  },
  'what was written is for its owner alone': async ({ user }: Scene) => {
    for (const ext of ['csv', 'xlsx']) await isPrivate(user, `c.${ext}`);
  },
  'the page and its numbers have nothing personal': async ({ user, server }: Scene) => {
    await isPrivate(user, 'report.html');
    const page = await user.read('report.html');
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    const { stdout } = await user.ends(0, 'bulk report --json');
    const ids = [1, 2, 3].flatMap((n) => [makeCpf(n), makeCpf(n).slice(3, 9)]);
    for (const secret of [...ids, /maria/i, PERSON, user.folder, server.key])
      expect(page + stdout).not.toMatch(secret);
  },
};

async function isPrivate(user: User, name: string): Promise<void> {
  const { mode } = await stat(join(user.folder, name));
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
}

for (const name of ['several', 'output', 'check', 'diff']) transcripts(`bulk-${name}`, events);
// The commands are those of a POSIX shell.
if (process.platform !== 'win32') transcripts('bulk-notify');
