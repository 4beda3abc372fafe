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

const given = (line: string): Run['options'] =>
  line.split(' ').map((one) => {
    const [flag = '', value] = one.split('=');
    return value === undefined ? { flag } : { flag, value };
  });
/** Those of this machine. */
const SHELLS = ['sh', 'bash', 'zsh', 'fish'].filter(
  (shell) => !execaSync(shell, ['-c', 'true'], { reject: false }).failed,
);

const stepsOf = (run: Partial<Run>) => createNextSteps(() => ({ ...noRun, ...run }));

it.each([
  ['a space', 'my list.csv', '"my list.csv"'],
  ['an apostrophe', "d'agua.csv", `"d'agua.csv"`],
  ['double quotes', 'the "list".csv', String.raw`"the \"list\".csv"`],
  ['a dollar', '$HOME.csv', String.raw`"\$HOME.csv"`],
  ['a backtick and a backslash', 'a`b\\c', "'a`b'\\\\'c'"],
  ['an exclamation mark', "it's!", String.raw`'it'\''s!'`],
  ['operators', 'a;b|c&d>e', '"a;b|c&d>e"'],
  ['what zsh takes for a command', '=ls', '"=ls"'],
  ['what fish takes for its own number', '%self', '"%self"'],
  ['typographic quotes', 'a”; ls; “.csv', '"a”; ls; “.csv"'],
  ['patterns and folders', '~/*[a]{b,c}?#(d)^', '"~/*[a]{b,c}?#(d)^"'],
  ['a backslash at the end', 'a\\', '"a\\\\"'],
])('a word of a printed command survives every shell: %s', (_, word, written) => {
  expect(quoteForShell(word, 'linux')).toBe(written);
  for (const shell of SHELLS) {
    const plain = { stripFinalNewline: false, shell: false } as const;
    const { stdout } = execaSync(shell, ['-c', `printf %s ${written}`], plain);
    expect(`${shell} ${stdout}`).toBe(`${shell} ${word}`);
  }
});

// about_Quoting_Rules: in a text in double quotes, a backtick takes their meaning from `$`, itself and every kind of double quote.
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
])('a word of a printed command is one word for PowerShell: %s', (word, written) => {
  expect(quoteForShell(word, 'win32')).toBe(written);
});

describe('a command about a batch', () => {
  const run = {
    command: 'bulk run',
    args: ['in.csv'],
    options: given(
      '--profile=work --base-url=http://x --api-key-file=key.txt --sandbox --max-credits=9 --fit-balance ' +
        '--deadline=2m --output=out.csv --column=id --again --fresh --yes --json --quiet',
    ),
  };
  const where = '--profile work --base-url http://x';

  it.each<[NextCommand, string]>([
    ['bulk status', `${where} --sandbox`],
    ['bulk export', `${where} --sandbox --output out.csv`],
    ['bulk watch', `${where} --api-key-file key.txt --sandbox --deadline 2m`],
    [
      'bulk resume',
      `${where} --api-key-file key.txt --sandbox --max-credits 9 --fit-balance --deadline 2m`,
    ],
    ['auth login', where],
  ])('takes over what concerns it: %s', (name, options) => {
    expect(stepsOf(run).command(name, 'b1')).toBe(`confere ${name} b1 ${options}`);
  });

  it('never takes over a yes, a second payment, or another batch', () => {
    const names: NextCommand[] = ['bulk run', 'bulk watch', 'bulk resume', 'bulk resolve'];
    const flags = new Set(names.flatMap((name) => getCarriedOptions(name)));
    const never = ['--yes', '--fresh', '--again', '--resubmit', '--adopt', '--abandon'];
    expect(never.filter((flag) => flags.has(flag))).toEqual([]);
  });

  it('leaves out a key file that was never opened, because its name may be the key itself', () => {
    const options = given('--api-key-file=secret');
    expect(stepsOf({ command: 'bulk status', options }).command('bulk watch', 'b1')).toBe(
      'confere bulk watch b1',
    );
  });
});

describe('the same command again', () => {
  it('is whole, with what is changed', () => {
    const steps = stepsOf({
      command: 'bulk run',
      args: ['my list.csv', '-x.csv'],
      options: given('--max-credits=9 --delimiter=- --yes'),
    });
    expect(steps.repeatOrNothing({ set: given('--max-credits=12'), drop: ['--yes'] })).toBe(
      'confere bulk run --delimiter=- --max-credits 12 -- "my list.csv" -x.csv',
    );
  });

  it.each([
    ['piped input', { command: 'bulk run', args: ['-'] }],
    ['identifiers', { command: 'cpf', args: ['x'] }],
    ['characters that do not show', { command: 'bulk run', args: ['a\nb.csv'] }],
  ])('is only named where it cannot be typed as it is shown: %s', (_, run) => {
    expect(stepsOf(run).repeatOrNothing()).toBeUndefined();
    expect(stepsOf(run).repeat()).toBe('the same command');
    expect(stepsOf(run).repeatInBrackets({})).toBe('');
  });

  it('has <file> in the place of one whose name is a CPF', () => {
    const run = { command: 'bulk run', args: [`${makeCpf(1)}.csv`], options: given('--yes') };
    expect(stepsOf(run).repeat()).toBe("'confere bulk run <file> --yes'");
    const other = stepsOf({ command: 'bulk check', args: ['529_982_247_25.csv'] });
    expect(other.command('bulk run', '529_982_247_25.csv', '--again')).toBe(
      'confere bulk run <file> --again',
    );
  });

  it('never pays once more for what a list of lookups has paid for', () => {
    const run = { command: 'cpf', args: ['x', 'y'], options: given('--fresh') };
    expect(stepsOf(run).repeat()).toBe('the same command without --fresh');
  });
});

describe('the command that goes on', () => {
  it('never makes another batch', () => {
    const steps = stepsOf({ command: 'bulk run', args: ['f'], options: given('--again --fresh') });
    expect(steps.continueRun('b1')).toBe("'confere bulk run f --fresh'");
  });

  it('never repeats the word that sends again, which may pay once more', () => {
    const resolve = { command: 'bulk resolve', args: ['b1'] };
    const steps = stepsOf({ ...resolve, options: given('--resubmit --yes --max-credits=9') });
    expect(steps.continueRun('b1')).toBe("'confere bulk resume b1 --max-credits 9'");
    // Where no batch is known, the question comes again.
    expect(steps.continueRun()).toBe("'confere bulk resolve b1 --resubmit --max-credits 9'");
    const other = stepsOf({ ...resolve, options: given('--abandon --yes') });
    expect(other.continueRun('b1')).toBe("'confere bulk resolve b1 --abandon --yes'");
  });

  it('names what is left of a limit as a person would type it', () => {
    const steps = stepsOf({
      command: 'bulk resume',
      args: ['b1'],
      options: given('--max-credits=9'),
    });
    expect(steps.withCreditsLeft(1.1 * 3).continueRun('b1')).toBe(
      "'confere bulk resume b1 --max-credits 3.3'",
    );
  });

  it('names the batch where the newest was meant, and where input was piped', () => {
    expect(stepsOf({ command: 'bulk watch' }).continueRun('b1')).toBe("'confere bulk watch b1'");
    const options = given('--sandbox --column=1 --deadline=1s');
    const piped = stepsOf({ command: 'bulk submit', args: ['-'], options });
    expect(piped.continueRun('b1', given('--deadline=1h'))).toBe(
      "'confere bulk resume b1 --sandbox --deadline 1h'",
    );
  });
});
