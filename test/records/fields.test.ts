import { it } from 'vitest';
import { returnKnownError } from '../../src/base/errors.js';
import { type FieldNames, readFields, pickFields, valueAt } from '../../src/records/fields.js';
import { expectWays } from '../helpers/cases.js';

const names: FieldNames = {
  of: 'lookup',
  kind: 'cnpj',
  besideRecord: ['status', 'error'],
  within: { error: ['code'] },
};
const record = {
  uf: 'SP',
  email: null,
  partners: [{ name: 'Ana', age: '5' }, null, { name: 'Bia' }],
};

function read(list: string): string {
  try {
    return readFields(list, names)
      .map(({ path, isOfRecord }) => `${isOfRecord ? 'record ' : ''}${path.join(' > ')}`)
      .join(', ');
  } catch (error) {
    const { code, facts } = returnKnownError(error);
    const { field, near, known } = facts as unknown as Readonly<Record<string, string>>;
    return `${code} ${JSON.stringify(field)}, near ${near}, known ${known?.slice(0, 4).toString()}…`;
  }
}

it('fields are read, found and kept as fields.txt says', async () => {
  const ways: Readonly<Record<string, (list: string) => unknown>> = {
    read,
    value: (path) => JSON.stringify(valueAt(record, path.split('.'))),
    reduce: (list) => {
      const fields = list.split(',').map((name) => ({ name, path: name.split('.') }));
      return pickFields(fields, record);
    },
  };
  await expectWays(new URL('fields.txt', import.meta.url), ways);
});
