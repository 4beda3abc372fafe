import { readFileSync, statfsSync } from 'node:fs';

/** Room that the largest tests need several times over, in bytes. */
const ROOM = 2 * 1024 ** 3;

/**
 * Where temporary files are flushed within microseconds instead of milliseconds, for the whole suite: a
 * memory file system of Linux that lets programs run. Elsewhere nothing: the usual folder will do.
 */
export function ramDisk(path = '/dev/shm'): { TMPDIR?: string } {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return {};
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.find((line) => line.split(' ')[1] === path)?.split(' ')[3];
  if (options === undefined || options.split(',').includes('noexec')) return {};
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > ROOM ? { TMPDIR: path } : {};
}
