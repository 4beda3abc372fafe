import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/ledger/sqlite/index.js';
import { chooseEngine } from '../../../src/sqlite/engine.js';
import { openDatabase } from '../../../src/sqlite/index.js';

const made = new Map<string, Buffer>();

/** Where `folder` has no ledger, puts an empty one there: its bytes, because to make all versions of its schema takes longer than most tests. */
export function putEmptyLedger(folder: string, engine = chooseEngine()): void {
  const path = join(folder, 'ledger.db');
  if (existsSync(path)) return;
  const bytes = made.get(engine.name) ?? bytesOfNew(engine);
  made.set(engine.name, bytes);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
}

function bytesOfNew(engine: ReturnType<typeof chooseEngine>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'confere-ledger-'));
  const path = join(folder, 'ledger.db');
  try {
    const db = openDatabase(path, undefined, engine);
    migrate(db, path);
    // Otherwise the tables stay in the write-ahead log, which is another file.
    db.emptyLog();
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
