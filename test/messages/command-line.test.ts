import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import {
  getCarriedOptions,
  createNextSteps,
  quoteForShell,
  noRun,
  type Run,
} from '../../src/messages/command-line.js';
import type { NextCommand } from '../../src/messages/reader.js';
import { makeCpf } from '../helpers/invented.js';
import { readOptions } from './readers.js';

/** The shells that this machine has. */
const SHELLS = ['sh', 'bash', 'zsh', 'fish'].filter(
  (shell) => !execaSync(shell, ['-c', 'true'], { reject: false }).failed,
);

const stepsAfter = (run: Partial<Run>) => createNextSteps(() => ({ ...noRun, ...run }));

it.each([
  ['a space', 'my list.csv', '"my list.csv"'],
  ['an apostrophe', "d'agua.csv", `"d'agua.csv"`],
  ['double quotes', 'the "list".csv', String.raw`"the \"list\".csv"`],
  ['a dollar', '$HOME.csv', String.raw`"\$HOME.csv"`],
  ['a backtick and a backslash', 'a`b\\c', "'a`b'\\\\'c'"],
  ['an exclamation mark', "it's!", String.raw`'it'\''s!'`],
  ['operators', 'a;b|c&d>e', '"a;b|c&d>e"'],
  ['a word that zsh takes for a command', '=ls', '"=ls"'],
  ['a word that fish takes for its own number', '%self', '"%self"'],
  ['typographic quotes', 'a”; ls; “.csv', '"a”; ls; “.csv"'],
  ['patterns and folders', '~/*[a]{b,c}?#(d)^', '"~/*[a]{b,c}?#(d)^"'],
  ['a backslash at the end', 'a\\', '"a\\\\"'],
])('every shell reads a printed word unchanged: %s', (_, word, written) => {
  expect(quoteForShell(word, 'linux')).toBe(written);
  for (const shell of SHELLS) {
    const plain = { stripFinalNewline: false, shell: false } as const;
    const { stdout } = execaSync(shell, ['-c', `printf %s ${written}`], plain);
    expect(`${shell} ${stdout}`).toBe(`${shell} ${word}`);
  }
});

// PowerShell escapes `$`, backticks and every kind of double quote with a backtick (about_Quoting_Rules).
it.each([
  ['a”; calc; “.csv', '"a`”; calc; `“.csv"'],
  ['„a‟', '"`„a‟"'],
  ['it\'s ‘a’ $x `"', '"it\'s ‘a’ `$x ```""'],
  ['C:\\a b\\c.csv', '"C:\\a b\\c.csv"'],
  ['C:\\a\\c.csv', 'C:\\a\\c.csv'],
  ['-x.csv', '"-x.csv"'],
  ['--max-credits', '--max-credits'],
  ['%a', '"%a"'],
  ['@a,b', '"@a,b"'],
])('PowerShell reads a printed word as one word: %s', (word, written) => {
  expect(quoteForShell(word, 'win32')).toBe(written);
});

describe('options that a suggested command takes over', () => {
  it('no command takes over a yes, consent to pay twice, or a wish for another batch', () => {
    const names: NextCommand[] = ['bulk run', 'bulk watch', 'bulk resume', 'bulk resolve'];
    const flags = new Set(names.flatMap((name) => getCarriedOptions(name)));
    const never = ['--yes', '--fresh', '--again', '--resubmit', '--adopt', '--abandon'];
    expect(never.filter((flag) => flags.has(flag))).toEqual([]);
  });

  it('a key file that was never opened is left out, because its name may be the key itself', () => {
    const options = readOptions('--api-key-file=secret');
    expect(stepsAfter({ command: 'bulk status', options }).command('bulk watch', 'b1')).toBe(
      'confere bulk watch b1',
    );
  });
});

describe('repeated command line', () => {
  it.each([
    ['piped input', { command: 'bulk run', args: ['-'] }],
    ['identifiers', { command: 'cpf', args: ['x'] }],
    ['characters that do not show', { command: 'bulk run', args: ['a\nb.csv'] }],
  ])(
    'a command line with %s is called "the same command", because it cannot be typed again',
    (_, run) => {
      expect(stepsAfter(run).repeatOrNothing()).toBeUndefined();
      expect(stepsAfter(run).repeat()).toBe('the same command');
      expect(stepsAfter(run).repeatInBrackets({})).toBe('');
    },
  );

  it('a file whose name is a CPF is shown as <file>', () => {
    const run = { command: 'bulk run', args: [`${makeCpf(1)}.csv`], options: readOptions('--yes') };
    expect(stepsAfter(run).repeat()).toBe("'confere bulk run <file> --yes'");
    const other = stepsAfter({ command: 'bulk check', args: ['529_982_247_25.csv'] });
    expect(other.command('bulk run', '529_982_247_25.csv', '--again')).toBe(
      'confere bulk run <file> --again',
    );
  });

  it('a list of lookups is repeated without --fresh, which would pay again for its answers', () => {
    const run = { command: 'cpf', args: ['x', 'y'], options: readOptions('--fresh') };
    expect(stepsAfter(run).repeat()).toBe('the same command without --fresh');
  });
});

describe('command that continues a run', () => {
  it('the command that continues a run drops --again, which would make another batch', () => {
    const steps = stepsAfter({
      command: 'bulk run',
      args: ['f'],
      options: readOptions('--again --fresh'),
    });
    expect(steps.continueRun('b1')).toBe("'confere bulk run f --fresh'");
  });

  it('the command that continues a resubmission drops --resubmit, which may pay once more', () => {
    const resolve = { command: 'bulk resolve', args: ['b1'] };
    const steps = stepsAfter({
      ...resolve,
      options: readOptions('--resubmit --yes --max-credits=9'),
    });
    expect(steps.continueRun('b1')).toBe("'confere bulk resume b1 --max-credits 9'");
    // Without a known batch, the command asks again, because --yes is dropped.
    expect(steps.continueRun()).toBe("'confere bulk resolve b1 --resubmit --max-credits 9'");
    const other = stepsAfter({ ...resolve, options: readOptions('--abandon --yes') });
    expect(other.continueRun('b1')).toBe("'confere bulk resolve b1 --abandon --yes'");
  });

  it('the credits left of a limit are rounded as a person would type them', () => {
    const steps = stepsAfter({
      command: 'bulk resume',
      args: ['b1'],
      options: readOptions('--max-credits=9'),
    });
    expect(steps.withCreditsLeft(1.1 * 3).continueRun('b1')).toBe(
      "'confere bulk resume b1 --max-credits 3.3'",
    );
  });
});
