import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { startReferee } from '../../helpers/referee/index.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { printedCommands, wordsOf } from '../../helpers/terminal/printed-commands.js';
import { FAST, sized } from './bulk-support.js';

describe('credits that have run out', () => {
  it('before a job looked up anything: exit 7, and the printed command goes on from there', async () => {
    await using service = await startReferee({ jobs: [{ skipLast: 3 }] });
    await using user = await newInProcessUser(service);
    const file = await user.file('in.csv', sized(3));
    const run = await user.ends(7, `bulk run ${file}`);
    expect(run.stderr).toMatch(/^confere: .*credits/m);
    const [next = ''] = printedCommands(run.stderr);
    await user.ends(0, [...wordsOf(next)]);
    expect([...service.book.charges.values()]).toEqual([1, 1, 1]);
  });

  it('altogether: nothing advises to send as much as the balance covers', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 0, plan: 'Grátis' });
    const file = await user.file('in.csv', sized(3));
    const { stderr } = await user.ends(7, `bulk run ${file}`);
    expect(stderr).toMatch(/^confere: /m);
    expect(printedCommands(stderr).join()).not.toContain('--fit-balance');
    expect(server.posts).toHaveLength(0);
  });

  it('after a part: the command that sends the rest waits for credits', async ({ arrange }) => {
    const { user } = await arrange({ credits: 2, plan: 'Grátis' });
    const file = await user.file('in.csv', sized(3));
    const { stderr } = await user.ends(7, `bulk run ${file} --fit-balance`);
    expect(stderr).toMatch(/When there are credits, 'confere bulk resume \w+ --fit-balance/);
  });

  it.for(['day', 'month'])(
    'a budget of a %s that never covers all: tomorrow helps no one',
    async (of, { server, user }) => {
      const file = await user.file('in.csv', sized(9));
      const limit = [`--max-credits-per-${of}`, '5', ...FAST];
      const { stderr } = await user.ends(7, ['bulk', 'run', file, ...limit]);
      expect(stderr).not.toContain('continue');
      const [next = ''] = printedCommands(stderr);
      expect(next).toContain('--fit-balance');
      const part = await user.run([...wordsOf(next)]);
      expect(part.stderr).toContain('5 of 9 identifiers answered');
      const rest = await user.run([...wordsOf(next)]);
      expect(rest.stderr).toMatch(of === 'day' ? /continue tomorrow/ : /continue next month/);
      expect(server.book.charged).toHaveLength(5);
    },
  );
});
