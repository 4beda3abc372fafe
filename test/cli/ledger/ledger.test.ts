import { existsSync, statSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/sqlite/index.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { PT, transcripts, type Row, type Scene, type Step } from '../../helpers/transcript.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { it as machines } from '../machines/support.js';
import { kept, ledgerOf, makeCpf, sized } from '../support.js';

/** Commands that may charge, write or show. */
const COMMANDS = [
  ...['bulk run a.csv --overwrite', 'bulk submit a.csv', 'bulk resume', 'bulk watch', 'bulk list'],
  ...['cpf {1}', 'spend', 'ledger status', 'ledger check'],
];
const FILES = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'];
const A = { files: { 'a.csv': sized(3) } };

const folderOf = async ({ user }: Scene) => dirname(await ledgerOf(user));

async function lose(folder: string): Promise<void> {
  for (const file of FILES) await rm(join(folder, file), { force: true });
}

/** A ledger that is gone, or is empty in this way, and none is begun anew in its place. */
const lost = (how: string, after: (folder: string) => Promise<void>): Row => {
  let folder = '';
  return [
    `a ledger that ${how} beside the batches is refused, and none is begun anew`,
    { ...A, ran: ['bulk run a.csv'] },
    {
      happens: `the ledger ${how}`,
      act: async (scene) => {
        folder = await folderOf(scene);
        await lose(folder);
        await after(folder);
      },
    },
    ...COMMANDS,
    {
      happens: 'no ledger is begun',
      act: () => {
        const facts = statSync(join(folder, 'ledger.db'), { throwIfNoEntry: false });
        expect(facts?.size ?? 0).toBe(0);
      },
    },
    'bulk check a.csv -q',
  ];
};

const backup = (happens: string, act: (folder: string, copy: string) => Promise<void>): Step => ({
  happens,
  act: async (scene) => act(await folderOf(scene), join(scene.user.folder, 'home', 'backup.db')),
});

transcripts('ledger', [
  lost('is gone', () => Promise.resolve()),
  lost('is empty', (folder) => writeFile(join(folder, 'ledger.db'), '')),
  [
    'a ledger that came back from a backup is refused until the user accepts it',
    {
      ...A,
      ran: [
        'cpf {50}',
        backup('it is copied', (folder, copy) => cp(join(folder, 'ledger.db'), copy)),
        'bulk run a.csv',
      ],
    },
    backup('the ledger of before the batch comes back', async (folder, copy) => {
      await lose(folder);
      await cp(copy, join(folder, 'ledger.db'));
    }),
    ...COMMANDS,
    'ledger check --accept',
    'bulk run a.csv --overwrite -q',
    'ledger check --accept',
    // The files have the times of the machine, which are after those of the clock here.
    { happens: 'two years pass', act: ({ clock }) => clock.sleep(730 * 86_400_000) },
    'purge --older-than 0ms -y',
    backup('nothing lost is kept', async (folder) =>
      expect(await readdir(join(folder, 'lost'))).toEqual([]),
    ),
  ],
  [
    'ledger status and check say what there is, and make no ledger to say so',
    A,
    'ledger status',
    'ledger check --json',
    'cpf {9} -q --fields name',
    'bulk run a.csv -q',
    'ledger status --json',
    'ledger status',
    `${PT} ledger status`,
    'ledger check',
  ],
  [
    'ledger status leads from a doubt about a lookup to the lookup',
    {},
    { service: 'GET /cpf/', does: 'drop_after' },
    'cpf {1} -q',
    'ledger status',
  ],
  [
    'a ledger is not moved onto itself',
    {},
    'ledger copy --to local',
    'ledger copy --to local --sandbox',
    'ledger copy --to postgres://u@127.0.0.1/d --sandbox',
    'cpf {1} -q --fields name',
  ],
  [
    'a ledger that is not sound is named with exit 5, each problem in a sentence',
    { ...A, ran: ['bulk run a.csv'] },
    {
      happens: 'records, a count and a copy are damaged',
      act: async ({ user }) => {
        const db = openDatabase(await ledgerOf(user));
        db.exec('PRAGMA foreign_keys=OFF; DELETE FROM records; UPDATE batches SET row_count = 9');
        db.close();
        await rm((await kept(user, /batches.*input$/))[0] ?? '');
      },
    },
    'ledger check --json',
    'ledger check',
    `${PT} ledger check`,
  ],
]);

describe.runIf(HAS_SERVER)('a ledger in a database', { timeout: 90_000 }, () => {
  machines(
    'one that came back is refused by the machine that worked on a batch',
    async ({ together }) => {
      const { one, two, sql } = await together();
      await one.file('a.csv', sized(3));
      await one.ends(0, 'bulk run a.csv -y');
      // As a dump from before the batch: nothing of it is there, also not that it was removed.
      for (const table of ['batches', 'items', 'removed']) await sql(`DELETE FROM ${table}`);
      const { stderr } = await one.ends(5, `cpf ${makeCpf(1)}`);
      expect(stderr).toContain('does not have 1 batch that ran on this machine');
      await two.ends(0, 'bulk list');
      await one.ends(0, 'ledger check --accept');
      await one.ends(0, 'bulk list');
    },
  );

  it('it is not moved onto its own database by another address', async ({ user }) => {
    const { url } = await newDatabase();
    const env = { CONFERE_LEDGER: url };
    const copy = ['ledger', 'copy', '--to', url.replace('127.0.0.1', 'localhost')];
    for (const id of [1, 2]) {
      expect((await user.ends(2, copy, { env })).stderr).toContain('to another place');
      // Nothing was marked, whether it was empty or not.
      await user.ends(0, ['cpf', makeCpf(id)], { env });
    }
  });

  it('it is moved there and back, and nobody pays twice', async ({ server, user }) => {
    const { url } = await newDatabase();
    await user.file('a.csv', sized(4));
    await user.run('bulk run a.csv');
    await user.run(['cpf', makeCpf(50)]);
    const paid = server.book.charged.length;
    const moved = await user.ends(0, ['ledger', 'copy', '--to', url]);
    expect(moved.stdout).toContain('Moved 1 batch and 5 records');
    expect(moved.stdout).toContain(`confere config set ledger ${url}`);
    // Killed before it could say so, it is run again.
    expect(await user.run(['ledger', 'copy', '--to', url])).toEqual(moved);
    const refused = await user.ends(5, ['cpf', makeCpf(51)]);
    expect(refused.stderr).toContain('This ledger was moved to postgres://');
    await user.silent(5, 'bulk export -o late.csv');
    await user.silent(5, 'bulk export -o - --format csv');
    expect(existsSync(join(user.folder, 'late.csv'))).toBe(false);
    await user.ends(5, 'bulk submit a.csv --again');
    expect(server.book.charged).toHaveLength(paid);
    const env = { CONFERE_LEDGER: url };
    // What was paid for there answers here.
    await user.ends(0, ['cpf', makeCpf(50)], { env });
    await user.file('b.csv', sized(6));
    await user.ends(0, 'bulk run b.csv', { env });
    await user.ends(0, 'bulk export -o again.csv', { env });
    expect(await user.ends(0, 'ledger check', { env })).toMatchObject({ stderr: '' });
    const back = await user.json('ledger copy --to local', { env });
    expect(back).toMatchObject({ moved: true, batches: 2 });
    await user.ends(5, ['cpf', makeCpf(52)], { env });
    await user.ends(0, 'bulk run b.csv --again -o c.csv');
    await user.ends(0, 'ledger check');
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  });
});
