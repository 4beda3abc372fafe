// Installs the packed package into a project with one version of a package manager, and runs a lookup there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execaSync } from 'execa';
import { fetchNode, npm } from './try-package.js';

/** The package of each manager, its program (undefined for a binary), and the arguments that add an archive. */
const MANAGERS = {
  'npm@10': ['npm@10', 'bin/npm-cli.js', ['install', '--foreground-scripts']],
  'npm@11': ['npm@11', 'bin/npm-cli.js', ['install', '--foreground-scripts']],
  'npm@12': ['npm@12', 'bin/npm-cli.js', ['install', '--foreground-scripts']],
  pnpm: ['pnpm', 'bin/pnpm.mjs', ['add']],
  'yarn@1': ['yarn@1', 'bin/yarn.js', ['add']],
  yarn: ['@yarnpkg/cli-dist', 'bin/yarn.js', ['add']],
  bun: [`@oven/bun-${process.platform}-${process.arch}`, undefined, ['add']],
};

export const managers = Object.keys(MANAGERS);

/** Matches what a manager prints about scripts that it ran or blocked; the archive has no scripts. */
const SCRIPTS = /install-scripts|allow-?scripts|blocked|ignored build|> confere@/i;

/**
 * Installs the archive with a manager and runs a lookup in the sandbox.
 * @param cacheFolder where Node 24 and the manager stay for the next time
 * @returns the version of the manager, and the answer of the lookup
 */
export function tryManager(name, archive, cacheFolder) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-manager-'));
  try {
    const tools = cacheFolder ?? join(folder, 'tools');
    const node = fetchNode('24', tools);
    const { line, version } = installManager(name, node, tools);
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }\n');
    // The newer yarn takes only a folder with a lock file for a project, and without the setting makes no node_modules.
    if (name === 'yarn') writeFileSync(join(project, '.yarnrc.yml'), 'nodeLinker: node-modules\n');
    if (name === 'yarn') writeFileSync(join(project, 'yarn.lock'), '');
    const env = { PATH: [dirname(node), process.env.PATH].join(delimiter), CI: '' };
    const options = { cwd: project, env, all: true, timeout: 120_000 };
    const { all } = execaSync(line[0], [...line.slice(1), writeSpec(name, archive)], options);
    const scriptLines = all.split('\n').filter((line) => SCRIPTS.test(line));
    if (scriptLines.length > 0) throw new Error(scriptLines.join('\n'));
    const command = join(project, 'node_modules', '.bin', 'confere');
    const answer = execaSync(command, ['--sandbox', 'cpf', '529.982.247-25', '--json'], {
      ...options,
      env: { ...env, CONFERE_HOME: join(folder, 'home') },
    });
    return { version, lookup: JSON.parse(answer.stdout) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installManager(name, node, tools) {
  const [wanted, file, addArguments] = MANAGERS[name];
  const prefix = join(tools, name);
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(['install', ...flags, '--prefix', prefix, wanted]);
  const folder = join(prefix, 'node_modules', wanted.replace(/(?<=.)@\d+$/, ''));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const program = file === undefined ? [join(folder, 'bin', 'bun')] : [node, join(folder, file)];
  return { version, line: [...program, ...addArguments] };
}

const writeSpec = (name, archive) =>
  name.startsWith('yarn') ? `confere@file:${archive}` : archive;
