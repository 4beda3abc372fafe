import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process at the other end of a pipe. */
export interface PipeReader {
  /** Returns whether the process has ended, and no other one reads the pipe. */
  readonly isGone: () => boolean;
}

/**
 * Finds the reader of stdout among the processes that Linux shows to this user. No call of Node says that a pipe has
 * lost its reader before something is written to it.
 */
export function findPipeReader(): PipeReader | undefined {
  const pipe = readLink('/proc/self/fd/1');
  if (pipe?.startsWith('pipe:') !== true) return undefined;
  let reader = findReadingProcess(pipe);
  if (reader === undefined) return undefined;
  const isGone = () => {
    // A process that this user may no longer examine is still running.
    if (reader !== undefined && [pipe, 'hidden'].includes(readLink(reader) ?? '')) return false;
    reader = findReadingProcess(pipe);
    return reader === undefined;
  };
  return { isGone };
}

/**
 * Returns the path (`/proc/…/fd/…`) of a process that reads the pipe. Processes that write to the pipe have it open as
 * well, so the access mode is compared.
 */
function findReadingProcess(pipe: string): string | undefined {
  for (const pid of listNames('/proc').filter((name) => /^\d+$/.test(name)))
    for (const fd of listNames(`/proc/${pid}/fd`)) {
      const name = `/proc/${pid}/fd/${fd}`;
      if (readLink(name) !== pipe) continue;
      const fdInfo = tryToRead(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'));
      // The lowest two bits are the access mode, which is 0 for reading.
      const flags = /^flags:\s*(\d+)/m.exec(fdInfo ?? '')?.[1];
      if (flags !== undefined && (Number.parseInt(flags, 8) & 3) === 0) return name;
    }
  return undefined;
}

function listNames(folder: string): string[] {
  return tryToRead(() => readdirSync(folder)) ?? [];
}

/** Returns the target of a link; `hidden` if this user may not read it. */
function readLink(name: string): string | undefined {
  return tryToRead(() => readlinkSync(name), 'hidden');
}

/** Returns the result of `read`, `refused` if the system denies access, or undefined for other errors. */
function tryToRead<T>(read: () => T, refused?: T): T | undefined {
  try {
    return read();
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES'
      ? refused
      : undefined;
  }
}
