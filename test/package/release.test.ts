import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { startServer } from '../helpers/http-server.js';
import { hasProgram } from '../helpers/shell.js';

const ARCHIVES = '../../scripts/executables/archive.js';
const NODES = '../../scripts/executables/nodes.js';
const RELEASE = '../../scripts/release.js';
interface Files {
  readonly manifest: string;
  readonly server: string;
  readonly changelog: string;
  readonly security: string;
}
const { packFolder } = (await import(ARCHIVES)) as {
  packFolder: (folder: string, isZip: boolean) => Promise<string>;
};
const { findComplaints, writeLists } = (await import(RELEASE)) as {
  findComplaints: (files: Files, tag: string, repository: string) => string[];
  writeLists: (folder: string, repository: string, manifest: object) => void;
};

describe('the archives of a release', () => {
  let folder = '';
  const archives: Record<string, string> = {};
  const pack = async (platform: string) => {
    const from = join(folder, `confere-${platform}`);
    const isWindows = platform.startsWith('win');
    await mkdir(from, { recursive: true });
    for (const name of [isWindows ? 'confere.exe' : 'confere', 'LICENSE'])
      await writeFile(join(from, name), `${name} of ${platform}`);
    return packFolder(from, isWindows);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'confere-release-'));
    for (const platform of ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-arm64'])
      archives[platform] = await pack(platform);
    writeLists(folder, 'ana/confere', { version: '1.2.3', description: 'Lookups.' });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const text = (name: string) => readFile(join(folder, name), 'utf8');

  it.each(['linux-x64', 'win-x64'])('of %s have the same bytes at another time', async (one) => {
    const before = await readFile(archives[one] ?? '');
    await utimes(join(folder, `confere-${one}`, 'LICENSE'), 1, 1);
    expect(before.equals(await readFile(await pack(one)))).toBe(true);
  });

  it('are what SHA256SUMS, the formula and the manifest name', async () => {
    // The release itself compares the sums with the archives.
    const lines = (await text('SHA256SUMS')).trim().split('\n');
    const known = new Map(lines.map((line) => line.split('  ').reverse() as [string, string]));
    const formula = await text('confere.rb');
    // Homebrew reads it from the address, and complains of one that is named again.
    expect(formula).not.toMatch(/^ *version/m);
    const named = [...formula.matchAll(/url ".*\/v1\.2\.3\/(.*)"\s+sha256 "(.*)"/g)];
    expect(named).toHaveLength(3);
    for (const [, name = '', sum] of named) expect(known.get(name)).toBe(sum);
    const { architecture } = JSON.parse(await text('confere.json')) as {
      architecture: { '64bit': { url: string; hash: string } };
    };
    const { url, hash } = architecture['64bit'];
    expect(known.get(url.split('/').at(-1) ?? '')).toBe(hash);
    expect(known.size).toBe(4);
  });

  it.skipIf(!hasProgram('tar'))('have the program where both look for it', async () => {
    const { stdout } = await execa('tar', ['-tvzf', archives['linux-x64'] ?? '']);
    expect(stdout).toMatch(/^-rwxr-xr-x .* confere-linux-x64\/confere$/m);
    expect(stdout).toMatch(/^-rw-r--r-- .* confere-linux-x64\/LICENSE$/m);
    const zip = await openPromise(archives['win-x64'] ?? '');
    const names = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    expect(names).toContain('confere-win-x64/confere.exe');
    expect(await text('confere.rb')).toContain('bin.install "confere"');
    expect(JSON.parse(await text('confere.json'))).toMatchObject({
      bin: 'confere.exe',
      architecture: { '64bit': { extract_dir: 'confere-win-x64' } },
    });
  });
});

it('a Node whose checksum the project of Node does not name becomes no part of a release', async () => {
  const sums = `${'0'.repeat(64)}  node-v24.21.0-linux-x64.tar.gz\n`;
  const mirror = await startServer(({ path }, response) =>
    response.end(path.endsWith('/SHASUMS256.txt') ? sums : 'another Node'),
  );
  vi.stubEnv('NODEJS_ORG_MIRROR', mirror.url);
  const { provideNode } = (await import(NODES)) as {
    provideNode: (platform: string, isOfficial: boolean) => Promise<unknown>;
  };
  await expect(provideNode('linux-x64', true)).rejects.toThrow(/SHASUMS256.txt does not name/);
  vi.unstubAllEnvs();
});

describe('a release is refused', () => {
  const server = { name: 'io.github.ana/confere', version: '1.2.3' };
  const ready = {
    manifest: {
      version: '1.2.3',
      mcpName: server.name,
      repository: { url: 'git+https://github.com/ana/confere.git' },
    },
    server: { ...server, packages: [{ version: '1.2.3' }] },
    changelog: '# Changelog\n\n## [1.2.3] – 2026-11-28\n',
    security: 'https://github.com/ana/confere/security',
  };
  const complaints = (change: object = {}, tag = 'v1.2.3') => {
    const { manifest, server: one, ...texts } = { ...ready, ...change };
    const files = { ...texts, manifest: JSON.stringify(manifest), server: JSON.stringify(one) };
    return findComplaints(files, tag, 'ana/confere');
  };

  it.each([
    ['where server.json was forgotten', { server: { ...ready.server, version: '1' } }, 'version'],
    ['without a date', { changelog: '## [1.2.3] – Unreleased' }, 'no date for 1.2.3'],
    ['without its name', { manifest: { ...ready.manifest, mcpName: '' } }, 'io.github.ana'],
  ])('%s', (_, change, told) => {
    expect(complaints(change)).toEqual([expect.stringContaining(told)]);
  });

  it('with another tag, and for nothing else', () => {
    expect(complaints({}, 'v1.2.4')).toEqual([expect.stringContaining('the tag is v1.2.4')]);
    expect(complaints()).toEqual([]);
  });
});
