import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { printedCommands, wordsOf } from '../../helpers/terminal/printed-commands.js';
import { sized } from './bulk-support.js';

const RUN = 'bulk run in.csv';

describe('credits that have run out', () => {
  it('before anything was looked up: the printed command goes on from there', async ({
    arrange,
  }) => {
    const { server, user } = await arrange({ jobs: [{ skipLast: 3 }] });
    await user.file('in.csv', sized(3));
    const { stderr } = await user.ends(7, RUN);
    expect(stderr).toMatch(/^confere: .*credits/m);
    await user.ends(0, wordsOf(printedCommands(stderr)[0] ?? ''));
    expect([...server.book.charges.values()]).toEqual([1, 1, 1]);
  });

  it.for([
    ['day', /continue tomorrow/],
    ['month', /continue next month/],
  ] as const)('a budget of a %s that never covers all', async ([of, told], { server, user }) => {
    await user.file('in.csv', sized(9));
    const { stderr } = await user.ends(7, `${RUN} --max-credits-per-${of} 5`);
    // Tomorrow helps no one.
    expect(stderr).not.toContain('continue');
    const [next = ''] = printedCommands(stderr);
    expect(next).toContain('--fit-balance');
    const part = await user.run(wordsOf(next));
    expect(part.stderr).toContain('5 of 9 identifiers answered');
    expect((await user.run(wordsOf(next))).stderr).toMatch(told);
    expect(server.book.charged).toHaveLength(5);
  });
});
