// The simulation and confere in one file, in which stand-ins replace parts of the machine: files of SQLite, the opening
// of the ledger, the network, and parts whose time or memory a small world does not need.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const simulation = join(root, 'test', 'simulation');

/** The stand-ins of modules of confere. */
const STAND_INS = new Map(
  [
    ['sqlite/index.ts', 'sqlite.ts'],
    ['ledger/index.ts', 'ledger.ts'],
    ['ledger/sqlite/db.ts', 'sqlite-db.ts'],
    ['ledger/postgres/pool.ts', 'pool.ts'],
    ['service/transport.ts', 'transport.ts'],
  ].map(([real, stand]) => [
    join(root, 'src', real),
    join(simulation, 'machine', 'stand-ins', stand),
  ]),
);

/** The stand-ins of modules of Node and of packages, where confere imports these. */
const OTHER_STAND_INS = new Map(
  [
    ['node:fs/promises', 'file-promises.ts'],
    ['node:fs', 'file-system.ts'],
    ['conf', 'conf.ts'],
  ].map(([real, stand]) => [real, join(simulation, 'machine', 'stand-ins', stand)]),
);

/** Returns the stand-in of a module that confere imports. A stand-in itself may import the real module. */
function resolveId(id, from) {
  if (from === undefined || !from.startsWith(join(root, 'src'))) return null;
  if (!id.startsWith('.')) return OTHER_STAND_INS.get(id) ?? null;
  return STAND_INS.get(resolve(dirname(from), id).replace(/\.js$/, '.ts')) ?? null;
}

/** Writes the bundle into `file`. */
export async function bundle(file) {
  const bundled = await rolldown({
    input: join(simulation, 'run.ts'),
    platform: 'node',
    external: ['libsql', 'node:sqlite'],
    tsconfig: join(root, 'tsconfig.json'),
    plugins: [{ name: 'stand-ins', resolveId: { order: 'pre', handler: resolveId } }],
    onLog: () => undefined,
  });
  await bundled.write({ file, format: 'esm', codeSplitting: false });
  await bundled.close();
}
