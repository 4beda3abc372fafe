import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeWhole } from '../src/flush.js';
import { current } from './simulation/machine/current.js';
import { Disk } from './simulation/machine/disk.js';
import type { World } from './simulation/world.js';

vi.mock('node:fs', () => import('./simulation/machine/stand-ins/file-system.js'));
vi.mock('node:fs/promises', () => import('./simulation/machine/stand-ins/file-promises.js'));

let disk = new Disk();

beforeEach(() => {
  disk = new Disk();
  disk.makeFolder('/home');
  current.world = { disk } as World;
});

afterEach(() => {
  current.world = undefined;
});

it.each(['', 'old'])(
  'a file that was written whole (before: "%s") outlasts a power cut',
  async (old) => {
    const path = '/home/accepted-1.json';
    if (old !== '') await writeWhole(path, old);
    await writeWhole(path, 'new');
    disk.cutPower(() => false);
    expect(disk.read(path).toString()).toBe('new');
    expect(disk.exists(`${path}.new`)).toBe(false);
  },
);
