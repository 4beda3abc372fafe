import type { Clock } from '../../clock.js';
import type { Engine } from '../../sqlite/engine.js';
import { openDatabase } from '../../sqlite/index.js';
import type { BatchReading } from '../operations/reading.js';
import { readBatch as readIn } from '../read-batch.js';
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

/* eslint-disable @typescript-eslint/require-await -- SQLite answers at once */
/** Uses a connection of its own, which holds one state of the database until the reading is closed. */
export async function readBatch(place: Place, num: number): Promise<BatchReading | undefined> {
  const own = openDatabase(place.path, BUSY_TIMEOUT, place.engine);
  own.exec('BEGIN');
  const answers = createAnswers(own);
  const later = {
    lastAt: async () => answers.lastAt(num),
    async *of() {
      yield* answers.of(num);
    },
    async *outcomes() {
      yield* answers.outcomes(num);
    },
  };
  const end = async () => {
    own.close();
  };
  return readIn({ tables: sqliteTables(own, place.clock), answers: later, end }, num);
}
