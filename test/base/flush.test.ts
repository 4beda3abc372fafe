import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitUntilClosed, writePrivateFile } from '../../src/base/flush.js';
import { current } from '../simulation/machine/current.js';
import { Disk } from '../simulation/machine/disk.js';
import type { World } from '../simulation/world.js';

vi.mock('node:fs', () => import('../simulation/machine/stand-ins/file-system.js'));
vi.mock('node:fs/promises', () => import('../simulation/machine/stand-ins/file-promises.js'));

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
    if (old !== '') await writePrivateFile(path, old);
    await writePrivateFile(path, 'new');
    disk.cutPower(() => false);
    expect(disk.read(path).toString()).toBe('new');
    expect(disk.exists(`${path}.new`)).toBe(false);
  },
);

it('a file that is still being opened when its writing fails is closed before it can be removed', async () => {
  const out = new Writable({
    construct: (opened) =>
      void setImmediate().then(() => {
        opened();
      }),
  });
  const writing = Promise.reject(new Error('too large'));
  out.destroy();
  await expect(waitUntilClosed(out, writing)).rejects.toThrow('too large');
  expect(out.closed).toBe(true);
});
