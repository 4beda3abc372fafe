import { execa } from 'execa';
import { expect, it } from 'vitest';

/** `npm run simulate` runs as many as one wants; here is what every change has to stand, on a slow machine less. */
const LIMITS = ['--seeds', '120', '--seconds', '60', '--workers', '1'];

it(
  'nobody pays twice and nothing paid for is lost, whatever the seed brings',
  { timeout: 300_000 },
  async () => {
    const args = ['scripts/simulate.js', ...LIMITS];
    const { exitCode, stdout } = await execa('node', args, { reject: false });
    expect(stdout).toMatch(/^\d+ runs from seed 1/m);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  },
);
