// npm run matrix: tests the package that `npm pack` makes on every supported Node and with every package manager. Needs
// the npm registry. npm run matrix -- 22 npm@12 bun tests only these; --keep keeps each Node in node_modules/.cache for
// the next time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { managers, tryManager } from './try-manager.js';
import { isReachable, pack, tryNode } from './try-package.js';

const NODES = ['20.19', '20', '22', '24', '26'];
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/matrix/', import.meta.url));
const { values, positionals: namedRows } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});

// The command refuses variables that it does not know, such as the variables of the tests.
for (const name of Object.keys(process.env))
  if (name.startsWith('CONFERE_')) delete process.env[name];

if (!isReachable()) {
  console.log('The npm registry does not answer; nothing was tried.');
  process.exit(3);
}

const folder = mkdtempSync(join(tmpdir(), 'confere-pack-'));
try {
  const archive = pack(folder);
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  console.log(
    `${archive.id}: ${archive.entryCount} files, ${kilobytes(archive.size)} packed, ${kilobytes(archive.unpackedSize)} unpacked`,
  );
  const rows = namedRows.length > 0 ? namedRows : [...NODES, ...managers];
  for (const row of rows) report(row, archive.path);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(row, archive) {
  const cacheFolder = values.keep ? join(CACHE, row) : undefined;
  try {
    console.log(
      managers.includes(row)
        ? testWithManager(row, archive, cacheFolder)
        : testOnNode(row, archive, cacheFolder),
    );
  } catch (error) {
    console.log(`${row}: ${error.message}`);
    process.exitCode = 1;
  }
}

function testOnNode(version, archive, cacheFolder) {
  const { node, lookup, batch } = tryNode(version, archive, cacheFolder);
  return `${node}: cpf ${lookup.status}, batch ${batch.state}, ${batch.unique} identifiers`;
}

function testWithManager(name, archive, cacheFolder) {
  const { version, lookup } = tryManager(name, archive, cacheFolder);
  return `${name} (${version}): cpf ${lookup.status}`;
}
