import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const PACKING = '../../scripts/build/pack-manifest.js';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly hashes?: readonly { readonly content: string }[];
}

const json = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;
const { components } = await json<{ components: Component[] }>('dist/sbom.cdx.json');
const { packages } = await json<{
  packages: Record<
    string,
    { version: string; integrity: string; dev?: boolean; hasInstallScript?: boolean }
  >;
}>('package-lock.json');

describe('the list of what the bundle holds', () => {
  const locked = Object.entries(packages)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, one]) => ({ ...one, name: path.split('node_modules/').at(-1) ?? '' }));

  it('names what npm takes for dependencies of users, with its hash', () => {
    for (const { name, version, hashes } of components) {
      const integrity = `sha512-${Buffer.from(hashes?.[0]?.content ?? '', 'hex').toString('base64')}`;
      expect(locked).toContainEqual(expect.objectContaining({ name, version, integrity }));
    }
  });

  it('names every dependency of package.json, which the archive does not have', async () => {
    const { dependencies } = await json<{ dependencies: object }>('package.json');
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    const { buildArchiveManifest } = (await import(PACKING)) as {
      buildArchiveManifest: () => string;
    };
    const archive = JSON.parse(buildArchiveManifest()) as object;
    expect(archive).not.toHaveProperty('dependencies');
    expect(archive).toHaveProperty('optionalDependencies.libsql');
  });
});

it('every package with an install script is refused one by name, so that npm neither runs it nor warns', async () => {
  const { allowScripts } = await json<{ allowScripts: object }>('package.json');
  const scripted = Object.entries(packages).filter(([, one]) => one.hasInstallScript === true);
  const names = scripted.map(([path]) => path.split('node_modules/').at(-1));
  expect(Object.entries(allowScripts)).toEqual(names.map((name) => [name, false]));
});
