// A preload (`node --import`): the process kills itself at its n-th change of state, so that each one can be
// tested without a hook in the product. CRASH_AT=<n>[:before|after]; CRASH_AT=<path>[:before|after] is the rename from or to a
// path with that in it, and <path>+<n> the n-th change after it. With CRASH_POINTS=all, every write inside a transaction
// counts too; otherwise only durable changes: commits, single writes, renames.
import { syncBuiltinESMExports } from 'node:module';
import files from 'node:fs/promises';
import Libsql from 'libsql';

const WRITES = /^\s*(insert|update|delete)\b[^]*\b(batches|jobs|items|records|decisions)\b/i;
const [point, side = 'before'] = (process.env.CRASH_AT ?? '').split(':');
const [place, wanted] = /^\d+$/.test(point) ? [undefined, point] : point.split('+');
const every = process.env.CRASH_POINTS === 'all';
let isCounting = place === undefined;
let passed = 0;

function die() {
  process.kill(process.pid, 'SIGKILL');
}

function isNext() {
  if (!isCounting) return false;
  passed += 1;
  return passed === Number(wanted);
}

/** Runs `act`, and kills the process before or after it if this is the chosen point. */
function at(act) {
  const mine = isNext();
  if (mine && side === 'before') die();
  const result = act();
  if (mine) die();
  return result;
}

/** Counts the writes of a class of connections; libsql and node:sqlite differ only in `isInTransaction`. */
function watch(connections, isInTransaction) {
  const { prepare, exec } = connections;
  connections.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (!WRITES.test(sql)) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...values) =>
      isInTransaction(this) && !every ? run(...values) : at(() => run(...values));
    return statement;
  };
  connections.exec = function (sql) {
    return sql === 'COMMIT' ? at(() => exec.call(this, sql)) : exec.call(this, sql);
  };
}

/** Undefined in Node 20. Node 22 warns that it is experimental, which is not the command's own output. */
function nodeSqlite() {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  const sqlite = process.getBuiltinModule('node:sqlite');
  process.emitWarning = emitWarning;
  return sqlite;
}

watch(Libsql.prototype, (connection) => connection.inTransaction);
const own = nodeSqlite();
if (own !== undefined) watch(own.DatabaseSync.prototype, (connection) => connection.isTransaction);

const { rename } = files;
files.rename = async (...paths) => {
  const isPlace = place !== undefined && paths.some((path) => String(path).includes(place));
  const mine = isNext() || (isPlace && wanted === undefined);
  if (mine && side === 'before') die();
  await rename(...paths);
  if (mine) die();
  isCounting ||= isPlace;
};
syncBuiltinESMExports();
