// Joins a platform's Node and our built files into one file (nodejs.org/api/single-executable-applications.html).
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { isLinux, isMac, ownPlatform, postject } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What Node looks for in itself. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** `node`: what `takeNode` brought for the platform. */
export function make(platform, file, node) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-executable-'));
  try {
    if (isLinux(platform)) makeStripped(platform, file, node, folder);
    else
      execaSync(node.maker, [
        `--build-sea=${written(folder, { executable: node.program, output: file })}`,
      ]);
    // Joining breaks Node's signature, and macOS starts no program without one. This one names nobody.
    if (isMac(platform) && isMac(ownPlatform))
      execaSync('codesign', ['--sign', '-', '--force', file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without its symbols, which are an eighth of Node; they have to go before our files come. */
function makeStripped(platform, file, { program, maker }, folder) {
  const blob = join(folder, 'blob');
  copyFileSync(program, file);
  strip(platform, file);
  execaSync(maker, ['--experimental-sea-config', written(folder, { output: blob })]);
  execaSync(process.execPath, [postject(), file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]);
}

/** GNU's takes files of its own processor only, LLVM's of every one. */
function strip(platform, file) {
  const programs = platform === ownPlatform ? ['strip', 'llvm-strip'] : ['llvm-strip'];
  const tried = programs.map((name) => () => execaSync(name, [file], { reject: false }));
  if (!tried.some((run) => !run().failed))
    throw new Error(`${file} needs ${programs.join(' (binutils) or ')} (llvm) in PATH`);
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
