/** One process of the stress test, for a number of ms: `writer`, or `checkpointer` (SQLite's own passive checkpoints). */
import { openDatabase } from '../../src/sqlite/index.js';
import { libsqlEngine } from '../../src/sqlite/libsql.js';
import { nodeEngine } from '../../src/sqlite/node.js';

const ROWS = 20;
const [role, name, path = '', length = '0', seed = '1'] = process.argv.slice(2);
const end = Date.now() + Number(length);
const isOver = () => Date.now() > end;

// libsql makes a checkpoint at about every fifth commit.
const engine = name === 'libsql' ? libsqlEngine(100_000) : nodeEngine();
if (engine === undefined) throw new Error(`there is no ${String(name)} here`);
const db = openDatabase(path, 30_000, engine);
let commits = 0;
/** SQLite's waiting is not fair: without a pause one process could block the others. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);

if (role === 'writer') {
  const insert = db.prepare('INSERT INTO rows (writer, commit_no, filling) VALUES (?, ?, ?)');
  do {
    db.transaction(() => {
      for (let row = 0; row < ROWS; row += 1) {
        insert.run(Number(seed), commits, `${Math.random()}`.repeat(10));
      }
    });
    commits += 1;
    pause();
  } while (!isOver());
} else {
  const passive = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const touch = db.prepare('UPDATE touched SET times = times + 1');
  while (!isOver()) {
    // With libsql, a checkpoint is made as in the program: after a transaction.
    if (name === 'libsql') db.transaction(() => touch.run());
    else passive.all();
    // A passive checkpoint blocks no other process.
    if (name === 'libsql') pause();
    commits += 1;
  }
}
db.close();
process.stdout.write(JSON.stringify({ rows: role === 'writer' ? commits * ROWS : 0, commits }));
