import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { expect, it } from 'vitest';
import type { Context } from '../../src/base/context.js';
import { systemClock } from '../../src/base/system.js';
import { runKeyCommand } from '../../src/commands/shared/key-command.js';
import { eventually } from '../helpers/clocks/eventually.js';
import { newFolder, POSIX } from './support.js';

/** A process that has ended may keep its number until the process that inherited it looks, which can take seconds. */
const isAlive = (pid: string) => !/^$|^Z/.test(stateOf(pid));
const stateOf = (pid: string) =>
  execaSync('ps', ['-o', 'state=', '-p', pid], { reject: false }).stdout.trim();

const SURROUNDINGS = {
  platform: process.platform,
  clock: systemClock,
  onStopSignal: () => () => undefined,
};

it.runIf(POSIX).each(['timeout', 'SIGINT', 'SIGTERM', 'too much output'])(
  'the program that prints a key ends with its children: %s',
  async (what) => {
    const home = newFolder();
    const pids = join(home, 'pids');
    const limit = new AbortController();
    let stop: Parameters<Context['onStopSignal']>[0] = () => undefined;
    const running = runKeyCommand(
      {
        ...SURROUNDINGS,
        env: { ...process.env, CONFERE_HOME: home },
        home,
        clock: { timeout: () => ({ signal: limit.signal, clear: () => undefined }) } as never,
        onStopSignal: (listener) => {
          stop = listener;
          return () => undefined;
        },
      },
      {
        command: `sh -c 'sleep 600 & echo $! $$ > "${pids}"; echo chave-secreta-7f3a; ${what === 'too much output' ? 'cat /dev/zero' : 'wait'}'`,
        from: 'api-key-command',
      },
    ).catch((error: unknown) => error);
    await eventually(() => {
      expect(existsSync(pids) && readFileSync(pids, 'utf8')).toMatch(/\d+ \d+\n/);
    });
    if (what === 'timeout') limit.abort();
    else if (what !== 'too much output') stop(what as 'SIGINT');
    const error = (await running) as Error & { code: string };
    expect(error.code).toBe(
      { SIGINT: 'interrupted', SIGTERM: 'terminated' }[what] ?? 'key_command_failed',
    );
    expect(JSON.stringify(error) + error.message).not.toContain('secreta');
    await eventually(() => {
      for (const pid of readFileSync(pids, 'utf8').trim().split(' '))
        expect(isAlive(pid)).toBe(false);
    });
  },
);

it.runIf(POSIX)(
  'a daemon that the program leaves behind is neither waited for nor ended',
  async () => {
    const home = newFolder();
    const pid = join(home, 'pid');
    const { apiKey } = await runKeyCommand(
      { ...SURROUNDINGS, env: { ...process.env, CONFERE_HOME: home }, home },
      {
        command: `sh -c 'sleep 600 & echo $! > "${pid}"; echo chave-7f3a'`,
        from: 'api-key-command',
      },
    );
    expect(apiKey).toBe('chave-7f3a');
    expect(process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')).toBe(true);
  },
);
