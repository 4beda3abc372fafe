// npm run build: the command and the library as a few CommonJS files with their dependencies, the library's
// types, and the licences of what was taken in. libsql stays outside: it loads a binary of its own.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licencesOf } from './licences.js';
import { leaner } from './leaner.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** Files of what is loaded together: each one that is opened takes its time. */
const groups = [
  { name: 'base', test: /[\\/]src[\\/]main\.ts$/, priority: 3 },
  { name: 'program', test: /[\\/]src[\\/]program\.ts$/, priority: 2 },
  { name: 'settings', test: /[\\/]commands[\\/]settings\.ts$/, priority: 1 },
  { name: 'valibot', test: /[\\/]valibot[\\/]/, priority: 1 },
  { name: 'service', test: /[\\/]service[\\/]index\.ts$/ },
];

rmSync(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: { start: join(root, 'src/start.ts'), index: join(root, 'src/index.ts') },
  platform: 'node',
  external: ['libsql'],
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [leaner()],
  onLog: (_, { code, message }) => {
    // Said of what one command loads late and another one early.
    if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message);
  },
});
const { output } = await bundle.write({
  dir: dist,
  // A module that is required starts faster than one that is imported.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: ({ name }) => `${name.replace(/^_/, '')}.cjs`,
  codeSplitting: { groups },
});
await bundle.close();

const { exports } = output.find(({ fileName }) => fileName === 'index.cjs');
writeFileSync(join(dist, 'index.js'), `export { ${exports.join(', ')} } from './index.cjs';\n`);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES'), licencesOf(output));

const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
const types = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
process.exitCode = types.status ?? 1;
