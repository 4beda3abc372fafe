import { describe, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/clock.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { openSqliteLedger } from '../../../src/ledger/sqlite/index.js';
import { systemClock } from '../../../src/system.js';
import { allEngines } from '../../../src/sqlite/choose-engine.js';
import { testFolder } from '../support.js';

/** An engine of the ledger: opens the ledger in `place`; two that open the same place share it. */
export interface Engine {
  readonly name: string;
  readonly open: (place: string, clock?: Clock) => Promise<Ledger>;
}

/** Every SQLite library that works here. */
const engines: readonly Engine[] = allEngines().map((engine) => ({
  name: `sqlite, ${engine.name}`,
  open: (place, clock = systemClock) => Promise.resolve(openSqliteLedger(place, clock, engine)),
}));

export interface Contract {
  /** Opens a new ledger, which is closed at the end of the test. */
  readonly ledger: () => Promise<Ledger>;
  /** Opens the same ledger twice, as two processes would. */
  readonly two: () => Promise<readonly [Ledger, Ledger]>;
}

/** Runs the contract for every engine. */
export function contractOf(subject: string, rules: (contract: Contract) => void): void {
  describe.each(engines)(`${subject} ($name)`, ({ open }) => {
    const opened = async (place: string): Promise<Ledger> => {
      const ledger = await open(place);
      onTestFinished(() => ledger.close());
      return ledger;
    };
    rules({
      ledger: async () => opened(await testFolder()),
      two: async () => {
        const place = await testFolder();
        return [await opened(place), await opened(place)];
      },
    });
  });
}
