// npm run build: bundles the command and the library with their dependencies into a few CommonJS files, and writes the
// library's types, and the licences and the CycloneDX list of the dependencies. libsql is not bundled: it loads a
// binary. `--keep-types` leaves the types as they are: they take most of the time, and what runs does not read them.
// `--missing` builds, without types, only if the sources are newer than the last build. `--maps` adds source maps.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeBillOfMaterials } from './bill-of-materials.js';
import { findBundled } from './bundled.js';
import { isCurrent } from './current.js';
import { writeLicences } from './licences.js';
import { createLeanPlugin } from './leaner.js';
import { writeTypes } from './types.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

/** Modules that are loaded together share a file, because opening each file takes time. */
const groups = [
  { name: 'state-folder', test: /[\\/]config[\\/]state-folder\.ts$/, priority: 4 },
  {
    name: 'base',
    test: /[\\/]src[\\/](main|base[\\/](system|limits|closest)|terminal[\\/]style)\.ts$/,
    priority: 5,
  },
  { name: 'messages', test: /[\\/]src[\\/]messages[\\/]index\.ts$/, priority: 4 },
  { name: 'common', test: /[\\/]src[\\/]messages[\\/]command-line\.ts$/, priority: 2 },
  { name: 'program', test: /[\\/]src[\\/]program\.ts$/, priority: 1 },
  { name: 'check', test: /[\\/]commands[\\/]check\.ts$/, priority: 1 },
  { name: 'store', test: /[\\/]config[\\/]store\.ts$/ },
  { name: 'service', test: /[\\/]service[\\/]index\.ts$/ },
];

const onlyMissing = process.argv.includes('--missing');
if (onlyMissing && isCurrent(root)) process.exit();
const keepsTypes = onlyMissing || process.argv.includes('--keep-types');
mkdirSync(dist, { recursive: true });
for (const name of readdirSync(dist))
  if (!keepsTypes || !/\.d\.c?ts$/.test(name)) rmSync(join(dist, name), { recursive: true });
const bundle = await rolldown({
  input: {
    compiled: join(root, 'src/compiled.ts'),
    start: join(root, 'src/start.ts'),
    index: join(root, 'src/index.ts'),
  },
  platform: 'node',
  external: ['libsql', 'node:sqlite'],
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [createLeanPlugin()],
  onLog: (_, { code, message }) => {
    // Rolldown warns of a module that one command loads late and another one at once.
    if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message);
  },
});
const { output } = await bundle.write({
  dir: dist,
  // `require` starts faster than `import`.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: ({ name }) => `${name.replace(/^_/, '')}.cjs`,
  // Without comments, Node reads a third less at each start; the licences of the dependencies are written below.
  comments: false,
  sourcemap: process.argv.includes('--maps'),
  codeSplitting: { groups },
});
await bundle.close();

const { exports } = output.find(({ fileName }) => fileName === 'index.cjs');
writeFileSync(join(dist, 'index.js'), `export { ${exports.join(', ')} } from './index.cjs';\n`);
const bundled = findBundled(output);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES'), writeLicences(bundled));
writeFileSync(join(dist, 'sbom.cdx.json'), writeBillOfMaterials(bundled));

if (!keepsTypes) writeTypes(root);
