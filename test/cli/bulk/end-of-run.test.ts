import type { Output } from '../../../src/base/context.js';
import { ringAtEnd } from '../../../src/commands/bulk/shared/outcome.js';
import type { CommandContext } from '../../../src/commands/shared/command.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { lines, parsed, sized, type User } from '../support.js';

/** A command that keeps what it was given, and with what environment. */
const KEEP = ['--notify', `"${process.execPath}" keep.cjs`];
const KEEPS = `
const { readFileSync, appendFileSync, writeFileSync } = require('node:fs');
appendFileSync('given.jsonl', readFileSync(0, 'utf8'));
writeFileSync('env.json', JSON.stringify(process.env));
`;
const RUN = ['bulk', 'run', 'in.csv'];

const read = (user: User, name: string) => user.read(name);

describe('--notify', () => {
  it('gets the JSON summary of a run on its stdin, and never the key', async ({ user }) => {
    await user.file('keep.cjs', KEEPS);
    await user.file('in.csv', sized(2));
    const env = { NOTED: 'yes' };
    const { stdout } = await user.ends(0, [...RUN, ...KEEP, '--json'], { env });
    expect(await read(user, 'given.jsonl')).toBe(stdout);
    expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 2 });
    const given = JSON.parse(await read(user, 'env.json')) as object;
    expect(given).toMatchObject(env);
    expect(given).not.toHaveProperty('CONFERE_API_KEY');
  });

  it('may be empty, and is in no printed command', async ({ user }) => {
    await user.file('in.csv', sized(2));
    const { stderr } = await user.ends(7, [
      ...RUN,
      '--notify',
      'echo secret',
      '--max-credits',
      '1',
    ]);
    expect(stderr).toContain("'confere bulk run ");
    expect(stderr).not.toContain('secret');
    await user.ends(0, [...RUN, '--notify', '']);
  });

  it('comes once for several files, and after watch and resume', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await user.file('keep.cjs', KEEPS);
    await user.file('in.csv', sized(1));
    await user.file('b.csv', sized(1, 5));
    await user.ends(8, [...RUN, ...KEEP, '--deadline', '1s']);
    server.releaseJobs();
    await user.run(['bulk', 'watch', ...KEEP]);
    await user.run(['bulk', 'resume', ...KEEP]);
    await user.run([...RUN, 'b.csv', ...KEEP]);
    await user.run([...RUN, ...KEEP, '--dry-run']);
    const all = lines<{ state: string; files?: object[] }>(await read(user, 'given.jsonl'));
    expect(all.map(({ state, files }) => [state, files?.length])).toEqual([
      ['running', undefined],
      ['complete', undefined],
      ['complete', undefined],
      ['complete', 2],
    ]);
  });

  it('says in a sentence that it failed, and changes no exit code', async ({ user }) => {
    await user.file('in.csv', sized(1));
    const { stderr } = await user.ends(0, [...RUN, '-q', '--notify', 'exit 7']);
    expect(stderr).toBe('confere: The --notify command failed (7). The batch is not affected.\n');
    const json = await user.ends(0, [...RUN, '--json', '--notify', 'exit 7']);
    expect(parsed(json.stderr)).toMatchObject({ error: { code: 'notify_failed', exitCode: 0 } });
  });
});

const SHOWN = { quiet: false, color: 'auto', progress: true };
const RUNG = '\u001b]2;confere: in.csv complete\u0007\u0007';

it.for<
  [string, { took?: number; shown?: Partial<CommandContext>; env?: object; isPipe?: true }, string]
>([
  ['rings and names the window after a long run', {}, RUNG],
  ['not after a short one', { took: 9_000 }, ''],
  ['not in a pipe', { isPipe: true }, ''],
  ['not with --quiet', { shown: { quiet: true } }, ''],
  ['not with --no-progress', { shown: { progress: false } }, ''],
  ['not with NO_COLOR', { env: { NO_COLOR: '1' } }, ''],
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
  ringAtEnd({ context, startedAt: 0, ...SHOWN, ...shown } as unknown as CommandContext, ended);
  expect(written).toBe(wanted);
});
