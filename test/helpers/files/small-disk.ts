import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';

/** Makes `folder` a file system of its own of so many KB. */
export function mountSmall(folder: string, kilobytes: number): boolean {
  const script = `mount -t tmpfs -o size=${kilobytes}k,mode=0777 tmpfs "$0"`;
  return !execaSync('bash', ['-c', script, folder], { reject: false }).failed;
}

export function unmount(folder: string): void {
  execaSync('bash', ['-c', 'umount -l "$0"', folder], { reject: false });
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
