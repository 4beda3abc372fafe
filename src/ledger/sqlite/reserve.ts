import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { ConfereError } from '../../base/errors.js';

/** Bytes that are kept free, so that the outcome of a request that may charge can be stored. */
const RESERVED_BYTES = 256 << 10;

/** Makes a file that reserves space on the disk, so that even on a full disk every begun request can be ended. */
export function createReserve(path: string) {
  const isReserved = () => lstatSync(path, { throwIfNoEntry: false })?.size === RESERVED_BYTES;
  return {
    /** Reserves the space, before a request begins. @throws ConfereError `state_unusable` if the disk is full */
    ensure(): void {
      try {
        if (isReserved()) return;
        // The old file is removed first, because writing into it would follow a link.
        rmSync(path, { force: true });
        writeFileSync(path, Buffer.alloc(RESERVED_BYTES), { mode: 0o600, flag: 'wx' });
      } catch (error) {
        rmSync(path, { force: true });
        // Any other problem with the folder is reported when the ledger is opened.
        if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
        const facts = { of: 'file', path, why: 'full' } as const;
        throw new ConfereError('state_unusable', facts, { cause: error });
      }
    },
    /** Runs `work`, which ends a request; if the disk is full, it runs again with the reserved space. */
    async useIfFull(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!isFull(error) || !isReserved()) throw error;
        rmSync(path, { force: true });
        await work();
      }
    },
  };
}

/** SQLite reports `SQLITE_IOERR`, read as `unreadable`, when the file beside the log cannot grow. */
function isFull(error: unknown): boolean {
  if (!(error instanceof ConfereError) || error.code !== 'state_unusable') return false;
  const { why } = error.facts as { readonly why?: string };
  return why === 'full' || why === 'unreadable';
}
