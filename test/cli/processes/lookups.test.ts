import { execa } from 'execa';
import { describe, expect, it } from '../../helpers/with-service.js';
import { COMMAND, environmentOf, makeCpf, newUser } from '../support.js';
import type { Referee, User } from '../support.js';

describe.concurrent('lookups of several processes', () => {
  it('pass no budget, although a record costs 2', async ({ arrange }) => {
    const price = 2;
    const { server, user } = await arrange({ price });
    const asked = [1, 11, 21].map((from) => [0, 1, 2, 3, 4].map((n) => makeCpf(from + n)));
    const option = ['--max-credits-per-day', '10'];
    await Promise.all(asked.map((some) => user.start(['cpf', ...some, ...option]).done));
    expect(server.book.charged.length * price).toBeLessThanOrEqual(10);
    expect(server.book.charged.length).toBeGreaterThan(0);
  });

  it('never charge twice after one of them was killed before its answer', async ({
    server,
    user,
  }) => {
    const id = makeCpf(1);
    server.script('GET /cpf/', 'hold');
    const looking = user.start(['cpf', id]);
    await server.seen('GET /cpf/');
    looking.kill('SIGKILL');
    await looking.done;
    for (let times = 0; times < 2; times += 1) {
      const { stderr } = await user.silent(10, `cpf ${id}`);
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
    expect(await user.json(`cpf ${id} --fresh`)).toMatchObject({ status: 'found', source: 'api' });
    expect(server.book.charged).toEqual([id, makeCpf(2), id]);
  });
});

describe.skipIf(process.platform === 'win32').concurrent('a closed pipe', () => {
  const inBash = async (line: string, user: User, server?: Referee) => {
    const own = { PATH: process.env['PATH'], NODE: process.execPath, COMMAND };
    const env = { ...environmentOf(user.folder, server), ...own };
    const options = { env, extendEnv: false, timeout: 20_000 };
    return (await execa('bash', ['--norc', '-c', line], options)).stdout.split('\n');
  };

  it('ends a check of endless input', async ({ fresh }) => {
    const line = 'yes 52998224725 | "$NODE" "$COMMAND" check - | head -1';
    expect(await inBash(line, fresh)).toHaveLength(1);
  });

  it.for([
    ['arguments', '', '$IDS'],
    ['lines', 'exec < <(printf "%s\\n" $IDS; sleep 600); ', '-'],
  ])('ends lookups of %s', async ([, typed = '', words = ''], { server, user }) => {
    const ids = [makeCpf(1), makeCpf(2), makeCpf(3)];
    const looking = `"$NODE" "$COMMAND" cpf ${words} --rate 1 --json | head -1`;
    const codes = 'echo "codes ${PIPESTATUS[*]}"; kill $! 2> /dev/null; true';
    const line = `IDS='${ids.join(' ')}'; ${typed}${looking}; ${codes}`;
    const [answer = '', ...rest] = await inBash(line, user, server);
    expect(JSON.parse(answer)).toMatchObject({ id: ids[0], status: 'found' });
    expect(rest).toEqual(['codes 0 0']);
    expect(server.book.charged).toEqual(ids.slice(0, 1));
  });

  it('leaves a real-time answer to the next one, once', async ({ arrange }) => {
    const answer = { status: 200, body: { success: true, data: { nome: 'Ana' } } };
    const { server, user } = await arrange({ always: { 'POST /cpf/realtime': answer } });
    const ask = `cpf ${makeCpf(1)} --realtime --birth-date 02/03/1980`;
    await inBash(`"$NODE" "$COMMAND" ${ask} --json | true`, user, server);
    expect(server.log.filter((one) => one.startsWith('POST'))).toHaveLength(1);
    expect(await user.json(ask)).toMatchObject({ source: 'ledger', data: { nome: 'Ana' } });
    expect(await user.json(ask)).toMatchObject({ source: 'api' });
    expect(server.log.filter((one) => one.startsWith('POST'))).toHaveLength(2);
  });
});

it("Node's own debug lines show no CPF and no key", async ({ server }) => {
  await using user = await newUser(server);
  const env = { NODE_DEBUG: '*' };
  const run = await user.run(['cpf', '-', '--json'], { stdin: '529.982.247-25\n', env });
  expect(run.stderr).toMatch(/^NET \d+:/m);
  expect(run.stderr.replaceAll(/\D/g, '')).not.toContain('52998224725');
  expect(run.stderr).not.toContain(server.key);
});
