import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Output } from '../../../src/context.js';
import { ringAtEnd } from '../../../src/commands/bulk/shared/outcome.js';
import type { Host, Presentation } from '../../../src/commands/shared/options.js';
import type { User } from '../../helpers/run-confere.js';
import { it } from '../../helpers/with-service.js';
import { FAST, parsed, sized } from './bulk-support.js';

/** A command that keeps what it was given, and with what environment. */
const KEEP = `"${process.execPath}" keep.cjs`;
const KEEPS = `
const { readFileSync, appendFileSync, writeFileSync } = require('node:fs');
appendFileSync('given.jsonl', readFileSync(0, 'utf8'));
writeFileSync('env.json', JSON.stringify(process.env));
`;

async function given(user: User): Promise<string> {
  return readFile(join(user.folder, 'given.jsonl'), 'utf8');
}

describe('--notify', () => {
  it('gets the JSON summary of a run on its stdin, and never the key', async ({ user }) => {
    await writeFile(join(user.folder, 'keep.cjs'), KEEPS);
    const file = await user.file('in.csv', sized(2));
    const { stdout } = await user.ends(
      0,
      ['bulk', 'run', file, '--notify', KEEP, '--json', ...FAST],
      { env: { NOTED: 'yes' } },
    );
    expect(await given(user)).toBe(stdout);
    expect(parsed(stdout)).toMatchObject({ state: 'complete', found: 2 });
    const text = await readFile(join(user.folder, 'env.json'), 'utf8');
    const env = JSON.parse(text) as Record<string, string>;
    expect(env).toMatchObject({ NOTED: 'yes' });
    expect(env).not.toHaveProperty('CONFERE_API_KEY');
  });

  it('may be empty, and is in no printed command', async ({ user }) => {
    const file = await user.file('in.csv', sized(2));
    const refused = await user.ends(7, [
      'bulk',
      'run',
      file,
      '--notify',
      'echo secret',
      '--max-credits',
      '1',
      ...FAST,
    ]);
    expect(refused.stderr).toContain("'confere bulk run ");
    expect(refused.stderr).not.toContain('secret');
    await user.ends(0, ['bulk', 'run', file, '--notify', '', ...FAST]);
  });

  it('comes once for several files, and after watch and resume', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await writeFile(join(user.folder, 'keep.cjs'), KEEPS);
    await user.file('a.csv', sized(1));
    await user.file('b.csv', sized(1, 5));
    await user.ends(8, ['bulk', 'run', 'a.csv', '--notify', KEEP, '--deadline', '1s']);
    server.releaseJobs();
    await user.run(['bulk', 'watch', '--notify', KEEP, ...FAST]);
    await user.run(['bulk', 'resume', '--notify', KEEP, ...FAST]);
    await user.run(['bulk', 'run', 'a.csv', 'b.csv', '--notify', KEEP, ...FAST]);
    await user.run(['bulk', 'run', 'a.csv', '--notify', KEEP, '--dry-run']);
    const lines = (await given(user)).trimEnd().split('\n');
    const all = lines.map((line) => JSON.parse(line) as { state: string; files?: object[] });
    expect(all.map(({ state, files }) => [state, files?.length])).toEqual([
      ['running', undefined],
      ['complete', undefined],
      ['complete', undefined],
      ['complete', 2],
    ]);
  });

  it('says in a sentence that it failed, and changes no exit code', async ({ user }) => {
    const file = await user.file('in.csv', sized(1));
    const { code, stderr } = await user.run([
      ...['bulk', 'run', file, '-q', '--notify', 'exit 7', ...FAST],
    ]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'confere: The --notify command failed (7). The batch is as the summary says.\n',
    });
    const json = await user.ends(0, ['bulk', 'run', file, '--json', '--notify', 'exit 7']);
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { code: 'notify_failed', exitCode: 0 },
    });
  });
});

describe('the bell', () => {
  const shown: Presentation = {
    ...{ json: false, quiet: false, verbose: false, color: 'auto', progress: true },
  };
  const RUNG = '\u001b]2;confere: in.csv complete\u0007\u0007';

  function rung({
    took = 11_000,
    presentation = {},
    env = {},
    isTTY = true,
  }: {
    took?: number;
    presentation?: Partial<Presentation>;
    env?: Record<string, string>;
    isTTY?: boolean;
  }): string {
    const written: string[] = [];
    const write = (text: string) => written.push(text);
    const terminal = isTTY ? { isTTY, columns: 80, cursorTo: () => true } : {};
    const stderr = { ...terminal, write } as unknown as Output;
    const context = {
      ...{ stderr, platform: 'linux', env: { TERM: 'xterm', ...env } },
      clock: { now: () => took },
    } as unknown as Host['context'];
    const ended = { file: '/home/ana/in.csv', state: 'complete' } as const;
    ringAtEnd({ context, startedAt: 0 }, { ...shown, ...presentation }, ended);
    return written.join('');
  }

  it.for<[string, Parameters<typeof rung>[0], string]>([
    ['rings and names the window after a long run', {}, RUNG],
    ['not after a short one', { took: 9_000 }, ''],
    ['not in a pipe', { isTTY: false }, ''],
    ['not with --quiet', { presentation: { quiet: true } }, ''],
    ['not with --no-progress', { presentation: { progress: false } }, ''],
    ['not with NO_COLOR', { env: { NO_COLOR: '1' } }, ''],
    ['not in a dumb terminal', { env: { TERM: 'dumb' } }, ''],
    ['not in CI', { env: { CI: 'true' } }, ''],
    ['without a title on the console of Linux', { env: { TERM: 'linux' } }, '\u0007'],
  ])('%s', ([, at, text]) => {
    expect(rung(at)).toBe(text);
  });
});
