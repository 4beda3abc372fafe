import { readFileSync, statfsSync } from 'node:fs';

const ROOM = 2 * 1024 ** 3;

/**
 * A memory file system for temporary files, where a flush takes microseconds instead of milliseconds.
 * Only on Linux, if it allows programs to run; otherwise empty, and the default folder is used.
 */
export function ramDisk(path = '/dev/shm'): { TMPDIR?: string } {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return {};
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.find((line) => line.split(' ')[1] === path)?.split(' ')[3];
  if (options === undefined || options.split(',').includes('noexec')) return {};
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ROOM ? { TMPDIR: path } : {};
}
