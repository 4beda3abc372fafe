import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from './clock.js';
import { UsageError } from './errors.js';
import { findPipeReader, type PipeReader } from './pipe-reader.js';
import { newId, readUserName, systemClock } from './system.js';
import { ignoreKeys } from './typed-keys.js';

/** A stream and the properties of its terminal, if it has one. */
export interface Output extends Writable {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** The underlying stream, if this one adds something to each line (`--timestamps`). */
  readonly bare?: Output;
}

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
  /** Only on terminals: turns echo off and passes every key immediately. */
  setRawMode?(raw: boolean): unknown;
}

/**
 * The outside world: commands reach the environment, the streams and the clock only through it. `processContext` builds
 * it from `process`, with `system.ts` and `typed-keys.ts`.
 */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** The runtime and its platform, for example `Node 22.1.0, linux-x64`. */
  readonly runtime?: string;
  readonly home: string;
  /** The language of the system (`pt-BR`) where no variable has it: on Windows, and for programs on a Mac's desktop. */
  readonly locale?: string;
  readonly stdin: InputStream;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  /** Returns a short random id that is safe in file names. */
  newId(): string;
  /**
   * Calls back on Ctrl-C, on SIGTERM and when the terminal is closed, until the returned function is
   * called.
   */
  onStopSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void;
  /**
   * Finds whether a process still reads the pipe that stdout is; undefined where only the next write shows whether one
   * does.
   */
  findPipeReader?(): PipeReader | undefined;
  /**
   * Keeps the terminal from showing what is typed until the returned function is called. Ctrl-C and other keys that
   * send a signal still work. `readsStdin`: the command reads standard input, so the keys are not swallowed.
   */
  readonly ignoreKeys?: (readsStdin?: boolean) => () => void;
  /** The numeric id of this user; Windows has none. */
  readonly uid?: number;
  /** The name of this user; `uid 1000` where the system has none. */
  readonly userName: string;
  /** The variable NODE_TLS_REJECT_UNAUTHORIZED asked not to check certificates, which is ignored. */
  readonly insecureTlsAsked?: boolean;
  /** Ends the process immediately. */
  exit(code: number): void;
}

export function processContext(): Context {
  return {
    env: process.env,
    platform: process.platform,
    runtime: `Node ${process.versions.node}, ${process.platform}-${process.arch}`,
    get home() {
      return findHomeFolder();
    },
    // Only these systems are asked: elsewhere variables have the language, and `Intl` takes long to load.
    get locale() {
      const asksSystem = ['win32', 'darwin'].includes(process.platform);
      return asksSystem ? Intl.DateTimeFormat().resolvedOptions().locale : '';
    },
    // Node opens stdin on first use, which takes time.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    newId,
    onStopSignal,
    findPipeReader,
    ignoreKeys,
    uid: process.getuid?.(),
    get userName() {
      return readUserName();
    },
    insecureTlsAsked: removeInsecureTlsVariable(),
    exit: (code) => process.exit(code),
  };
}

/** Removes the variable, because Node would warn of unchecked certificates, although confere checks them. */
function removeInsecureTlsVariable(): boolean {
  const isInsecureAsked = process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
  if (isInsecureAsked) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  return isInsecureAsked;
}

/** Returns the home folder. @throws UsageError `no_home` for a user without a name, as in some containers */
function findHomeFolder(): string {
  try {
    return homedir();
  } catch (error) {
    throw new UsageError('no_home', {}, { cause: error });
  }
}

function onStopSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void): () => void {
  const onTermination = () => {
    listener('SIGTERM');
  };
  process.on('SIGINT', listener).on('SIGTERM', listener).on('SIGHUP', onTermination);
  return () => {
    process.off('SIGINT', listener).off('SIGTERM', listener).off('SIGHUP', onTermination);
  };
}
