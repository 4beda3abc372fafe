import { expect, it, vi } from 'vitest';
import { refuseCollisions } from '../../src/commands/bulk/shared/places.js';

vi.mock('node:path', async (original) => (await original<typeof import('node:path')>()).win32);

it.each([
  ['beside it', {}, 'Z:in.confere.csv'],
  ['in another folder', { outDir: 'Y:' }, 'Y:in.confere.csv'],
  ['in a folder of a drive', { outDir: 'Y:out' }, 'Y:out\\in.confere.csv'],
])('the result of a file in the current folder of a drive is %s', (_, place, output) => {
  const inputs = ['Z:in.csv', output];
  expect(() => {
    refuseCollisions(inputs, place);
  }).toThrow(expect.objectContaining({ facts: { output } }) as Error);
});
