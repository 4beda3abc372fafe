// Tests the packed package on one version of Node: installs it globally into an empty folder and runs it there.
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { buildArchiveManifest } from '../build/pack-manifest.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IS_WINDOWS = process.platform === 'win32';
/** Two valid CPFs, one of them twice, a valid CNPJ, and an invalid row. */
const INPUT = 'doc\n529.982.247-25\n11222333000181\n123.456.789-09\n529.982.247-25\n111\n';

function run(command, args, options = {}) {
  // The error of execa says what was run, how it ended, and what it printed.
  const extendEnv = options.env === undefined;
  return execaSync(command, args, { timeout: 120_000, extendEnv, ...options }).stdout;
}

/** Runs npm with the given Node, which may differ from the first `node` of the path. */
export function npm(args, { node = process.execPath, ...options } = {}) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(node, [cli, ...args], options);
  return run(IS_WINDOWS ? 'npm.cmd' : 'npm', args, { shell: IS_WINDOWS, ...options });
}

/** Returns whether the npm registry answers. */
export function isReachable() {
  try {
    npm(['ping', '--fetch-retries=0'], { timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Packs the built package as `npm pack` does, from a copy, because packing changes package.json for a moment. Returns
 * the path of the archive and the facts that npm reports.
 */
export function pack(folder) {
  const staged = join(folder, 'staged');
  const manifest = buildArchiveManifest();
  const alwaysPacked = readdirSync(ROOT).filter((name) => /^(readme|licen[cs]e)/i.test(name));
  const parts = JSON.parse(manifest).files.filter((name) => !name.startsWith('!'));
  for (const part of [...parts, ...alwaysPacked])
    cpSync(join(ROOT, part), join(staged, part), { recursive: true });
  writeFileSync(join(staged, 'package.json'), manifest);
  const [facts] = JSON.parse(
    npm(['pack', '--json', '--pack-destination', folder], { cwd: staged }),
  );
  rmSync(staged, { recursive: true });
  return { path: join(folder, facts.filename), ...facts };
}

/**
 * Installs a version of Node, such as `22`, from its npm package for this machine, unless the folder has it.
 * Returns the path of the program.
 */
export function fetchNode(version, folder) {
  const platform = IS_WINDOWS ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin', IS_WINDOWS ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  npm([
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    `${name}@${version}`,
  ]);
  return program;
}

/**
 * Installs the archive with a version of Node and runs a lookup and a batch in the sandbox.
 * @param cacheFolder where Node stays for the next time; if undefined, the newest release of the version is fetched
 * @returns the exact versions of Node and confere, the answer of the lookup and the summary of the batch
 */
export function tryNode(version, archive, cacheFolder) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-matrix-'));
  try {
    const node = fetchNode(version, cacheFolder ?? join(folder, 'node'));
    const prefix = join(folder, 'prefix');
    const path = [dirname(node), process.env.PATH].join(delimiter);
    const env = { PATH: path, HOME: folder, CONFERE_HOME: join(folder, 'home'), CI: '1' };
    const install = ['install', '-g', '--prefix', prefix, '--no-audit', '--no-fund', archive];
    npm(install, { node, env: { ...process.env, PATH: path } });
    const command = IS_WINDOWS ? join(prefix, 'confere.cmd') : join(prefix, 'bin', 'confere');
    const confere = (...args) => run(command, args, { cwd: folder, env, shell: IS_WINDOWS });
    writeFileSync(join(folder, 'in.csv'), INPUT);
    return {
      node: run(node, ['--version']).trim(),
      version: confere('--version').trim(),
      lookup: JSON.parse(confere('--sandbox', 'cpf', '529.982.247-25', '--json')),
      batch: JSON.parse(
        confere(...'--sandbox bulk run in.csv --fresh --interval 100ms --json'.split(' ')),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
