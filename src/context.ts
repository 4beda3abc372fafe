import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.js';
import { UsageError } from './errors.js';
import { say } from './text/say.js';

/** A stream and what is known of the terminal behind it. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Input extends Readable {
  readonly isTTY?: boolean;
  /** A terminal's: without echo, every key at once. */
  setRawMode?(raw: boolean): unknown;
}

/** Everything of the outside world; only this file touches `process`. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  /** A short random id, safe in file names. */
  newId(): string;
  /** Calls back at Ctrl-C, at SIGTERM and when the terminal is closed, until the returned function is called. */
  onStopSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
  /** Ends the process at once. */
  exit(code: number): void;
}

export function processContext(): Context {
  return {
    env: process.env,
    platform: process.platform,
    get home() {
      return homeFolder();
    },
    // Opened when somebody reads it: that takes time.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    newId,
    onStopSignal,
    exit: (code) => process.exit(code),
  };
}

/** A user without a name, as in some containers, has no home. */
function homeFolder(): string {
  try {
    return homedir();
  } catch (error) {
    const told = say`This user has no home folder; set CONFERE_HOME to a folder for settings and state.`;
    throw new UsageError('no_home', told, { cause: error });
  }
}

/** A longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(
      Math.min(ms, LONGEST_TIMER),
      undefined,
      signal === undefined ? {} : { signal },
    ).catch((error: unknown) => {
      throw signal?.aborted === true ? signal.reason : error;
    });
  },
  timeout: (ms) => {
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        controller.abort(new Error(`no answer within ${ms} ms`));
      },
      Math.min(ms, LONGEST_TIMER),
    );
    return {
      signal: controller.signal,
      clear: () => {
        clearTimeout(timer);
      },
    };
  },
};

/** Ten letters and digits without the ones that look alike. */
function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  // Not node:crypto, which takes long to load.
  return Array.from(
    crypto.getRandomValues(new Uint8Array(10)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');
}

function onStopSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void {
  const terminated = () => {
    listener('SIGTERM');
  };
  process.on('SIGINT', listener).on('SIGTERM', listener).on('SIGHUP', terminated);
  return () => {
    process.off('SIGINT', listener).off('SIGTERM', listener).off('SIGHUP', terminated);
  };
}
