import { describe, it } from 'vitest';
import { scenarioOf } from './campaign.js';
import { clockJumps, freeFaults, jobFates, otherWays, submissionFaults } from './kinds.js';
import { isSampled } from './sample.js';
import type { Scenario } from './scenario.js';
import { survive, told } from './survive.js';
import { SIDES } from './systematic.js';

/** The tests do not wait for real time, but a busy machine may be slow. */
const PATIENCE = { timeout: 180_000 };
const SEEDS = ['2026/1', '2026/2'];
/** Tests every n-th change of state; `npm run chaos` tests all of them. */
const STRIDE = 12;
const RENAMES = [1, 2, 3].flatMap((n) => SIDES.map((side) => `failing rename${n}:${side}`));

const named = (scenarios: readonly Scenario[]) =>
  scenarios.map((scenario) => [scenario.name, scenario] as const);

describe.concurrent('a batch survives, paid once and nothing lost', PATIENCE, () => {
  it.for([
    ['failing', 1],
    ['failing', 5],
    ['failing', 9],
    ['mixed', 2],
  ] as const)(
    'a kill at changes of state: %s, from number %i',
    async ([base, from], { expect }) => {
      for (let [n, isKilled] = [from as number, true]; isKilled; n += STRIDE) {
        const side = n % (2 * STRIDE) < STRIDE ? 'before' : 'after';
        const name = `${base} ${n}:${side}`;
        if (isSampled(name)) continue;
        const survived = await survive(scenarioOf(name), true);
        expect(told(survived)).toBe('survived');
        isKilled = survived.wasKilled;
        expect(isKilled || n > STRIDE).toBe(true);
      }
    },
  );

  it.for(RENAMES.filter((name) => !isSampled(name)))(
    'a kill at a rename, of its input (1 and 2) or its result (3): %s',
    async (name, { expect }) => {
      const survived = await survive(scenarioOf(name), true);
      expect(told(survived)).toBe('survived');
      expect(survived.wasKilled).toBe(true);
    },
  );

  it.for(named(submissionFaults()))('%s', async ([, scenario], { expect }) => {
    expect(told(await survive(scenario, true))).toBe('survived');
  });

  it.for(named(freeFaults()))(
    'faults of the free requests: %s',
    async ([, scenario], { expect }) => {
      expect(told(await survive(scenario, true))).toBe('survived');
    },
  );

  it.for(named(jobFates()))('a job that %s', async ([, scenario], { expect }) => {
    expect(told(await survive(scenario, true))).toBe('survived');
  });

  it.for(named(clockJumps()))('a jump of the clock: %s', async ([, scenario], { expect }) => {
    expect(told(await survive(scenario, true))).toBe('survived');
  });

  it.for(named(otherWays()))('%s', async ([, scenario], { expect }) => {
    expect(told(await survive(scenario, true))).toBe('survived');
  });

  it.for(SEEDS)('the chaos of seed %s', async (name, { expect }) => {
    expect(told(await survive(scenarioOf(name), true))).toBe('survived');
  });
});
