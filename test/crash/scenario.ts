import type { ColumnKind } from '../../src/identifiers/index.js';
import { createRandom, type Random } from './random.js';
import type { Fate } from './server/book.js';
import { WHATS, type Endpoint, type Fault, type What } from './server/faults.js';

/** What happens while one command runs. */
export interface Step {
  readonly faults?: readonly Fault[];
  /** `<n>:before` or `<n>:after`: the change of state at which the command kills itself. */
  readonly crashAt?: string;
  /** Counts every write, not only what lasts. */
  readonly everyWrite?: boolean;
  /** Killed after so many real milliseconds. */
  readonly killAfter?: number;
  /** The clock is put forward (or back) by so many milliseconds before it starts. */
  readonly clockShift?: number;
  /** A second process with the same command starts at the same time. */
  readonly twin?: boolean;
}

/** One batch and everything that befalls it; the commands after the last step run undisturbed. */
export interface Scenario {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Unique identifiers; the input has some of them twice, and invalid rows besides. */
  readonly unique: number;
  /** Every so manieth identifier is not found; 0: all are found. */
  readonly missingEvery: number;
  /** `run`, or `submit`, `watch` and `export` one after the other. */
  readonly way: 'run' | 'steps';
  readonly credits: number;
  readonly fitBalance: boolean;
  readonly fates: readonly Fate[];
  /** What may have been paid for is given up instead of adopted. */
  readonly abandons: boolean;
  readonly steps: readonly Step[];
  /** A batch of its own that has ended in the same ledger before. */
  readonly before?: { readonly clockShift: number };
}

export const PLENTY = 1_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

const ANYWHERE: readonly What[] = WHATS.filter((what) => what !== 'late' && what !== 'false_500');

/** The scenario that a seed stands for. */
export function randomScenario(seed: string): Scenario {
  const random = createRandom(seed);
  const unique = 1 + random.below(24);
  const isShort = random.chance(20);
  const scenario: Scenario = {
    name: seed,
    kind: random.chance(60) ? 'cpf' : random.chance(50) ? 'cnpj' : 'both',
    unique,
    missingEvery: random.pick([0, 0, 2, 3, 5]),
    way: random.chance(65) ? 'run' : 'steps',
    credits: isShort ? random.below(unique + 1) : PLENTY,
    fitBalance: random.chance(isShort ? 70 : 10),
    fates: Array.from({ length: random.below(4) }, () => randomFate(random, unique)),
    abandons: random.chance(20),
    steps: Array.from({ length: 1 + random.below(4) }, () => randomStep(random)),
  };
  const whole = random.chance(25)
    ? { ...scenario, before: { clockShift: randomShift(random) } }
    : scenario;
  return { ...whole, steps: withoutLies(whole.steps) };
}

/**
 * The settle time is the promise about work that the service does late. A clock that is put forward in
 * that time lies about it, and nobody could tell.
 */
function withoutLies(steps: readonly Step[]): Step[] {
  const isLate = steps.some(({ faults }) => faults?.some(({ what }) => what === 'late'));
  if (!isLate) return [...steps];
  return steps.map(({ clockShift = 0, ...step }) =>
    clockShift < 0 ? { ...step, clockShift } : step,
  );
}

function randomFate(random: Random, unique: number): Fate {
  const roll = random.below(10);
  if (roll < 4) return { failAfter: random.below(unique + 1) };
  if (roll < 6) return { hiddenFor: 1 + random.below(4) };
  if (roll < 7) return { hiddenFor: Infinity };
  if (roll < 8) return { forgetsFor: 1 + random.below(4) };
  return 'done';
}

function randomStep(random: Random): Step {
  const faults = Array.from({ length: random.below(4) }, () => randomFault(random));
  return {
    faults,
    ...(random.chance(15) ? { twin: true } : {}),
    ...(random.chance(25) ? { clockShift: randomShift(random) } : {}),
    ...randomKill(random),
  };
}

function randomKill(random: Random): Step {
  const roll = random.below(100);
  if (roll < 30) {
    const everyWrite = random.chance(50);
    const at = 1 + random.below(everyWrite ? 110 : 40);
    return { crashAt: `${at}:${random.pick(['before', 'after'])}`, everyWrite };
  }
  return roll < 50 ? { killAfter: 150 + random.below(1_500) } : {};
}

function randomFault(random: Random): Fault {
  const on: Endpoint = random.pick(['POST', 'POST', 'status', 'status', 'quota']);
  const what = random.pick(on === 'POST' ? WHATS : ANYWHERE);
  return { on, nth: 1 + random.below(on === 'POST' ? 2 : 4), what };
}

function randomShift(random: Random): number {
  return random.chance(50) ? (1 + random.below(9)) * HOUR : -(1 + random.below(50)) * MINUTE;
}
