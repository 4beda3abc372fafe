/** What a plan grants in a period; spec, "Plans and credits". */
export interface Plan {
  readonly plan: string;
  readonly allowance: number;
  readonly overage: boolean;
}

const PLANS: readonly Plan[] = [
  { plan: 'Grátis', allowance: 50, overage: false },
  { plan: 'Micro', allowance: 100, overage: true },
  { plan: 'Básico', allowance: 1000, overage: true },
  { plan: 'Intermediário', allowance: 5000, overage: true },
  { plan: 'Avançado', allowance: 10_000, overage: true },
  { plan: 'unknown', allowance: 0, overage: false },
];

/** The plan of a name, accents and case aside (`free` too); any other name is a custom plan without overage. */
export function findPlan(name: string): Plan {
  const wanted = plain(name) === 'free' ? 'gratis' : plain(name);
  const known = PLANS.find(({ plan }) => plain(plan) === wanted);
  return known ?? { plan: name, allowance: 1_000_000, overage: false };
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether credits renew with the UTC month instead of a billing cycle. */
export const isFree = (plan: string): boolean => plan === 'Grátis' || plan === 'unknown';
