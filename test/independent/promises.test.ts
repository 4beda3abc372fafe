import { describe, expect, it } from 'vitest';
import type { Account } from './book.js';
import { broken } from './judge.js';
import { lostAnswers } from './lost-answers.js';
import { oddServices } from './odd-services.js';
import { World } from './world.js';

/** What happens to a user who does what the screen says, and what the service charges for it. */
export interface Scenario {
  readonly name: string;
  readonly account?: Partial<Account>;
  readonly play: (world: World) => Promise<unknown>;
  /** Charges in the service's book at the end. */
  readonly charged: number;
  /** Charged results that are in the ledger; where it is left out, the screen tells that they may be lost. */
  readonly home?: number;
  /** Exit codes, one command after another. */
  readonly exits?: readonly number[];
}

/** A scenario starts up to ten processes, beside those of the others. */
const PATIENCE = 120_000;

describe('nobody pays twice and nothing paid for is lost, whatever the screen advises', () => {
  it.concurrent.each([...lostAnswers, ...oddServices])(
    '$name',
    async (scenario) => {
      const world = new World();
      await world.open(scenario.account);
      try {
        await scenario.play(world);
        const trail = world.trail.map(
          ({ line, code, stderr }) => `${line} → ${String(code)}\n${stderr}`,
        );
        expect(await broken(world), trail.join('\n')).toEqual([]);
        const { book } = world.service;
        expect(book.charges, trail.join('\n')).toHaveLength(scenario.charged);
        if (scenario.exits !== undefined)
          expect(
            world.trail.map(({ code }) => code),
            trail.join('\n'),
          ).toEqual(scenario.exits);
        if (scenario.home !== undefined) {
          const ids = [...book.timesCharged().keys()];
          expect(await world.atHome('cpf', ids)).toHaveProperty('size', scenario.home);
        }
      } finally {
        await world.close();
      }
    },
    PATIENCE,
  );
});
