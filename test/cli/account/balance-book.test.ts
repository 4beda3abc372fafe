import { writeFile } from 'node:fs/promises';
import { openDatabase } from '../../../src/sqlite/index.js';
import { transcripts } from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';
import { ledgerOf, makeCpf, type User } from '../support.js';

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

it('a reading by confere quota is written down in its place', async ({ user }) => {
  await user.run(['cpf', makeCpf(1)]);
  const { tick } = await bookOf(user);
  await user.ends(0, 'quota');
  const { readings } = await bookOf(user);
  expect(readings).toMatchObject([{ used: 0 }, { before: tick, used: 1 }]);
  expect(readings[1]?.after).toBeGreaterThan(tick);
});

transcripts('balance-book', {
  'the ledger is damaged': async ({ user }) => writeFile(await ledgerOf(user), 'no database'),
});
transcripts('spend');
