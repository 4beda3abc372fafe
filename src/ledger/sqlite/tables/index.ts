import type { Clock } from '../../../clock.js';
import type { Database } from '../../../sqlite/index.js';
import { statementsOf } from '../../db/sqlite-db.js';
import { createTables, type OwnTables, type Tables } from '../../tables/index.js';
import type { Holders } from '../holders.js';
import { createItems } from './items/index.js';

/** The statements of one connection. What only reads needs no `holders`. */
export function sqliteTables(
  database: Database,
  clock: Pick<Clock, 'uptime'>,
  holders?: Pick<Holders, 'hold' | 'lives'>,
): Tables {
  const own = {
    items: later(createItems(database)),
    holders: later(holders ?? {}),
  };
  return createTables(statementsOf(database), clock, own as unknown as OwnTables);
}

/** The same methods, whose answers are promised. */
function later(methods: object): Record<string, (...given: never[]) => Promise<unknown>> {
  const all = Object.entries(methods as Record<string, (...given: never[]) => unknown>);
  // eslint-disable-next-line @typescript-eslint/require-await -- SQLite answers at once
  const made = all.map(([name, work]) => [name, async (...given: never[]) => work(...given)]);
  return Object.fromEntries(made) as ReturnType<typeof later>;
}
