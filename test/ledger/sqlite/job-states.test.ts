import { join } from 'node:path';
import { expect, it } from 'vitest';
import { transitions, type JobState } from '../../../src/ledger/job-states.js';
import { openLedger } from '../../../src/ledger/index.js';
import { systemClock } from '../../../src/system.js';
import { openDatabase, type Database } from '../../../src/sqlite/index.js';
import { NEW_BATCH, testFolder } from '../support.js';

const states = Object.keys(transitions) as JobState[];
const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

/** Opens a ledger with one job in the given state, bypassing the code that guards it. */
async function withJob<T>(state: JobState, work: (db: Database) => T): Promise<T> {
  const folder = await testFolder();
  const ledger = await openLedger(folder, systemClock);
  await ledger.claimBatch(NEW_BATCH, false);
  await ledger.close();
  const db = openDatabase(join(folder, 'ledger.db'));
  try {
    db.prepare(
      `INSERT INTO jobs (batch, seq, kind, state, items, job_id, submitted_at)
       VALUES (1, 1, 'cpf', ?, 3, 'job', 1)`,
    ).run(state);
    return work(db);
  } finally {
    db.close();
  }
}

it.each(pairs)('a job goes from %s to %s only if the table of states says so', async (from, to) => {
  const isAllowed = from === to || transitions[from].includes(to);
  await withJob(from, (db) => {
    const move = () => db.prepare('UPDATE jobs SET state = ?').run(to);
    if (isAllowed) expect(move().changes).toBe(1);
    else expect(move).toThrow('cannot go from this state');
  });
});

it.each(states)('a %s job is removed only with its batch, unless it is planned', async (state) => {
  await withJob(state, (db) => {
    const drop = () => db.prepare('DELETE FROM jobs').run();
    if (state !== 'planned') expect(drop).toThrow('only a planned job');
    else expect(drop().changes).toBe(1);
    db.exec('DELETE FROM batches');
    expect(db.prepare('SELECT count(*) AS n FROM jobs').get()).toEqual({ n: 0 });
  });
});
