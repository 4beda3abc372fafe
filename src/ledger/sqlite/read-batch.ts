import type { Clock } from '../../clock.js';
import type { Engine } from '../../sqlite/engine.js';
import { openDatabase, type Database } from '../../sqlite/index.js';
import type { BatchReading } from '../operations/reading.js';
import { figuresOf } from '../transactions/reading.js';
import { runAtOnce } from '../transactions/steps.js';
import type { Answer, Outcome } from '../types.js';
import { BUSY_TIMEOUT } from './patience.js';
import { createTables } from './tables/index.js';
import { stepsOf } from './transactions.js';

/** Where a ledger is, and with what it is read. */
export interface Place {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
}

/** Uses a connection of its own, which holds one state of the database until the reading is closed. */
export function readBatch(place: Place, num: number): BatchReading | undefined {
  const own = openDatabase(place.path, BUSY_TIMEOUT, place.engine);
  try {
    const reading = beginReading(own, place, num);
    if (reading === undefined) own.close();
    return reading;
  } catch (error) {
    own.close();
    throw error;
  }
}

function beginReading(own: Database, { clock }: Place, num: number): BatchReading | undefined {
  own.exec('BEGIN');
  const tables = createTables(own, clock);
  const [figures] = runAtOnce((steps) => figuresOf(steps, num), stepsOf(tables));
  if (figures === undefined) return undefined;
  return {
    figures,
    lastAnswerAt: tables.answers.lastAt(num),
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async *answers(): AsyncGenerator<Answer> {
      yield* tables.answers.of(num);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
    async *outcomes(): AsyncGenerator<readonly Outcome[]> {
      yield* tables.answers.outcomes(num);
    },
    close: () => {
      own.close();
      return Promise.resolve();
    },
  };
}
