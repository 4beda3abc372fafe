import { writeFile } from 'node:fs/promises';
import { openDatabase } from '../../../src/sqlite/index.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, ledgerOf, makeCpf, sized, type User } from '../support.js';

/** The readings of the balance book, oldest first, and the tick now. */
async function bookOf(user: User) {
  const db = openDatabase(await ledgerOf(user));
  try {
    const rows = db.prepare('SELECT before, after, used FROM readings ORDER BY after').all();
    const tick = Number(db.prepare('SELECT tick FROM ticks').get()?.['tick']);
    return { tick, readings: rows.map((row) => row as { before: number; after: number }) };
  } finally {
    db.close();
  }
}

describe.concurrent('every reading of the balance is written down', () => {
  it('that of confere quota, in its place', async ({ server, user }) => {
    await user.run(['cpf', makeCpf(1)]);
    const { tick } = await bookOf(user);
    await user.ends(0, 'quota');
    const { readings } = await bookOf(user);
    expect(readings).toMatchObject([{ used: 0 }, { before: tick, used: 1 }]);
    expect(readings[1]?.after).toBeGreaterThan(tick);
    expect(server.log.filter((line) => line.endsWith('/quota'))).toHaveLength(2);
  });

  it('and confere quota says what is set aside', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 1000, holdJobs: true, rows: 3 });
    await user.run('bulk submit in.csv');
    const told = '\n997 free credits (3 reserved for what is running or unconfirmed)\n';
    expect((await user.run('quota')).stdout).toContain(told);
    server.releaseJobs();
    await user.run('bulk watch');
    expect((await user.run('quota')).stdout).not.toContain('reserved');
    server.script('GET /cpf/', 'drop_after');
    await user.ends(10, ['cpf', makeCpf(9)]);
    expect((await user.run('quota')).stdout).toContain(
      '(1 reserved for what is running or unconfirmed)',
    );
  });

  it('and it answers where the ledger is damaged', async ({ user }) => {
    await user.run(['cpf', makeCpf(1)]);
    await writeFile(await ledgerOf(user), 'no database');
    const { code, stdout, stderr } = await user.run('quota --json');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('"remainingCredits":99999');
  });
});

it.concurrent('--dry-run is stopped by the budget of the day that would stop the batch', async ({
  user,
}) => {
  const file = await user.file('in.csv', sized(3));
  await user.run(['cpf', makeCpf(100)]);
  const args = ['bulk', 'run', file, ...FAST];
  for (const more of [['-n'], []]) {
    const enough = more.length === 0 ? [] : ['--max-credits-per-day', '4'];
    await user.ends(7, [...args, ...more, '--max-credits-per-day', '3']);
    await user.ends(0, [...args, ...more, ...enough]);
  }
});
