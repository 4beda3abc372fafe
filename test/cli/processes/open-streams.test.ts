import { expect, it } from '../../helpers/with-service.js';
import { hasShell, newShellUser } from '../../helpers/shell.js';
import { FAST, INPUT } from '../support.js';

const RUN = ['confere', 'bulk', 'run'];

it.skipIf(!hasShell).for([
  ['the shell opened for it', '<(cat in.csv)', ''],
  ['a descriptor', '/dev/fd/7', '7<in.csv'],
  ['a descriptor of this process', '/proc/self/fd/7', '7<in.csv'],
  ['standard input by its name', '/dev/stdin', '<in.csv'],
])(
  'the result of %s goes to stdout as that of standard input, and no advice names it',
  async ([, file = '', opened = '']) => {
    await using user = await newShellUser(undefined, { asProcesses: true });
    await user.file('in.csv', INPUT);
    const run = [...RUN, file, '--sandbox', ...FAST, opened].join(' ');
    const { code, stdout, stderr } = await user.sh(run);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.split('\n')[0]).toMatch(/^nome;cpf;obs;lookup_status/);
    // What is refused and told how to continue cannot be typed again.
    const refused = await user.sh(`${run} --json`);
    expect(refused.code).toBe(2);
    const low = await user.sh(
      [...RUN, file, '--sandbox', '--again', '--fresh', '--max-credits 1', opened].join(' '),
    );
    expect(low.code).toBe(7);
    expect(low.stderr).not.toMatch(/\/(dev|proc)\//);
  },
);
