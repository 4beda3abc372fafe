import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFiles, stateFolder } from '../../src/config/folders.js';

const home = join('/', 'home', 'u');
const config = (platform: string, env: Record<string, string>) =>
  configFiles({ platform, home, env }).config;

describe('the folders', () => {
  it.each([
    ['linux', {}, join(home, '.config', 'confere', 'config.json')],
    ['linux', { XDG_CONFIG_HOME: '/x' }, join('/x', 'confere', 'config.json')],
    ['linux', { XDG_CONFIG_HOME: 'x' }, join(home, '.config', 'confere', 'config.json')],
    ['linux', { XDG_CONFIG_HOME: '/x', CONFERE_HOME: '/c' }, join('/c', 'config.json')],
    ['win32', {}, join(home, 'AppData', 'Roaming', 'confere', 'config.json')],
  ])('of settings on %s with %j', (platform, env, path) => {
    expect(config(platform, env)).toBe(path);
  });

  it.each([
    ['linux', {}, join(home, '.local', 'state', 'confere')],
    ['linux', { CONFERE_HOME: '/c' }, join('/c', 'state')],
    ['win32', { LOCALAPPDATA: '/l' }, join('/l', 'confere', 'state')],
  ])('of state on %s with %j', (platform, env, path) => {
    expect(stateFolder({ platform, home, env })).toBe(path);
  });
});
