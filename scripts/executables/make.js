// Joins a platform's Node and our built files into one file (nodejs.org/api/single-executable-applications.html).
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { isLinux, makerFor, nodeOf, postject } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What Node looks for in itself. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

export function make(platform, file) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-executable-'));
  try {
    if (isLinux(platform)) makeStripped(platform, file, folder);
    else
      execaSync(makerFor(platform), [
        `--build-sea=${written(folder, { executable: nodeOf(platform), output: file })}`,
      ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without its symbols, which are an eighth of Node; they have to go before our files come. */
function makeStripped(platform, file, folder) {
  const blob = join(folder, 'blob');
  copyFileSync(nodeOf(platform), file);
  strip(file);
  execaSync(makerFor(platform), ['--experimental-sea-config', written(folder, { output: blob })]);
  execaSync(process.execPath, [postject(), file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]);
}

/** LLVM's takes files of every processor, the one of GNU only of its own. */
function strip(file) {
  const tried = ['llvm-strip', 'strip'].map((name) => execaSync(name, [file], { reject: false }));
  if (tried.every(({ failed }) => failed))
    throw new Error(`${file} needs llvm-strip or strip (binutils): ${tried[1].message}`);
}

/** Cached code would be that of this machine's processor. */
function written(folder, more) {
  const dist = join(ROOT, 'dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs') && name !== 'index.cjs');
  const config = {
    main: join(ROOT, 'scripts/executables/entry.cjs'),
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    useSnapshot: false,
    assets: Object.fromEntries(files.map((name) => [name, join(dist, name)])),
    ...more,
  };
  const path = join(folder, 'sea.json');
  writeFileSync(path, JSON.stringify(config));
  return path;
}
