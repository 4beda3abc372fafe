import { allCodes } from '../../../src/output/help/error-codes.js';
import { englishIn } from '../../helpers/terminal/english.js';
import { say } from './help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';

describe('confere help <error code>', () => {
  it.each(['en', 'pt-BR'])('has a short page for every code (%s)', async (language) => {
    for (const code of allCodes()) {
      const { stdout, stderr } = await say(['help', code], 80, { CONFERE_LANG: language });
      expect({ code, stderr }).toEqual({ code, stderr: '' });
      const [heading, ...lines] = stdout.trimEnd().split('\n');
      expect(heading).toBe(code);
      expect(lines.length, stdout).toBeLessThanOrEqual(4);
      expect(lines.at(-1)).toMatch(/\.$/);
      if (language !== 'en') expect(englishIn(lines.join('\n'))).toEqual([]);
    }
  });

  it.each([
    ['submission_unconfirmed', 'may have been charged.*confere bulk resolve <batch>'],
    ['over_balance', '--fit-balance'],
    ['ledger_unwritable', '--adopt <jobId>'],
    ['spreadsheet_number', 'spreadsheet'],
  ])('of %s says what it means and what to do', async (code, text) => {
    const { stdout } = await say(['help', code], 400);
    expect(stdout).toMatch(new RegExp(`^${code}\n.*${text}`));
  });
});
