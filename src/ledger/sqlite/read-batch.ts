import type { Clock } from '../../clock.js';
import type { Engine } from '../../sqlite/engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import type { BatchReading } from '../operations/reading.js';
import { figuresOf } from '../transactions/reading.js';
import type { Answer, Outcome } from '../types.js';
import { BUSY_TIMEOUT } from './patience.js';
import { createAnswers } from './tables/answers.js';
import { sqliteTables } from './tables/index.js';

/** Where a ledger is, and with what it is read. */
export interface Place {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
}

/** Uses a connection of its own, which holds one state of the database until the reading is closed. */
export async function readBatch(place: Place, num: number): Promise<BatchReading | undefined> {
  const own = openDatabase(place.path, BUSY_TIMEOUT, place.engine);
  try {
    const reading = await beginReading(own, place, num);
    if (reading === undefined) own.close();
    return reading;
  } catch (error) {
    own.close();
    throw error;
  }
}

async function beginReading(
  own: Database,
  { clock }: Place,
  num: number,
): Promise<BatchReading | undefined> {
  own.exec('BEGIN');
  const [figures] = await figuresOf(sqliteTables(own, clock), num);
  if (figures === undefined) return undefined;
  const answers = createAnswers(own);
  return {
    figures,
    lastAnswerAt: answers.lastAt(num),
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async *answers(): AsyncGenerator<Answer> {
      yield* answers.of(num);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async *outcomes(): AsyncGenerator<readonly Outcome[]> {
      yield* answers.outcomes(num);
    },
    close: () => {
      own.close();
      return Promise.resolve();
    },
  };
}
