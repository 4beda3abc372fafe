import type { Clock } from '../../clock.js';
import type { Engine } from '../../sqlite/engine.js';
import { openDatabase } from '../../sqlite/index.js';
import { statementsOf } from '../db/sqlite-db.js';
import type { BatchReading } from '../operations/reading.js';
import { readBatch as readIn } from '../read-batch.js';
import { createTables, type Holders } from '../tables/index.js';
import { BUSY_TIMEOUT } from './patience.js';

/** Where a ledger is, and with what it is read. */
export interface Place {
  readonly folder: string;
  readonly path: string;
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'uptime' | 'now'>;
}

/** What only reads asks nobody. */
const NOBODY: Holders = { hold: () => undefined, lives: () => true };

/** Uses a connection of its own, which holds one state of the database until the reading is closed. */
export async function readBatch(place: Place, num: number): Promise<BatchReading | undefined> {
  const own = openDatabase(place.path, BUSY_TIMEOUT, place.engine);
  own.exec('BEGIN');
  const end = () => {
    own.close();
    return Promise.resolve();
  };
  return readIn({ tables: createTables(statementsOf(own), place.clock, NOBODY), end }, num);
}
