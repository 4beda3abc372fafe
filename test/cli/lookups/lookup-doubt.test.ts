import { openDatabase } from '../../../src/sqlite/index.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { cpfs, ledgerOf, lines, makeCpf, newInProcessUser, sharesAccount } from '../support.js';

describe.concurrent('a single lookup whose answer never came', () => {
  it.for([
    [['--fresh'], 'run the same lookup without --fresh, which'],
    [[], 'run it again; it'],
  ] as const)('leaves the others to be sent: %j', async ([given, again], { server, user }) => {
    const [first = '', second = ''] = cpfs(2);
    server.script(`GET /cpf/${first}`, 'hang_after');
    const args = ['cpf', first, second, '--timeout', '300ms'];
    const { stdout, stderr } = await user.ends(10, [...args, ...given]);
    expect(stderr).toContain('did not answer in time; it may have been charged');
    expect(stderr).toContain(
      `it may have been charged: ${again} is sent again only if the balance shows no charge`,
    );
    expect(stderr).toContain('1 found, 1 unconfirmed.');
    expect(stdout).toContain('CPF ');
    const asked = server.log.filter((line) => line !== 'GET /quota');
    expect(asked).toEqual([`GET /cpf/${first}`, `GET /cpf/${second}`]);
  });

  it('says at once where no balance can show whether it was charged', async ({ server, user }) => {
    const [first = '', second = ''] = cpfs(2);
    await sharesAccount(user);
    server.script(`GET /cpf/${second}`, 'drop_after');
    // The first one was charged since the last look at the balance.
    const { stderr } = await user.ends(10, ['cpf', first, second]);
    expect(stderr).toContain(
      'it may have been charged, and the balance cannot show whether: to look it up again, run it alone with --fresh, which may cost 1 credit more.',
    );
    await user.ends(10, ['cpf', second]);
    await user.ends(0, ['cpf', second, '--fresh']);
  });

  it('is asked for alone with --fresh, which would pay for the others of a list again', async ({
    server,
    user,
  }) => {
    const [first = '', second = ''] = cpfs(2);
    server.script(`GET /cpf/${first}`, 'drop_after');
    await user.ends(10, ['cpf', first, second]);
    const alone = 'With --fresh it is looked up now, which may cost 1 credit more.';
    const ofList =
      'To look it up now, run it alone with --fresh, which may cost 1 credit more; ' +
      'with the whole list, --fresh pays for each identifier again.';
    const asked = [
      [ofList, await user.ends(10, ['cpf', first, second])],
      [ofList, await user.ends(10, 'cpf -', { stdin: `${first}\n${second}\n` })],
      [alone, await user.ends(10, ['cpf', first])],
    ] as const;
    for (const [advice, { stderr }] of asked) expect(stderr).toContain(advice);
    expect(server.book.charged).toEqual([first, second]);
  });

  it('is asked about in a terminal; only a yes asks again', async ({ server, user }) => {
    server.script(`GET /cpf/${makeCpf(1)}`, 'drop_after');
    await user.ends(10, ['cpf', makeCpf(1)]);
    const asked = async (stdin: string, ...more: string[]) => {
      const { code, stderr } = await user.run(['cpf', makeCpf(1), ...more], {
        stdin,
        sits: true,
        columns: 400,
      });
      return [
        code,
        stderr.includes('which may cost 1 credit more? [y/N] '),
        stderr.split('an earlier lookup').length - 1,
        stderr.split('Nothing was sent; the earlier lookup may have been charged.').length - 1,
        server.book.charged.length,
      ];
    };
    expect(await asked('n\n')).toEqual([10, true, 1, 1, 1]);
    expect(await asked('', '--no-input')).toEqual([10, false, 1, 0, 1]);
    expect(await asked('n\n', '--yes')).toEqual([10, true, 1, 1, 1]);
    expect(await asked('y\n')).toEqual([0, true, 1, 0, 2]);
  });
});

it.concurrent('a record that cannot be stored is the last one paid', async ({ server, user }) => {
  const [first = '', second = ''] = cpfs(2);
  server.script('GET /cpf/', 'hold');
  const looking = user.start(['cpf', first, second]);
  await server.seen('GET /cpf/');
  const db = openDatabase(await ledgerOf(user));
  db.exec('PRAGMA foreign_keys=OFF; DROP TABLE records');
  db.close();
  server.releaseAnswers();
  const { code, stdout, stderr } = await looking.done;
  expect(code).toBe(5);
  expect(stdout).toContain('Born');
  expect(stderr).toContain('paid for but could not be stored');
  expect(stderr).toContain('1 found, 1 not asked.');
  expect(server.book.charged).toEqual([first]);
});

const REFUSED = { status: 403, body: { success: false, error: 'Limite de créditos excedido' } };

describe.concurrent('a series of lookups', () => {
  it('returns what was paid for before, even if the service is unusable', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2 });
    await user.run(['cpf', makeCpf(1)]);
    server.script('GET /cpf/', REFUSED);
    const line = `cpf ${makeCpf(2)} ${makeCpf(1)} ${makeCpf(3)}`;
    const { stdout } = await user.ends(7, `${line} --json`);
    expect(lines(stdout)).toMatchObject([
      { status: 'error' },
      { status: 'found', source: 'ledger' },
      { status: 'error', error: { code: 'not_asked', httpStatus: 403 } },
    ]);
    server.script('GET /cpf/', REFUSED);
    const people = await user.run(line);
    expect(people.stdout).toContain('Born');
    expect(people.stderr).toContain('1 failed, 1 not asked');
  });

  it('takes no record of another person for one', async ({ arrange }) => {
    const other = { success: true, data: { cpf: makeCpf(2), name: 'Outra Pessoa' } };
    const answer = { status: 200, body: other };
    const { server, user } = await arrange({ always: { 'GET /cpf/': answer } });
    for (let time = 0; time < 2; time += 1) {
      const { stdout } = await user.ends(10, `cpf ${makeCpf(1)} --json`);
      expect(stdout).not.toContain('Outra Pessoa');
    }
    // The balance proves that the first one was not charged.
    expect(server.count('GET /cpf/')).toBe(2);
  });

  it('interrupted with an unknown outcome ends with 10', async ({ arrange }) => {
    const { server, user } = await arrange({ always: { 'GET /cpf/': 'hang' } });
    const running = user.start(['cpf', makeCpf(1), makeCpf(2), '--timeout', '1s']);
    await server.seen('GET /cpf/');
    running.kill('SIGINT');
    const { code, stderr } = await running.done;
    expect(code).toBe(10);
    expect(stderr).toContain('may have been charged');
    expect(server.count('GET /cpf/')).toBe(1);
  });
});

it.concurrent.for([
  ['cpf', 'Maria', 'Maria'],
  ['cnpj', 'maria@example.com', 'maria'],
  ['cnpj', '529982247250', '52998224725'],
  ['cpf', '５２９９８２２４７２５0', '９９８２２'],
] as const)('stderr shows no name or CPF of a %s: %s', async ([kind, input, secret]) => {
  await using user = await newInProcessUser({ url: 'http://127.0.0.1:9', key: 'k' });
  const { stderr } = await user.ends(3, [kind, '-'], { stdin: `${input}\n` });
  expect(stderr).not.toContain(secret);
});
