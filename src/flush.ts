import { open } from 'node:fs/promises';

/** Error codes of systems that cannot open or flush a folder: Windows, some network drives. */
const UNKNOWN_FOR_FOLDERS = ['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP', 'ENOSYS'];

/** Waits until the bytes of the file at `path` are on disk. */
export async function flushFile(path: string): Promise<void> {
  await flush(path, 'r+');
}

/**
 * Waits until the names in a folder are on disk, if the system supports that; this makes a rename
 * durable.
 */
export async function flushFolder(path: string): Promise<void> {
  try {
    await flush(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!UNKNOWN_FOR_FOLDERS.includes(code)) throw error;
  }
}

async function flush(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
