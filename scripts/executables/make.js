// Joins a platform's Node and our built files into one file (nodejs.org/api/single-executable-applications.html).
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { isLinux, isMac, ownPlatform, postject } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Node writes the path of the first file into an executable, so it is one that is the same in every clone. */
const FIRST_FILE = { name: 'entry.cjs', cwd: fileURLToPath(new URL('.', import.meta.url)) };
/** The text in the program of Node that marks where the files are joined. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Makes the executable of a platform. `node`: the result of `provideNode` for the platform. */
export function makeExecutable(platform, file, node) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-executable-'));
  try {
    if (isLinux(platform)) makeStripped(platform, file, node, folder);
    else
      runMaker(
        node.maker,
        '--build-sea',
        writeConfig(folder, { executable: node.program, output: file }),
      );
    // Joining breaks Node's signature, and macOS starts no program without a signature. The new one names nobody.
    if (isMac(platform) && isMac(ownPlatform))
      execaSync('codesign', ['--sign', '-', '--force', file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes an executable without symbols, which are an eighth of Node and must be removed before our files are joined. */
function makeStripped(platform, file, { program, maker }, folder) {
  const blob = join(folder, 'blob');
  copyFileSync(program, file);
  strip(platform, file);
  runMaker(maker, '--experimental-sea-config', writeConfig(folder, { output: blob }));
  execaSync(process.execPath, [postject(), file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE]);
}

/** Runs the Node that makes an executable, or a part of one, from a configuration. */
function runMaker(maker, option, config) {
  execaSync(maker, [`${option}=${config}`], { cwd: FIRST_FILE.cwd });
}

/** Removes the symbols. The `strip` of GNU takes programs for this processor only, the one of LLVM programs for all. */
function strip(platform, file) {
  const programs = platform === ownPlatform ? ['strip', 'llvm-strip'] : ['llvm-strip'];
  const attempts = programs.map((name) => () => execaSync(name, [file], { reject: false }));
  if (!attempts.some((run) => !run().failed))
    throw new Error(`${file} needs ${programs.join(' (binutils) or ')} (llvm) in PATH`);
}

/** Writes the configuration of an executable, without cached code, which would be for the processor of this machine. */
function writeConfig(folder, target) {
  const dist = join(ROOT, 'dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs') && name !== 'index.cjs');
  const config = {
    main: FIRST_FILE.name,
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    useSnapshot: false,
    assets: Object.fromEntries(files.map((name) => [name, join(dist, name)])),
    ...target,
  };
  const path = join(folder, 'sea.json');
  writeFileSync(path, JSON.stringify(config));
  return path;
}
