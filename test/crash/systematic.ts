import { PLENTY, type Scenario, type Step } from './scenario.js';

/** Batches of two jobs, each killed at every change of state in turn. */
const bases: Readonly<Record<string, Omit<Scenario, 'name' | 'steps'>>> = {
  // The first job fails halfway; a second job of the same run sends the rest.
  failing: {
    ...{ kind: 'cpf', unique: 6, missingEvery: 3, way: 'run', credits: PLENTY },
    ...{ fitBalance: false, fates: [{ failAfter: 3 }], abandons: false },
  },
  // The balance covers one job; the second one follows when there are credits again.
  fitting: {
    ...{ kind: 'cpf', unique: 6, missingEvery: 0, way: 'run', credits: 4 },
    ...{ fitBalance: true, fates: [], abandons: false },
  },
  // A job of each kind.
  mixed: {
    ...{ kind: 'both', unique: 8, missingEvery: 3, way: 'run', credits: PLENTY },
    ...{ fitBalance: false, fates: [], abandons: false },
  },
  // Separate commands, and the user abandons unconfirmed jobs.
  stepwise: {
    ...{ kind: 'cnpj', unique: 5, missingEvery: 2, way: 'steps', credits: PLENTY },
    ...{ fitBalance: false, fates: [{ failAfter: 2 }], abandons: true },
  },
};

export const BASES = Object.keys(bases);
export const SIDES = ['before', 'after'] as const;

/** `<base> <n>:<before|after>[ every]`: a batch that is killed at its n-th change of state. */
export function systematicScenario(name: string): Scenario {
  const [base = '', crashAt = '', every] = name.split(' ');
  const chosen = bases[base];
  if (chosen === undefined) throw new Error(`there is no batch ${base}: ${BASES.join(', ')}`);
  const step: Step = { crashAt, everyWrite: every === 'every' };
  return { ...chosen, name, steps: base === 'failing' ? [step] : Array<Step>(4).fill(step) };
}
