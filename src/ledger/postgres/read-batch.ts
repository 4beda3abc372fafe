import type { Clock } from '../../clock.js';
import type { BatchReading } from '../operations/reading.js';
import { figuresOf } from '../transactions/reading.js';
import type { Pool } from './connection/pool.js';
import type { Db } from '../db/db.js';
import type { Leases } from './leases.js';
import { createAnswers } from './tables/answers.js';
import type { Tables } from '../tables/index.js';
import { tablesOf } from './transactions.js';

/** Uses a connection of its own, which keeps one state of the ledger until the reading is closed. */
export async function readBatch(
  pool: Pool,
  leases: Leases,
  clock: Pick<Clock, 'uptime'>,
  num: number,
): Promise<BatchReading | undefined> {
  const { session, end } = await pool.beginRead();
  try {
    const reading = await beginReading(session, tablesOf(session, leases, clock), num);
    if (reading === undefined) await end();
    return reading && { ...reading, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function beginReading(
  session: Db,
  tables: Tables,
  num: number,
): Promise<Omit<BatchReading, 'close'> | undefined> {
  const [figures] = await figuresOf(tables, num);
  if (figures === undefined) return undefined;
  const answers = createAnswers(session);
  return {
    figures,
    lastAnswerAt: await answers.lastAt(num),
    answers: () => answers.of(num),
    outcomes: () => answers.outcomes(num),
  };
}
