import { expect, it } from 'vitest';
import type { CommandContext } from '../../src/commands/shared/command.js';
import { createRequestCounter, listenForStop } from '../../src/commands/shared/user.js';
import { createNextSteps, noRun, type Run } from '../../src/messages/command-line.js';

const NOTICE = 'Stopping after the current answer; press Ctrl-C again to stop at once.\n';
const MAYBE = 'Stopped at once. A lookup or submission in progress may have been charged.';

/** What two signals say while these requests run, each with whether it may be charged. `run`: of a batch. */
function saidDuring(
  requests: readonly boolean[],
  ended = 0,
  run?: Partial<Run>,
  json = false,
): string[] {
  const said: string[] = [];
  let signal: (name: 'SIGINT') => void = () => undefined;
  const context = {
    stderr: { write: (text: string) => said.push(text) },
    onStopSignal: (listener: typeof signal) => {
      signal = listener;
      return () => undefined;
    },
    exit: (code: number) => said.push(String(code)),
  };
  const underWay = { requests: 0, charging: 0 };
  const ends = requests.map(createRequestCounter(underWay));
  for (const end of ends.slice(0, ended)) end();
  const next = createNextSteps(() => ({ ...noRun, ...run }));
  const during = run === undefined ? 'call' : 'batch';
  listenForStop({ context, next, json } as unknown as CommandContext, during, underWay);
  signal('SIGINT');
  signal('SIGINT');
  return said;
}

it.each([
  ['nothing', saidDuring([]), ['Stopped at once.\n', '130']],
  ['a free request', saidDuring([false]), [NOTICE, 'Stopped at once.\n', '130']],
  ['a lookup', saidDuring([false, true]), [NOTICE, `${MAYBE}\n`, '130']],
  ['nothing any more', saidDuring([true], 1), ['Stopped at once.\n', '130']],
])('with %s under way, a stop says no more than is true', (_, said, told) => {
  expect(said).toEqual(told);
});

it.each([
  ['bulk run', 'a.csv', '--max-credits', 'confere bulk run a.csv --max-credits 9'],
  ['bulk resolve', 'b1', '--deadline', 'confere bulk list'],
])('a second stop during %s says how to continue', (command, word, flag, onward) => {
  const said = saidDuring([true], 0, { command, args: [word], options: [{ flag, value: '9' }] });
  expect(said).toEqual([NOTICE, `${MAYBE} To continue: '${onward}'.\n`, '130']);
});

it('a second stop is an error in JSON for a program', () => {
  const [, line = '', code] = saidDuring([true], 0, undefined, true);
  expect([JSON.parse(line), code]).toEqual([
    { error: { code: 'interrupted', message: MAYBE, httpStatus: null, exitCode: 130 } },
    '130',
  ]);
});
