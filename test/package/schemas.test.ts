import { it } from 'vitest';
import { expectCases } from '../helpers/cases.js';
import { faults } from './json-shapes.js';

type Json = Readonly<Record<string, unknown>>;

/** What the contract shows; a case changes it. */
const SHOWN: Readonly<Record<string, Json>> = {
  lookup: {
    input: '529.982.247-25',
    kind: 'cpf',
    id: '52998224725',
    status: 'found',
    source: 'api',
    data: { name: 'A', field_of_tomorrow: 1 },
  },
  batch: {
    batch: 'b1',
    kind: 'cpf',
    file: 'a.csv',
    state: 'complete',
    rows: 3,
    invalid: 1,
    duplicates: 0,
    repaired: 0,
    unique: 2,
    reused: 0,
    found: 1,
    notFound: 1,
    skipped: 0,
    failed: 0,
    pending: 0,
    unconfirmed: 0,
    output: null,
    reasons: { check_digit: 1 },
    credits: { estimated: 2, charged: 1, saved: 0, now: 0 },
    jobs: [],
  },
  error: { code: 'network', message: 'No.', httpStatus: null, exitCode: 5 },
};

it('the schemas take and refuse what schemas.txt says', async () => {
  await expectCases(new URL('schemas.txt', import.meta.url), (given) => {
    const [, shape = '', change = '', without] =
      /^(\w+) (\{.*\})(?: without (\w+))?$/.exec(given) ?? [];
    const value = { ...SHOWN[shape], ...(JSON.parse(change) as Json) };
    const kept = Object.fromEntries(Object.entries(value).filter(([key]) => key !== without));
    return faults(shape, shape === 'error' ? { error: kept } : kept).join('; ') || 'fits';
  });
});
