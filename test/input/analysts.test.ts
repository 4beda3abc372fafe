import { describe, expect, test } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import { ConfereError } from '../../src/errors.js';
import { ANALYST_FILES } from './analysts.js';
import { file } from './files.js';
import { errorSentence } from '../../src/output/errors/index.js';

describe('typical files of analysts', () => {
  test.each(ANALYST_FILES)('$name', async ({ content, wanted }) => {
    const outcome = await checkFile({ path: file(content), name: 'in.csv', input: {} }).catch(
      (error: unknown) => error,
    );
    if (typeof wanted === 'string') {
      expect(outcome).toMatchObject({ kind: 'usage', code: wanted });
      expect(errorSentence(outcome as ConfereError)).not.toMatch(/\d{11}|\d{3}\.\d{3}\.\d{3}-\d\d/);
      return;
    }
    if (outcome instanceof Error) throw outcome;
    const { layout, summary } = outcome as Awaited<ReturnType<typeof checkFile>>;
    expect({ ...layout, ...summary }).toMatchObject(wanted);
    expect(summary.rows).toBe(summary.invalid + summary.duplicates + summary.unique);
  });
});

describe('files that are not tables', () => {
  test.each(ANALYST_FILES.filter(({ wanted }) => wanted === 'not_a_table'))(
    '$name: --delimiter none reads every identifier',
    async ({ content }) => {
      const input = { delimiter: 'none' };
      const { summary } = await checkFile({ path: file(content), name: 'in', input });
      expect(summary).toMatchObject({ rows: 10, invalid: 0, unique: 10 });
    },
  );

  test('a CNPJ in three columns is reported', async () => {
    const parts = ANALYST_FILES.find(({ name }) => name.includes('three parts'));
    const failed = checkFile({ path: file(parts?.content ?? ''), name: 'in', input: {} });
    await expect(failed).rejects.toMatchObject({
      facts: { parts: [{ option: '1' }, { option: '2' }, { option: '3' }] },
    });
  });

  test('a title with an identifier is skipped and reported', async () => {
    const titled = ANALYST_FILES.find(({ name }) => name.startsWith('a title'));
    const { layout } = await checkFile({ path: file(titled?.content ?? ''), name: 'x', input: {} });
    expect(layout.notes?.join()).toContain('above the header with an identifier in them');
  });
});
