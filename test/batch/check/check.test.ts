import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';
import { describe, expect, it } from 'vitest';
import { makeCnpj } from '../../helpers/invented.js';
import { cpfAt, cpfs, knownOf, testWorld } from '../support.js';
import { type CountKnown, checkFile, countKnownInJobs } from '../../../src/batch/check/check.js';
import type { InputOptions } from '../../../src/input/index.js';
import { writeRejects } from '../../../src/export/rejects.js';
import { checkNotes, checkText } from '../../../src/commands/bulk/check.js';

const CNPJ = makeCnpj(1);

async function checked(
  content: string | Buffer,
  input: Parameters<typeof checkFile>[0]['input'] = {},
) {
  const world = await testWorld();
  const path = await world.file(content);
  return {
    folder: world.folder,
    path,
    report: await checkFile({ path, name: 'in.csv', input }),
  };
}

const ROWS = [
  ...cpfs(8).map((id) => `a;${id}`),
  `b;${cpfAt(1)}`,
  'c;11111111111;x',
  'd;',
  `e;${CNPJ}`,
  'f',
  'g;529.982.247-24',
];
const CONTENT = `nome;CPF\n${ROWS.join('\n')}\n`;

describe('checkFile', () => {
  it('a check reports each reason with its first rows, and what else is irregular', async () => {
    const { report } = await checked(CONTENT);
    expect(report.summary).toMatchObject({ rows: 14, invalid: 5, duplicates: 1, unique: 8 });
    expect(report.findings).toMatchObject({
      reasons: {
        repeated: { count: 1, first: [11] },
        empty: { count: 2, first: [12, 14] },
        format: { count: 1, first: [13] },
        check_digit: { count: 1, first: [15] },
      },
      duplicates: { count: 1, first: [10] },
      ragged: { count: 2, first: [11, 14] },
      otherKind: { count: 1, first: [13] },
    });
    expect(checkText(report)).toMatch(/^ {4}empty +2 +rows 12, 14 \(empty\)$/m);
    expect(checkNotes(report)).toContain(
      '1 row holds a valid CNPJ in this CPF column (row 13): invalid here; --type both looks up both kinds.',
    );
  });

  it('a check lists at most five rows of each sort', async () => {
    const { report } = await checked(
      `CPF;x\n${cpfs(20)
        .map((id) => `${id};y\n`)
        .join('')}${';y\n'.repeat(7)}`,
    );
    expect(checkText(report)).toMatch(/ 7 +rows 22, 23, 24, 25, 26, … \(empty\)$/m);
  });

  it('a check expects of unpaid identifiers the hit rate of their kind', async () => {
    const { path } = await checked(CONTENT);
    const countKnown: CountKnown = (_, ids) => Promise.resolve(knownOf(ids, [cpfAt(1)]));
    const prices = { cpf: 2, cnpj: 9, realtime: 9 };
    const creditsAt = async (answered: number) => {
      const rates = { cpf: { answered, found: 15 }, cnpj: { answered: 0, found: 0 } };
      const known = { countKnown, prices, rates };
      return (await checkFile({ path, name: 'in.csv', input: {} }, known)).summary.credits;
    };
    // 7 to send, of which three in four are found, at 2 credits each.
    expect(await creditsAt(20)).toMatchObject({ estimated: 14, expected: 11, expectedFrom: 20 });
    expect(await creditsAt(19)).not.toHaveProperty('expected');
  });
});

describe('columns without an identifier', () => {
  it('a column with the first parts of CNPJs is not taken for one of CPFs', async () => {
    const refused = { code: 'no_valid_cell', facts: { reasons: { cnpj_root: 2 } } };
    const roots = checked('raiz\n41230930\n08773135\n', { column: '1', kind: 'cnpj' });
    await expect(roots).rejects.toMatchObject(refused);
  });

  const meant = { option: '2', name: '"cpf"', kind: 'cpf', validShare: 1 };
  const none = { code: 'no_valid_cell', kind: 'usage' };

  it.each<[string, InputOptions, object]>([
    ['empty', { column: 'obs', kind: 'cpf' }, { facts: { reasons: { empty: 2 }, meant } }],
    ['of names', { column: 'nome' }, { facts: { option: '1', kind: 'both', meant } }],
    ['of names, with --type', { column: 'nome', kind: 'cnpj' }, { facts: { option: '1', meant } }],
    ['of the other kind', { column: 'cpf', kind: 'cnpj' }, { code: 'other_kind', facts: meant }],
  ])(
    'a column without an identifier (%s) is refused by a check and by a plan',
    async (_, input, refused) => {
      const world = await testWorld();
      const path = await world.file(`nome;cpf;obs\nAna;${cpfAt(1)};\nBia;${cpfAt(2)};\n`);
      const wanted = { ...none, ...refused };
      await expect(checkFile({ path, name: 'in.csv', input })).rejects.toMatchObject(wanted);
      await expect(world.run(path, { input })).rejects.toMatchObject(wanted);
      expect(await world.ledger().findBatches({})).toEqual([]);
    },
  );

  it('a column is refused only after every row was read', async () => {
    const world = await testWorld();
    const late = `nome;cpf\n${'Ana;12345678900\n'.repeat(200_000)}Bia;${cpfAt(1)}\n`;
    const path = await world.file(late);
    const { summary } = await checkFile({ path, name: 'in.csv', input: { column: 'cpf' } });
    expect(summary).toMatchObject({ rows: 200_001, unique: 1 });
  });
});

const target = (path: string, overwrite = false) => ({ path, overwrite, unique: 'u' });

it.each(['utf8', 'utf16le', 'latin1'] as const)(
  'rejected rows keep the bytes and the byte-order mark of %s',
  async (encoding) => {
    const mark = encoding === 'latin1' ? '' : '\ufeff';
    const text = `CPF;nome\r\n${cpfAt(1)};João\r\n111;"é ""x"""\r\n`;
    const { folder, path, report } = await checked(Buffer.from(mark + text, encoding));
    const rejects = join(folder, 'bad.csv');
    await writeRejects(path, report.layout, 'in.csv', target(rejects));
    const wanted = `${mark}CPF;nome;lookup_status;lookup_reason;lookup_row\r\n111;"é ""x""";invalid;format;3\r\n`;
    expect((await readFile(rejects)).equals(Buffer.from(wanted, encoding))).toBe(true);
  },
);

it('a signal ends the search through the jobs of a batch', async () => {
  const stop = new AbortController();
  const asked: (readonly number[])[] = [];
  const ledger = {
    // Like a ledger on this machine, this one answers before any other callback runs.
    countKnownInJobs(_batch: number, _kind: string, seqs: readonly number[]) {
      asked.push(seqs);
      setImmediate(() => {
        stop.abort(new Error('stopped'));
      });
      return Promise.resolve(knownOf([], []));
    },
  };
  const jobs = Array.from({ length: 25 }, (_, n) => ({ seq: n + 1, kind: 'cpf' as const }));
  const throwIfStopped = () => {
    stop.signal.throwIfAborted();
  };
  await expect(countKnownInJobs(ledger, 1, jobs, throwIfStopped)).rejects.toThrow('stopped');
  expect(asked).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
});
