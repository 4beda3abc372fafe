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
      expect(heading).toBe(code);
      expect(lines.length, stdout).toBeLessThanOrEqual(10);
      if (language !== 'en') expect(englishIn(lines.join('\n'))).toEqual([]);
    }
  });

  it.each([
    ['network', ['5', '10']],
    ['over_balance', ['7']],
    ['batch_left', ['3', '7', '8', '10']],
    ['lookup_in_batch', ['10', '11']],
    ['output_unwritable', ['2', '5']],
    ['ledger_unwritable', ['5', '10']],
    ['declined', ['130', '143']],
    ['results_differ', ['9']],
    ['spreadsheet_number', ['3']],
    ['not_asked', []],
  ])('%s names the exit codes of its command', async (code, exits) => {
    const { stdout } = await say(['help', code], 200);
    expect([...stdout.matchAll(/^ {2}(\d+) {2,}\S/gm)].map(([, exit]) => exit)).toEqual(exits);
  });

  it('suggests the code that was meant', async () => {
    const { code, stderr } = await say(['help', 'over_balanse']);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean 'confere help over_balance'?");
  });
});
