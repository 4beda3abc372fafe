import { MIGRATIONS, upgradeOf } from '../schema.js';
import type { Database } from '../../sqlite/index.js';

/** Marks a file as a ledger ("conf" in ASCII). Those of before the first release have no mark. */
const LEDGER = 0x636f6e66;

/**
 * Upgrades the database to the newest schema. One that is the newest is not written to.
 *
 * @throws as `upgradeOf`
 */
export function migrate(db: Database, path: string, migrations = MIGRATIONS): void {
  db.transaction(() => {
    const pragma = (name: string) => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
    const number = pragma('user_version');
    const isKnown = number === 0 || pragma('application_id') === LEDGER;
    const steps = upgradeOf('sqlite', isKnown ? number : null, path, migrations);
    for (const sql of steps) db.exec(sql);
    if (steps.length > 0)
      db.exec(`PRAGMA application_id=${LEDGER}; PRAGMA user_version=${migrations.length}`);
  });
}
