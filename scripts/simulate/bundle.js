// The simulation and confere in one file, with the parts of the machine replaced: files of SQLite, the ledger's
// door, the network, and what takes time or room that no small world needs.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const simulation = join(root, 'test', 'simulation');

/** A module of confere, and what stands in its place. */
const stands = new Map(
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

/** The same for modules of Node and packages, where confere itself imports them. */
const standsOfOthers = new Map(
  [
    ['node:fs/promises', 'file-promises.ts'],
    ['node:fs', 'file-system.ts'],
    ['conf', 'conf.ts'],
  ].map(([real, stand]) => [real, join(simulation, 'machine', 'stand-ins', stand)]),
);

/** Whatever stands for something may itself use what it stands for. */
function resolveId(id, from) {
  if (from === undefined || !from.startsWith(join(root, 'src'))) return null;
  if (!id.startsWith('.')) return standsOfOthers.get(id) ?? null;
  return stands.get(resolve(dirname(from), id).replace(/\.js$/, '.ts')) ?? null;
}

/** Writes the bundle into `file`. */
export async function bundle(file) {
  const made = await rolldown({
    input: join(simulation, 'run.ts'),
    platform: 'node',
    external: ['libsql', 'node:sqlite'],
    tsconfig: join(root, 'tsconfig.json'),
    plugins: [{ name: 'stand-ins', resolveId: { order: 'pre', handler: resolveId } }],
    onLog: () => undefined,
  });
  await made.write({ file, format: 'esm', codeSplitting: false });
  await made.close();
}
