import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../../src/errors.js';
import { exitCodeOf } from '../../../src/exit-codes.js';
import { allCodes } from '../../../src/output/help/error-codes.js';
import { englishIn } from '../../helpers/terminal/english.js';
import { say } from './help-support.js';

const OTHERS: readonly string[] = [
  ...['ambiguous', 'spreadsheet_number', 'cpf_in_cnpj_column', 'cnpj_root', 'rejected_by_service'],
  ...['erased', 'run_ended', 'not_covered', 'adopted_part', 'unnamed', 'miscounted'],
  // Commands with --exit-status end with 9, whatever the kind.
  ...['some_not_found', 'results_differ'],
];

describe('confere help <error code>', () => {
  it.each(['en', 'pt-BR'])('has a short page for every code (%s)', async (language) => {
    for (const code of allCodes()) {
      const { stdout, stderr } = await say(['help', code], 80, { CONFERE_LANG: language });
      expect({ code, stderr }).toEqual({ code, stderr: '' });
      const [heading = '', ...lines] = stdout.trimEnd().split('\n');
      expect(heading).toMatch(new RegExp(`^${code}( \\(.* [0-9, ]+\\))?$`));
      expect(lines.length, stdout).toBeLessThanOrEqual(4);
      expect(lines.at(-1)).toMatch(/\.$/);
      if (language !== 'en') expect(englishIn(lines.join('\n'))).toEqual([]);
    }
  });

  it('says what it means, what to do, and how its command ends', async () => {
    const { stdout } = await say(['help', 'submission_unconfirmed'], 120);
    expect(stdout).toMatch(/^submission_unconfirmed \(exit code 10\)\n/);
    expect(stdout).toContain('may have been charged');
    expect(stdout).toContain('confere bulk resolve <batch>');
  });

  // Without facts an error has the kind that does not depend on them.
  it.each(allCodes().filter((code) => !OTHERS.includes(code)))(
    '%s names the exit code of its error',
    async (code) => {
      const { kind } = new ConfereError(
        ...([code, {}] as never as [code: 'defect', facts: Readonly<Record<string, never>>]),
      );
      const { stdout } = await say(['help', code]);
      const told = / \(exit code (.*)\)/.exec(stdout)?.[1]?.split(', ').map(Number);
      const exit = exitCodeOf(kind) as number | undefined;
      if (told !== undefined && exit !== undefined) expect(told).toContain(exit);
    },
  );

  it('suggests the code that was meant', async () => {
    const { code, stderr } = await say(['help', 'over_balanse']);
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean 'confere help over_balance'?");
  });
});
