import { statSync, existsSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { it as machines } from '../machines/support.js';
import { openDatabase } from '../../../src/sqlite/index.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { kept, ledgerOf, makeCpf, sized } from '../support.js';

/** Commands that may charge, write or show. */
const COMMANDS = [
  ...['bulk run a.csv --overwrite', 'bulk submit a.csv', 'bulk resume', 'bulk watch', 'bulk list'],
  ...[`cpf ${makeCpf(1)}`, 'spend', 'ledger status', 'ledger check'],
];

const FILES = ['ledger.db', 'ledger.db-wal', 'ledger.db-shm'];

const LOSSES = {
  'is gone': async (folder: string) => {
    for (const file of FILES) await rm(join(folder, file), { force: true });
  },
  'is empty': async (folder: string) => {
    for (const file of FILES) await rm(join(folder, file), { force: true });
    await writeFile(join(folder, 'ledger.db'), '');
  },
};

describe('a ledger that does not know what this machine paid for', { timeout: 60_000 }, () => {
  it.for(Object.entries(LOSSES))('whose file %s is refused', async ([, lose], { server, user }) => {
    await user.file('a.csv', sized(3));
    await user.ends(0, 'bulk run a.csv');
    const folder = dirname(await ledgerOf(user));
    await lose(folder);
    const asked = server.log.length;
    for (const command of COMMANDS) {
      const refused = await user.ends(5, command);
      expect(refused.stderr).toContain('Nothing was sent: the ledger in');
      expect(refused.stderr).toContain("'confere ledger check --accept'");
    }
    // None is begun anew.
    const { size = 0 } = statSync(join(folder, 'ledger.db'), { throwIfNoEntry: false }) ?? {};
    expect(size).toBe(0);
    await user.ends(0, 'bulk check a.csv');
    expect(server.log).toHaveLength(asked);
  });

  it('which is older is refused until the user accepts it', async ({ server, user }) => {
    await user.run(['cpf', makeCpf(50)]);
    const folder = dirname(await ledgerOf(user));
    await cp(join(folder, 'ledger.db'), join(user.folder, 'backup.db'));
    await user.file('a.csv', sized(3));
    await user.ends(0, 'bulk run a.csv');
    for (const file of FILES) await rm(join(folder, file), { force: true });
    await cp(join(user.folder, 'backup.db'), join(folder, 'ledger.db'));
    const asked = server.log.length;
    for (const command of COMMANDS) {
      const refused = await user.ends(5, command);
      expect(refused.stderr).toContain('does not have 1 batch that ran on this machine');
    }
    expect(server.log).toHaveLength(asked);
    const accepted = await user.ends(0, 'ledger check --accept');
    expect(accepted.stdout).toContain('Ledger check passed: 0 batches');
    expect(accepted.stderr).toContain('1 batch is not in this ledger');
    expect(accepted.stderr).toContain('may be charged again');
    await user.ends(0, 'bulk run a.csv --overwrite');
    expect(await user.run('ledger check --accept')).toMatchObject({ code: 0, stderr: '' });
    await user.run('purge --older-than 0ms -y');
    expect(await readdir(join(folder, 'lost'))).toEqual([]);
  });
});

describe.runIf(HAS_SERVER)('a database that a backup came back to', { timeout: 60_000 }, () => {
  machines('is refused by the machine that worked on a batch', async ({ together }) => {
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
  });
});

describe.concurrent('confere ledger', { timeout: 60_000 }, () => {
  it('says what there is, and makes no ledger to say so', async ({ user }) => {
    const none = await user.run('ledger status');
    expect(none).toMatchObject({ code: 0, stderr: '' });
    expect(none.stdout).toContain('There is no ledger yet');
    expect(await user.json('ledger check')).toMatchObject({ exists: false });
    await user.file('a.csv', sized(3));
    await user.run(['cpf', makeCpf(9)]);
    await user.run('bulk run a.csv');
    expect(await user.json('ledger status')).toMatchObject({
      exists: true,
      engine: 'sqlite',
      schema: null,
      records: 4,
      batches: { complete: 1, running: 0 },
      underWay: 0,
      unsettled: 0,
    });
    const text = (await user.run('ledger status')).stdout;
    expect(text).toMatch(/^Batches +complete: 1$/m);
    const env = { CONFERE_LANG: 'pt-BR' };
    const portuguese = (await user.run('ledger status', { env })).stdout;
    expect(portuguese).toMatch(/^Lotes +concluído: 1$/m);
  });

  it('leads from a doubt about a lookup to the lookup', async ({ server, user }) => {
    server.script(`GET /cpf/${makeCpf(1)}`, 'drop_after');
    await user.ends(10, ['cpf', makeCpf(1)]);
    const { stdout } = await user.run('ledger status');
    expect(stdout).toMatch(/^Unconfirmed +1 request$/m);
    const named = new RegExp(
      `^ +CPF \\*{3}\\.000\\.\\d{3}-\\*\\*, sent at .*: 'confere cpf <CPF>' checks`,
      'm',
    );
    expect(stdout).toMatch(named);
    expect(stdout).not.toContain(makeCpf(1));
  });

  it.for([
    'ledger copy --to local',
    '--sandbox ledger copy --to local',
    '--sandbox ledger copy --to postgres://u@127.0.0.1/d',
  ])('is not moved onto itself: %s', async (line, { user }) => {
    const { stderr } = await user.ends(2, line);
    expect(stderr).toContain('--to <place> moves the ledger to another place');
    await user.ends(0, line.replace(/ledger.*/, `cpf ${makeCpf(1)}`));
  });

  it('is sound after work, and names what is not with exit 5', async ({ server, user }) => {
    await user.file('a.csv', sized(3));
    await user.run('bulk run a.csv');
    const sound = await user.run('ledger check');
    expect(sound).toMatchObject({ code: 0, stderr: '' });
    expect(sound.stdout).toBe('Ledger check passed: 1 batch and 3 records.\n');
    const asked = server.log.length;
    const path = await ledgerOf(user);
    const db = openDatabase(path);
    db.exec('PRAGMA foreign_keys=OFF; DELETE FROM records; UPDATE batches SET row_count = 9');
    db.close();
    await rm((await kept(user, /batches.*input$/))[0] ?? '');
    const broken = await user.ends(5, 'ledger check --json');
    const told = JSON.parse(broken.stdout) as { findings: { of: string; message: string }[] };
    expect(told).toMatchObject({ sound: false, batches: 1, records: 0 });
    expect(told.findings.map(({ of }) => of)).toEqual(['rows', 'records', 'copy']);
    expect(JSON.parse(broken.stderr)).toMatchObject({
      error: { code: 'ledger_unsound', exitCode: 5 },
    });
    const human = await user.run('ledger check');
    expect(human.stdout.trim().split('\n').length).toBeGreaterThanOrEqual(3);
    expect(human.stdout).toContain(
      'its copy of the input is missing or changed, so its results cannot be written',
    );
    expect(human.stderr).toContain('Ledger check failed: 3 problems (above).');
    expect(server.log).toHaveLength(asked);
  });
});

it.runIf(HAS_SERVER)(
  'a ledger is not moved onto its own database by another address',
  async ({ user }) => {
    const { url } = await newDatabase();
    const env = { CONFERE_LEDGER: url };
    const copy = ['ledger', 'copy', '--to', url.replace('127.0.0.1', 'localhost')];
    for (const id of [1, 2]) {
      expect((await user.ends(2, copy, { env })).stderr).toContain('to another place');
      // Nothing was marked, whether it was empty or not.
      await user.ends(0, ['cpf', makeCpf(id)], { env });
    }
  },
);

it.runIf(HAS_SERVER)(
  'ledger copy moves there and back, nobody pays twice',
  { timeout: 90_000 },
  async ({ server, user }) => {
    const { url } = await newDatabase();
    await user.file('a.csv', sized(4));
    await user.run('bulk run a.csv');
    await user.run(['cpf', makeCpf(50)]);
    const paid = server.book.charged.length;
    const moved = await user.run(['ledger', 'copy', '--to', url]);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toContain('Moved 1 batch and 5 records');
    expect(moved.stdout).toContain(`confere config set ledger ${url}`);
    // Killed before it could say so, it is run again.
    expect(await user.run(['ledger', 'copy', '--to', url])).toEqual(moved);
    const refused = await user.ends(5, ['cpf', makeCpf(51)]);
    expect(refused.stderr).toContain('This ledger was moved to postgres://');
    await user.silent(5, 'bulk export -o late.csv');
    expect((await user.run('bulk export -o - --format csv')).stdout).toBe('');
    expect(existsSync(join(user.folder, 'late.csv'))).toBe(false);
    await user.ends(5, 'bulk submit a.csv --again');
    expect(server.book.charged).toHaveLength(paid);
    const env = { CONFERE_LEDGER: url };
    // What was paid for there answers here.
    await user.ends(0, ['cpf', makeCpf(50)], { env });
    await user.file('b.csv', sized(6));
    await user.ends(0, 'bulk run b.csv', { env });
    await user.ends(0, 'bulk export -o again.csv', { env });
    const check = await user.run('ledger check', { env });
    expect(check).toMatchObject({ code: 0, stderr: '' });
    const back = await user.run('ledger copy --to local --json', { env });
    expect(JSON.parse(back.stdout)).toMatchObject({ moved: true, batches: 2 });
    await user.ends(5, ['cpf', makeCpf(52)], { env });
    await user.ends(0, 'bulk run b.csv --again -o c.csv');
    await user.ends(0, 'ledger check');
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  },
);
