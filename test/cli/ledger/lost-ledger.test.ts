import { statSync } from 'node:fs';
import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import type { User } from '../../helpers/run-confere.js';
import { sized } from '../bulk/bulk-support.js';
import { it as machines } from '../machines/support.js';

/** Commands that may charge, write or show. */
const COMMANDS = [
  ...['bulk run a.csv --overwrite', 'bulk submit a.csv', 'bulk resume', 'bulk watch', 'bulk list'],
  ...[`cpf ${makeCpf(1)}`, 'spend', 'ledger status', 'ledger check'],
];

async function folderOfLedger({ folder }: User): Promise<string> {
  const ledgers = join(folder, 'home', 'state', 'ledgers');
  const [own = ''] = await readdir(ledgers);
  return join(ledgers, own);
}

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
    const folder = await folderOfLedger(user);
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
    const folder = await folderOfLedger(user);
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
