import type { Db } from '../../db/db.js';
import { createReadings } from './readings.js';
import { createActivity, createRequests } from './requests.js';

/** The readings of the balance, and the requests that may have been charged. */
export function createBalances(db: Db) {
  return { ...createReadings(db), ...createRequests(db), ...createActivity(db) };
}
