import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from './clock.js';
import { UsageError } from './errors.js';
import { newId, systemClock } from './system.js';

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
    throw new UsageError('no_home', {}, { cause: error });
  }
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
