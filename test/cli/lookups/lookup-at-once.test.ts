import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { newUser } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';

describe.concurrent('lookups of several processes', () => {
  it('of the same identifiers at once are charged once', async () => {
    await using server = await startReferee();
    await using user = await newUser(server);
    const ids = [1, 2, 3, 4].map(makeCpf);
    const stdin = `${ids.join('\n')}\n`;
    const runs = await Promise.all([1, 2].map(() => user.run('cpf - --json', { stdin })));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect([...server.book.charged].sort()).toEqual([...ids].sort());
  });

  it('of which one was killed before its answer never charge twice', async ({ server, user }) => {
    const id = makeCpf(1);
    server.script('GET /cpf/', 'hold');
    const looking = user.start(['cpf', id]);
    await server.seen('GET /cpf/');
    looking.kill('SIGKILL');
    await looking.done;
    for (const time of [1, 2]) {
      const { code, stdout, stderr } = await user.run(`cpf ${id}`);
      expect({ time, code, stdout }).toEqual({ time, code: 10, stdout: '' });
      expect(stderr).toContain('With --fresh it is looked up now, which may cost 1 credit more');
    }
    const told = await user.run(`cpf ${id} --json`);
    expect(JSON.parse(told.stderr)).toMatchObject({
      error: { code: 'lookup_in_doubt', exitCode: 10 },
    });
    const file = await user.file('in.csv', `cpf\n${id}\n${makeCpf(2)}\n`);
    const batch = await user.ends(10, `bulk run ${file} --json --no-input`);
    expect(JSON.parse(batch.stdout)).toMatchObject({ found: 1, unconfirmed: 1 });
    expect(server.book.charged).toEqual([id, makeCpf(2)]);
    server.releaseAnswers();
    const fresh = await user.run(`cpf ${id} --fresh --json`);
    expect(JSON.parse(fresh.stdout)).toMatchObject({ status: 'found', source: 'api' });
    expect(server.book.charged).toEqual([id, makeCpf(2), id]);
  });
});
