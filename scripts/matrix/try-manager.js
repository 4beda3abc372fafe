// Installs the packed package into a project with one version of a package manager, and runs a lookup there.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execaSync } from 'execa';
import { fetchNode, npm } from './try-package.js';

/** The package of a manager, the program in it (without one it is a binary), and its words for adding an archive. */
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

/** What a manager says of scripts that it ran or blocked: the archive has none. */
const SCRIPTS = /install-scripts|allow-?scripts|blocked|ignored build|> confere@/i;

/**
 * @param kept where Node 24 and the manager stay for the next time
 * @returns the version of the manager, and the answer of the lookup
 */
export function tryManager(name, archive, kept) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-manager-'));
  try {
    const tools = kept ?? join(folder, 'tools');
    const node = fetchNode('24', tools);
    const { line, version } = installed(name, node, tools);
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }\n');
    // The newer yarn takes a folder with a lock file for a project, and has files in place of node_modules otherwise.
    if (name === 'yarn') writeFileSync(join(project, '.yarnrc.yml'), 'nodeLinker: node-modules\n');
    if (name === 'yarn') writeFileSync(join(project, 'yarn.lock'), '');
    const env = { PATH: [dirname(node), process.env.PATH].join(delimiter), CI: '' };
    const options = { cwd: project, env, all: true, timeout: 120_000 };
    const { all } = execaSync(line[0], [...line.slice(1), specOf(name, archive)], options);
    const about = all.split('\n').filter((said) => SCRIPTS.test(said));
    if (about.length > 0) throw new Error(about.join('\n'));
    const command = join(project, 'node_modules', '.bin', 'confere');
    const asked = execaSync(command, ['--sandbox', 'cpf', '529.982.247-25', '--json'], {
      ...options,
      env: { ...env, CONFERE_HOME: join(folder, 'home') },
    });
    return { version, lookup: JSON.parse(asked.stdout) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installed(name, node, tools) {
  const [wanted, file, words] = MANAGERS[name];
  const prefix = join(tools, name);
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(['install', ...flags, '--prefix', prefix, wanted]);
  const at = join(prefix, 'node_modules', wanted.replace(/(?<=.)@\d+$/, ''));
  const { version } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  const program = file === undefined ? [join(at, 'bin', 'bun')] : [node, join(at, file)];
  return { version, line: [...program, ...words] };
}

const specOf = (name, archive) => (name.startsWith('yarn') ? `confere@file:${archive}` : archive);
