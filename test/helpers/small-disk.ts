import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes `folder` a file system of its own of so many KB. */
export function mountSmall(folder: string, kilobytes: number): boolean {
  const script = `mount -t tmpfs -o size=${kilobytes}k,mode=0777 tmpfs "$0"`;
  return spawnSync('bash', ['-c', script, folder]).status === 0;
}

export function unmount(folder: string): void {
  spawnSync('bash', ['-c', 'umount -l "$0"', folder]);
}

/** Whether a small file system can be created here: Linux and root. */
export const canMount = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'confere-mount-'));
  const mounted = mountSmall(folder, 64);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
})();
if (!canMount) {
  process.stderr.write('SKIPPED: full disks are tried out on Linux, by root, with tmpfs.\n');
}
