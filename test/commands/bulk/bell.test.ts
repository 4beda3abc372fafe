import { expect, it } from 'vitest';
import type { Output } from '../../../src/base/context.js';
import { ringAtEnd } from '../../../src/commands/bulk/shared/outcome.js';
import type { CommandContext } from '../../../src/commands/shared/command.js';

const SHOWN = { quiet: false, color: 'auto', progress: true };
const RUNG = '\u001b]2;confere: in.csv complete\u0007\u0007';

it.for<
  [string, { took?: number; shown?: Partial<CommandContext>; env?: object; isPipe?: true }, string]
>([
  ['rings and names the window after a long run', {}, RUNG],
  ['not after a short one', { took: 9_000 }, ''],
  ['not in a pipe', { isPipe: true }, ''],
  ['not with --quiet', { shown: { quiet: true } }, ''],
  ['not in a dumb terminal', { env: { TERM: 'dumb' } }, ''],
  ['without a title on the console of Linux', { env: { TERM: 'linux' } }, '\u0007'],
])('the bell %s', ([, { took = 11_000, shown = {}, env = {}, isPipe = false }, wanted]) => {
  let written = '';
  const terminal = isPipe ? {} : { isTTY: true, columns: 80, cursorTo: () => true };
  const stderr = { ...terminal, write: (text: string) => (written += text) } as unknown as Output;
  const context = {
    stderr,
    platform: 'linux',
    env: { TERM: 'xterm', ...env },
    clock: { now: () => took },
  } as unknown as CommandContext['context'];
  const ended = { file: '/home/ana/in.csv', state: 'complete' } as const;
  ringAtEnd(
    { context, started: { at: 0 }, ...SHOWN, ...shown } as unknown as CommandContext,
    ended,
  );
  expect(written).toBe(wanted);
});
