import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { execa, execaSync } from 'execa';
import xterm from '@xterm/headless';
import { expect } from 'vitest';
import { eventually } from '../clocks/eventually.js';
import { COMMAND, environmentOf, type User } from '../run-confere.js';
import type { Referee } from '../referee/index.js';
import { linesIn } from './screen.js';

const RELAY = fileURLToPath(new URL('pseudo-terminal.py', import.meta.url));

/** Whether there are pseudo terminals; python3 makes them, because what Node has for it needs a compiler. */
export const hasPty = !execaSync('python3', ['-c', 'import pty, termios'], { reject: false })
  .failed;

export interface PtyEnd {
  /** 128 + n is what a shell makes of signal n; here it is -n. */
  readonly code: number;
  /** Whether typed lines are shown again, as a shell needs it. */
  readonly echoes: boolean;
}

interface PtyOptions {
  readonly columns: number;
  readonly rows?: number;
  /** The terminal says that it is 0 wide and 0 high, as those of some containers and scripts do. */
  readonly isSizeUnknown?: boolean;
  /** A file in the place of the keyboard. */
  readonly stdin?: string;
  readonly server?: Pick<Referee, 'url' | 'key'>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built command as `user` in a real pseudo terminal, with a window. */
export function startPty(user: User, args: readonly string[], options: PtyOptions) {
  const {
    columns,
    rows = 24,
    isSizeUnknown = false,
    stdin = '/dev/tty',
    server,
    env = {},
  } = options;
  const size = (isSizeUnknown ? [0, 0] : [columns, rows]).map(String);
  const window = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const reading = ['sh', '-c', `exec "$@" < ${stdin}`, 'sh'];
  const child = execa('python3', [RELAY, ...size, ...reading, process.execPath, COMMAND, ...args], {
    cwd: user.folder,
    extendEnv: false,
    reject: false,
    timeout: 25_000,
    env: { ...environmentOf(user.folder, server), TERM: 'xterm-256color', ...env },
    buffer: { stdout: false },
  });
  child.stdout.on('data', (chunk: Buffer) => {
    window.write(chunk);
  });
  const all = once(child.stdout, 'end');
  const ended = Promise.all([child, all]).then(
    ([{ stderr }]) => JSON.parse(stderr.split('\n').at(-1) ?? '') as PtyEnd,
  );
  // A test that already failed must not fail a second time.
  ended.catch(() => undefined);
  const send = (order: object) => child.stdin.write(`${JSON.stringify(order)}\n`);
  const text = () => linesIn(window);
  return {
    /** The lines in the window and above it, without empty ones at the end. */
    text,
    ended,
    type: (typed: string) => send({ type: typed }),
    resize(width: number, height: number) {
      window.resize(width, height);
      send({ resize: [width, height] });
    },
    /** Waits until the window shows `wanted`; returns all lines. */
    async shows(wanted: string | RegExp) {
      // Not expect.poll: beside tests that run at once, it knows no test.
      await eventually(async () => {
        expect(await text()).toMatch(wanted);
      });
      return text();
    },
  };
}
