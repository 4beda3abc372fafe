import type { ColumnKind } from '../../src/identifiers/index.js';
import type { Fate, Rule, What } from '../helpers/referee/index.js';
import { createRandom, type Random } from './random.js';

/** How the requests of a kind begin. */
export const ON = { submission: 'POST /', status: 'GET /c', quota: 'GET /quota' } as const;

/** What may become of a submission. */
export const WHATS = [
  ...(['drop_before', 'drop_after', 'late', 'truncate', 'slow', 'twice', 'garbage'] as const),
  ...([429, 500, 502, 503, 'false_500', 'restart_before', 'restart_after'] as const),
  ...(['kill_before', 'kill_after', 'stranger'] as const),
] satisfies readonly What[];

/** The disturbances while one command runs. */
export interface Step {
  readonly faults?: readonly Rule[];
  /** `<n>:before` or `<n>:after`: the change of state at which the command kills itself. */
  readonly crashAt?: string;
  /** Counts every write, not only durable changes. */
  readonly everyWrite?: boolean;
  /** Kills the command after this many real milliseconds. */
  readonly killAfter?: number;
  /** Moves the clock forward (or back) by this many milliseconds before the command starts. */
  readonly clockShift?: number;
  /** Starts a second process with the same command at the same time. */
  readonly twin?: boolean;
}

/** One batch and its disturbances. The commands after the last step run without any. */
export interface Scenario {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The number of unique identifiers. The input has some of them twice, and also invalid rows. */
  readonly unique: number;
  /** Every n-th identifier is not found; 0: all are found. */
  readonly missingEvery: number;
  /** `run`, or `submit`, `watch` and `export` one after the other. */
  readonly way: 'run' | 'steps';
  readonly credits: number;
  readonly fitBalance: boolean;
  readonly fates: readonly Fate[];
  /** Abandons jobs that may have been charged instead of adopting them. */
  readonly abandons: boolean;
  readonly steps: readonly Step[];
  /** An earlier batch in the same ledger, which has ended. */
  readonly before?: { readonly clockShift: number };
}

export const PLENTY = 1_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

const ANYWHERE: readonly What[] = WHATS.filter((what) => what !== 'late' && what !== 'false_500');

/** Makes the scenario of a seed. */
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
 * Removes jumps of the clock from scenarios with late work. confere waits for the settle time before it decides
 * that nothing was charged; a clock that jumps forward makes this wait too short, which confere cannot detect.
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

function randomFault(random: Random): Rule {
  const on = random.pick([ON.submission, ON.submission, ON.status, ON.status, ON.quota]);
  const isSubmission = on === ON.submission;
  const what = random.pick<What>(isSubmission ? WHATS : ANYWHERE);
  return { on, nth: 1 + random.below(isSubmission ? 2 : 4), what };
}

function randomShift(random: Random): number {
  return random.chance(50) ? (1 + random.below(9)) * HOUR : -(1 + random.below(50)) * MINUTE;
}
