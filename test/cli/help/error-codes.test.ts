import { describe, expect, it } from 'vitest';
import { allCodes } from '../../../src/output/help/error-codes.js';
import { englishIn } from '../../helpers/terminal/english.js';
import { say } from './help-support.js';

describe('confere help <error code>', () => {
  it.each(['en', 'pt-BR'])('has a short page for every code (%s)', async (language) => {
    for (const code of allCodes()) {
      const { stdout, stderr } = await say(['help', code], 80, { CONFERE_LANG: language });
      expect({ code, stderr }).toEqual({ code, stderr: '' });
      const [heading, ...lines] = stdout.trimEnd().split('\n');
      expect(heading).toMatch(new RegExp(`^${code}( \\(.* [0-9, ]+\\))?$`));
      expect(lines.length, stdout).toBeLessThanOrEqual(4);
      expect(lines.at(-1)).toMatch(/\.$/);
      if (language !== 'en') expect(englishIn(lines.join('\n'))).toEqual([]);
    }
  });

  it.each([
    [
      'submission_unconfirmed (exit code 10)',
      'may have been charged.*confere bulk resolve <batch>',
    ],
    ['network (exit code 5, 10)', 'Check network'],
    ['over_balance (exit code 7)', '--fit-balance'],
    ['batch_left (exit code 3, 7, 8, 10)', 'confere bulk status'],
    ['lookup_in_batch (exit code 10, 11)', '--fresh'],
    ['output_unwritable (exit code 2, 5)', 'confere bulk export'],
    ['ledger_unwritable (exit code 5, 10)', '--adopt <jobId>'],
    ['declined (exit code 130, 143)', 'You answered no'],
    ['results_differ (exit code 9)', '--exit-status'],
    ['spreadsheet_number (exit code 3)', 'spreadsheet'],
    ['not_asked', 'See the first error'],
    ['bad_argument (exit code 2)', 'library'],
    ['bad_duration (exit code 2)', 'the message says what to do'],
  ])('of %s says what it means and what to do', async (heading, text) => {
    const [code = ''] = heading.split(' ');
    const { stdout } = await say(['help', code], 400);
    const [first, ...lines] = stdout.trimEnd().split('\n');
    expect(first).toBe(heading);
    expect(lines.join(' ')).toMatch(new RegExp(text));
  });

  it('suggests the code that was meant', async () => {
    const { code, stderr } = await say(['help', 'over_balanse']);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean 'confere help over_balance'?");
  });
});
