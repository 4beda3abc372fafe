import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { faults, shapes } from './json-shapes.js';

const NUMBERS = {
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
  reasons: { check_digit: 1 },
  output: null,
  credits: { estimated: 2, charged: 1, saved: 0, now: 0 },
  jobs: [
    {
      jobId: 'j',
      status: 'done',
      items: 2,
      found: 1,
      notFound: 1,
      skipped: 0,
      error: null,
    },
  ],
};
const FOUND = {
  input: '529.982.247-25',
  kind: 'cpf',
  id: '52998224725',
  status: 'found',
  source: 'api',
  data: { name: 'A', field_of_tomorrow: 1 },
};
const ERROR = { error: { code: 'network', message: 'No.', httpStatus: null, exitCode: 5 } };

describe('the schemas', () => {
  it('take what the contract shows', () => {
    expect(faults('lookup', FOUND)).toEqual([]);
    expect(faults('batch', NUMBERS)).toEqual([]);
    expect(faults('error', ERROR)).toEqual([]);
  });

  it.each([
    ['a status of another name', 'lookup', { ...FOUND, status: 'ok' }],
    ['a found one without its record', 'lookup', { ...FOUND, data: undefined }],
    ['a field that nothing promises', 'lookup', { ...FOUND, name: 'A' }],
    ['a record of the ledger without its age', 'lookup', { ...FOUND, source: 'ledger' }],
    ['a number that is missing', 'batch', { ...NUMBERS, repaired: undefined }],
    ['a job in a state of its own', 'batch', { ...NUMBERS, jobs: [{ status: 'lost' }] }],
    ['a batch with a field too many', 'batch', { ...NUMBERS, total: 1 }],
    ['an error without its exit code', 'error', { error: { ...ERROR.error, exitCode: undefined } }],
  ])('refuse %s', (_, shape, value) => {
    expect(faults(shape, JSON.parse(JSON.stringify(value)))).not.toEqual([]);
  });

  it('are in the package, and named after what they describe', async () => {
    const { files, exports } = JSON.parse(await readFile('package.json', 'utf8')) as {
      readonly files: readonly string[];
      readonly exports: object;
    };
    expect(files).toContain('schemas');
    expect(exports).toHaveProperty(['./schemas/*.json']);
    for (const shape of shapes) {
      const schema = JSON.parse(await readFile(`schemas/${shape}.json`, 'utf8')) as object;
      expect(schema).toMatchObject({ $id: `${shape}.json` });
      expect(schema).toHaveProperty('description');
    }
  });
});
