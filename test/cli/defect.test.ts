import { expect, it } from 'vitest';
import { createSkippingClock } from '../helpers/clocks/skipping-clock.js';
import { runMain } from '../helpers/in-process.js';

const CPF = '529.982.247-25';
const SECRET = 'Maria';

async function broken(...args: string[]) {
  const now = () => {
    throw new TypeError(`no "${SECRET}" at ${CPF}`, { cause: new RangeError(`'${SECRET}'`) });
  };
  const clock = { ...createSkippingClock(), now };
  return runMain(['quota', ...args], {}, { env: {}, late: [], clock });
}

it('a defect says what runs, and nothing of what it ran on', async () => {
  const { code, stderr } = await broken();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^confere: Internal error in confere \d+\.\d+\.\d+ \(\w.*\)\. Please report it: TypeError: no … at \*\*\*\.982\.247-\*\*\n$/,
    ) as string,
  });
});

it('-v shows functions and files with their lines, also of the cause', async () => {
  const { stderr } = await broken('-v');
  expect(stderr).toMatch(/^ {2}.*buildProgram \(program\.ts:\d+\)$/m);
  expect(stderr).toMatch(/^ {2}RangeError: …$/m);
  expect(stderr).not.toMatch(/[\\/]|Maria/);
});
