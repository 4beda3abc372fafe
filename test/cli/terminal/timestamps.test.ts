import { expect, it } from '../../helpers/with-service.js';
import { FAST, INPUT } from '../support.js';

const STAMPED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d \S/;

function lines(stderr: string): string[] {
  return stderr.trimEnd().split('\n');
}

it.concurrent('--timestamps begins each line of a batch with the time, and leaves data as it is', async ({
  user,
}) => {
  const file = await user.file('in.csv', INPUT);
  const args = ['bulk', 'run', file, '-o', '-', '--timestamps', '--verbose', ...FAST];
  const { stdout, stderr } = await user.ends(0, args);
  expect(stdout).toMatch(/^nome;cpf;obs;lookup_status;/);
  expect(stdout).not.toMatch(/^\d{4}-\d\d-\d\dT/m);
  expect(stderr).toMatch(/ Job 1: \d+ identifiers? sent/);
  expect(stderr).toMatch(/ POST \/cpf\/bulk 202 /);
  const indented = /^\S+ {2,}\S/;
  expect(lines(stderr).filter((line) => !STAMPED.test(line) && !indented.test(line))).toEqual([]);
});
