import type { Fate, What } from '../helpers/referee/index.js';
import { ON, PLENTY, WHATS, type Scenario, type Step } from './scenario.js';

/** Six identifiers, two of them not found, in one job without faults. */
export function plain(name: string, changes: Partial<Scenario> = {}): Scenario {
  return {
    ...{ name, kind: 'cpf', unique: 6, missingEvery: 3, way: 'run', credits: PLENTY },
    ...{ fitBalance: false, fates: [], abandons: false, steps: [] },
    ...changes,
  };
}

/** Only `npm run chaos` runs these, because others have the same outcome. */
const ALIKE: readonly What[] = ['slow', 503, 'restart_after'];

/** One scenario for each fault of a submission. */
export function submissionFaults(): Scenario[] {
  return WHATS.filter((what) => !ALIKE.includes(what)).map((what) =>
    plain(`POST ${what}`, { steps: [{ faults: [{ on: ON.submission, nth: 1, what }] }] }),
  );
}

const HARMLESS: readonly What[] = [
  'drop_before',
  502,
  'truncate',
  'twice',
  429,
  'restart_before',
  'garbage',
];

/** All faults of the free requests, one after the other. */
export function freeFaults(): Scenario[] {
  return (['quota', 'status'] as const).map((name) => {
    const on = ON[name];
    const faults = HARMLESS.map((what, n) => ({ on, nth: n + 1, what }));
    return plain(name, { steps: [{ faults }, { faults: [{ on, nth: 1, what: 'kill_after' }] }] });
  });
}

/** The possible outcomes of an accepted job. */
export function jobFates(): Scenario[] {
  const fates: Record<string, Fate[]> = {
    'fails again and again': [{ failAfter: 3 }, { failAfter: 1 }, { failAfter: 0 }],
    'is hidden for a while': [{ hiddenFor: 3 }],
    'is hidden forever': [{ hiddenFor: Infinity }],
    'does not name all it found': [{ forgetsFor: 4 }],
  };
  return Object.entries(fates).map(([name, list]) => plain(name, { fates: list }));
}

const HOUR = 3_600_000;

/** Changes of the clock between two runs, and between two batches of the same size. */
export function clockJumps(): Scenario[] {
  const lost: Step = { faults: [{ on: ON.submission, nth: 1, what: 'drop_after' }] };
  const watching: Step = { faults: [{ on: ON.status, nth: 1, what: 'kill_after' }] };
  return [
    ...[3 * HOUR, -HOUR].flatMap((clockShift) => [
      // Small enough to be charged at once, and with the same charge as the earlier batch.
      plain(`a batch before ${clockShift}`, { unique: 4, before: { clockShift }, steps: [lost] }),
      plain(`in the middle ${clockShift}`, { steps: [watching, { clockShift }] }),
    ]),
  ];
}

export function otherWays(): Scenario[] {
  const credits: Partial<Scenario> = { credits: 4, fitBalance: true, missingEvery: 0 };
  const spent: Step = { faults: [{ on: ON.status, nth: 1, what: 'stranger' }] };
  return [
    plain('two processes', { steps: [{ twin: true }, { twin: true, crashAt: '1:before' }] }),
    plain('two processes and a kill', { steps: [{ twin: true, crashAt: '12:after' }] }),
    plain('too few credits', credits),
    plain('credits run out', { unique: 20, steps: [spent] }),
    plain('step by step', { kind: 'cnpj', way: 'steps', steps: [{}, { crashAt: '3:after' }, {}] }),
    plain('given up', {
      abandons: true,
      steps: [{ faults: [{ on: ON.submission, nth: 1, what: 'late' }] }],
    }),
  ];
}
