import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenToOthers, writePrivate } from '../../src/config/private-file.js';
import {
  readConfig,
  readCredentials,
  writeConfig,
  writeCredentials,
} from '../../src/config/store.js';
import { BOUND_BY_MODES, newFolder, POSIX } from './support.js';
import { sentenceFrom } from '../helpers/sentence.js';

const KEY = 'chave-que-nao-aparece';
const mode = (path: string) => statSync(path).mode & 0o777;

describe('config.json and credentials.json', () => {
  it('without files there are no profiles, and no files are created', () => {
    const path = join(newFolder(), 'sub', 'config.json');
    expect([readConfig(path).size, readCredentials(path).size]).toEqual([0, 0]);
    expect(existsSync(path)).toBe(false);
  });

  it('give back what was written', () => {
    const path = join(newFolder(), 'file.json');
    const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}$/);
    const value = fc.oneof(fc.string(), fc.integer());
    const settings = fc.dictionary(name, fc.dictionary(name, value, { noNullPrototype: true }));
    fc.assert(
      fc.property(settings, (profiles) => {
        writeConfig(path, new Map(Object.entries(profiles)), 'id');
        expect(Object.fromEntries(readConfig(path))).toEqual({ ...profiles });
      }),
      { numRuns: 20 },
    );
    const credential = { apiKey: KEY, baseUrl: 'https://a.example' };
    writeCredentials(path, new Map([['work', credential]]), 'id');
    expect(readCredentials(path)).toEqual(new Map([['work', credential]]));
  });

  it.runIf(POSIX)('are 0600 in a folder of 0700, also after they were readable by others', () => {
    const folder = join(newFolder(), 'confere');
    const path = join(folder, 'credentials.json');
    writeCredentials(path, new Map(), 'id');
    expect([mode(folder), mode(path)]).toEqual([0o700, 0o600]);
    chmodSync(path, 0o644);
    expect(isOpenToOthers(path, 'linux')).toBe(true);
    expect(isOpenToOthers(path, 'win32')).toBe(false);
    writeCredentials(path, new Map(), 'id');
    expect([mode(path), isOpenToOthers(path, 'linux')]).toEqual([0o600, false]);
  });

  it('leave no temporary file, neither after a success nor after a failure', () => {
    const folder = newFolder();
    writeConfig(join(folder, 'config.json'), new Map(), 'id');
    mkdirSync(join(folder, 'taken.json'));
    expect(
      sentenceFrom(() => {
        writeConfig(join(folder, 'taken.json'), new Map(), 'id');
      }),
    ).toMatch(/taken\.json cannot be written \(E/);
    expect(readdirSync(folder).sort()).toEqual(['config.json', 'taken.json']);
  });

  it('are not changed when the new text cannot be written', () => {
    const path = join(newFolder(), 'config.json');
    writeConfig(path, new Map([['default', { rate: 1 }]]), 'id');
    mkdirSync(`${path}.id.tmp`);
    expect(
      sentenceFrom(() => {
        writeConfig(path, new Map(), 'id');
      }),
    ).toMatch('cannot be written');
    expect(readConfig(path).get('default')).toEqual({ rate: 1 });
  });

  it.runIf(POSIX)('stay symbolic links', () => {
    const folder = newFolder();
    const [path, real] = [join(folder, 'config.json'), join(folder, 'dotfiles.json')];
    writeConfig(real, new Map(), 'id');
    symlinkSync(real, path);
    writeConfig(path, new Map([['default', { rate: 1 }]]), 'id');
    expect(readConfig(real).size).toBe(1);
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(real, 'utf8'));
  });

  it('may begin with a byte order mark', () => {
    const path = join(newFolder(), 'config.json');
    writeFileSync(path, '\uFEFF{"profiles":{"default":{"rate":1}}}');
    expect(readConfig(path).get('default')).toEqual({ rate: 1 });
  });

  it.each([
    ['', 'it is no JSON'],
    ['{', 'it is no JSON'],
    [`{"profiles":{"default":{"api-key":"${KEY}"x`, 'it is no JSON'],
    ['null', 'the whole should be'],
    ['[]', 'profiles should be'],
    ['{}', 'profiles should be'],
    ['{"profiles":{"default":7}}', 'profiles.default should be Object'],
    [`{"profiles":{"default":{"api-key":["${KEY}"]}}}`, 'profiles.default'],
    [`{"profiles":{"default":"${KEY}"}}`, 'profiles.default should be Object'],
    ['{"version":2,"profiles":{}}', 'written by a newer confere'],
  ])('%j is one sentence with the path and no part of the content', (text, reason) => {
    const path = join(newFolder(), 'credentials.json');
    writeFileSync(path, text);
    const read = () => readCredentials(path);
    expect(sentenceFrom(read)).toMatch(reason);
    expect(sentenceFrom(read)).toMatch(path);
    expect(sentenceFrom(read)).not.toMatch(KEY);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('a folder in place of the file is reported', () => {
    const path = newFolder();
    expect(sentenceFrom(() => readConfig(path))).toMatch(/cannot be read \(EISDIR\)/);
  });

  it.runIf(BOUND_BY_MODES)('an unreadable file does not count as missing', () => {
    const path = join(newFolder(), 'config.json');
    writePrivate(path, '{"profiles":{}}', 'id');
    chmodSync(path, 0o000);
    expect(sentenceFrom(() => readConfig(path))).toMatch(/cannot be read \(EACCES\)/);
  });
});
