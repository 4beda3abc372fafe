import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadableByOthers } from '../../src/config/private-file.js';
import { credentialsFile, settingsFile } from '../../src/config/store.js';
import { BOUND_BY_MODES, newFolder, POSIX } from './support.js';
import { sentenceOf } from '../helpers/sentence.js';
import { runs } from '../helpers/runs.js';

/** Stays beside the files. */
const LOCK = 'settings.lock.db';
const KEY = 'chave-que-nao-aparece';
const SLOW = { rate: 1 };
const slow = (path: string) => settingsFile.change(path, 'default', () => SLOW);
const settingsIn = async (path: string) => Object.fromEntries(await settingsFile.read(path));
const mode = (path: string) => statSync(path).mode & 0o777;

/** A file of settings or keys with this text. */
function fileWith(text: string): string {
  const path = join(newFolder(), 'credentials.json');
  writeFileSync(path, text);
  return path;
}

describe('config.json and credentials.json', () => {
  it('give back what was written', async () => {
    const path = join(newFolder(), 'file.json');
    const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}$/);
    const value = fc.oneof(fc.string(), fc.integer());
    const settings = fc.dictionary(name, value, { noNullPrototype: true });
    const kept: Record<string, object> = {};
    await fc.assert(
      fc.asyncProperty(name, settings, async (profile, stored) => {
        await settingsFile.change(path, profile, (before) => {
          expect(before).toEqual(kept[profile]);
          return stored;
        });
        kept[profile] = stored;
        expect(await settingsIn(path)).toEqual(kept);
      }),
      { numRuns: runs(20) },
    );
    for (const profile of Object.keys(kept))
      await settingsFile.change(path, profile, () => undefined);
    expect(await settingsIn(path)).toEqual({});
  });

  it.runIf(POSIX)(
    'are 0600 in a folder of 0700, also after they were readable by others',
    async () => {
      const folder = join(newFolder(), 'confere');
      const path = join(folder, 'credentials.json');
      await credentialsFile.change(path, 'default', () => undefined);
      expect([mode(folder), mode(path), mode(join(folder, LOCK))]).toEqual([0o700, 0o600, 0o600]);
      chmodSync(path, 0o644);
      expect(isReadableByOthers(path, 'linux')).toBe(true);
      expect(isReadableByOthers(path, 'win32')).toBe(false);
      await credentialsFile.change(path, 'default', () => undefined);
      expect([mode(path), isReadableByOthers(path, 'linux')]).toEqual([0o600, false]);
    },
  );

  it.runIf(BOUND_BY_MODES)('are not changed when the new text cannot be written', async () => {
    const folder = newFolder();
    const path = join(folder, 'config.json');
    await slow(path);
    chmodSync(folder, 0o500);
    const removing = settingsFile.change(path, 'default', () => undefined);
    expect(await sentenceOf(removing)).toMatch('cannot be written (EACCES)');
    chmodSync(folder, 0o700);
    expect(await settingsIn(path)).toEqual({ default: SLOW });
    expect(readdirSync(folder)).toEqual(['config.json', LOCK]);
  });

  it.runIf(POSIX)('stay symbolic links', async () => {
    const folder = newFolder();
    const [path, real] = [join(folder, 'config.json'), join(folder, 'dotfiles.json')];
    await settingsFile.change(real, 'default', () => undefined);
    symlinkSync(real, path);
    await slow(path);
    expect(await settingsIn(real)).toEqual({ default: SLOW });
    // Nothing else is in the file, such as a version of the package conf.
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      profiles: { default: SLOW },
    });
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'dotfiles.json', LOCK]);
  });

  it.each([
    [`{"profiles":{"default":{"api-key":"${KEY}"x`, 'its content should be JSON'],
    [`{"profiles":{"default":"${KEY}"}}`, 'profiles.default should be Object'],
    ['{"version":2,"profiles":{}}', 'written by a newer version of confere'],
  ])('%j is one sentence with the path, and stays as it is', async (text, reason) => {
    const path = fileWith(text);
    for (const work of [
      () => credentialsFile.read(path),
      () => credentialsFile.change(path, 'a', () => undefined),
    ]) {
      const sentence = await sentenceOf(work());
      expect(sentence).toMatch(reason);
      expect(sentence).toMatch(path);
      expect(sentence).not.toMatch(KEY);
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
