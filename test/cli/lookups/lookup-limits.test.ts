import { createFakeClock } from '../../helpers/clocks/fake-clock.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { cpfs, createSkippingClock, lines, makeCpf, names, sits } from '../support.js';

describe.concurrent('--max-credits of cpf', () => {
  it('stops the list with exit 7; the ledger still answers', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(1)] });
    await user.run(['cpf', makeCpf(9)]);
    const ids = [...cpfs(5), makeCpf(9)];
    const { stdout, stderr } = await user.ends(7, ['cpf', ...ids, '--max-credits', '2', '--json']);
    expect(lines(stdout).map(({ status }) => status)).toEqual([
      ...['found', 'not_found', 'found', 'error', 'error', 'found'],
    ]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'over_max_credits', exitCode: 7 } });
    expect(server.book.charged).toEqual([makeCpf(9), makeCpf(0), makeCpf(2)]);
    const shown = await user.run(['cpf', makeCpf(3), '--max-credits', '0']);
    expect(shown.stderr.match(/0 of --max-credits 0 are left/g)).toHaveLength(1);
  });

  it('under --fresh advises nothing that pays again', async ({ server, user }) => {
    const { stderr } = await user.ends(7, ['cpf', ...cpfs(3), '--fresh', '--max-credits', '1']);
    expect(stderr).toContain(
      'To send it, give it a limit of its own (without --fresh, so that what was answered is not charged again).',
    );
    await user.ends(0, ['cpf', ...cpfs(3), '--max-credits', '3']);
    expect(server.book.charged).toHaveLength(3);
  });

  it('that a record was dearer than it is said, with exit 7', async ({ arrange }) => {
    const { server, user } = await arrange({ price: 5 });
    const line = `cpf ${makeCpf(1)} --max-credits 1 --json`;
    const { stderr } = await user.ends(7, line);
    expect(stderr).toContain('5 credits were charged during this run, more than the limit of 1');
    expect(server.book.charged).toEqual([makeCpf(1)]);
    await user.ends(0, line);
  });

  it('is the limit of the profile, too, and of identifiers on stdin', async ({ server, user }) => {
    await user.run('config set max-credits 3');
    const { stderr } = await user.ends(7, 'cpf -', { stdin: cpfs(8).join('\n') });
    expect(stderr.match(/0 of --max-credits 3 are left/g)).toHaveLength(1);
    expect(stderr).toContain('3 found, 5 not asked.\n');
    expect(server.book.charged).toHaveLength(3);
    await user.ends(7, ['cpf', makeCpf(20), '--max-credits', '0']);
    expect(server.book.charged).toHaveLength(3);
  });
});

describe.concurrent('more than 20 CPFs', () => {
  it('are asked about in a terminal, without those that are known', async ({ server, user }) => {
    await user.run(['cpf', ...cpfs(2)]);
    const list = [...cpfs(23), makeCpf(22), '52998224724'];
    const no = await user.silent(130, ['cpf', ...list, '-o', 'out.csv'], sits('n\n'));
    expect(no.stderr).toBe(
      'Send 21 identifiers for at most 21 credits? [y/N] confere: Nothing was sent.\n',
    );
    expect(await names(user)).toEqual([]);
    const forbidden = await user.ends(2, ['cpf', ...list, '--no-input'], sits());
    expect(forbidden.stderr).toContain('Nothing was sent. Add --yes to confirm');
    expect(server.book.charged).toHaveLength(2);
    // A limit of the profile is no answer, and holds after a yes.
    await user.ends(0, 'config set max-credits 20');
    await user.ends(130, ['cpf', ...list], sits('n\n'));
    await user.ends(7, ['cpf', ...list, '--json'], sits('y\n'));
    expect(server.book.charged).toHaveLength(22);
    await user.ends(0, 'config unset max-credits');
    await user.ends(3, ['cpf', ...list, '--json'], sits('y\n'));
    expect(server.book.charged).toHaveLength(23);
  });

  it.for([
    ['20', cpfs(20), [], true],
    ['--yes', cpfs(25), ['--yes'], true],
    ['--max-credits', cpfs(25), ['--max-credits', '30'], true],
    ['no terminal', cpfs(25), [], false],
  ] as const)('are not asked about: %s', async ([, ids, flags, attended], { server, user }) => {
    const { stderr } = await user.ends(0, ['cpf', ...ids, ...flags], attended ? sits() : {});
    expect(stderr).not.toContain('[y/N]');
    expect(server.book.charged).toHaveLength(ids.length);
  });
});

describe.concurrent('what a lookup cost', () => {
  it('is said with what is left, where a reading of the balance is known', async ({ arrange }) => {
    const clock = createSkippingClock();
    const { server, user } = await arrange({ credits: 100, missing: [makeCpf(3)] }, clock);
    const asked = async (...args: string[]) => (await user.run(['cpf', ...args])).stderr;
    expect(await asked(makeCpf(1))).toBe('1 credit; 99 left.\n');
    await user.run('quota');
    expect(await asked(makeCpf(2))).toBe('1 credit; 98 left.\n');
    await user.run('quota');
    expect(await asked(makeCpf(10))).toBe('1 credit; 97 left.\n');
    await clock.sleep(10_000);
    await user.run('quota');
    expect(await asked(makeCpf(3), makeCpf(4), makeCpf(5))).toContain('2 credits; 95 left.\n');
    expect(await asked(makeCpf(6), '--format', 'csv')).toBe('1 credit; 94 left.\n');
    // What is free says so itself.
    expect(await asked(makeCpf(6))).toBe('');
    expect(await asked(makeCpf(3))).not.toContain('credit');
    expect(await asked(makeCpf(7), '-q')).toBe('');
    expect(await asked(makeCpf(8), '--json')).toBe('');
    expect(server.count('GET /quota')).toBe(4);
    await clock.sleep(30 * 3_600_000);
    const env = { CONFERE_LANG: 'pt-BR' };
    expect((await user.run(['cpf', makeCpf(9)], { env })).stderr).toMatch(/^1 crédito cobrado; /);
  });

  it('counts a doubt as charged', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 100 });
    await user.run('config set shared true');
    await user.run('quota');
    server.script('GET /cpf', 'drop_after');
    await user.run(['cpf', makeCpf(1)]);
    expect((await user.run(['cpf', makeCpf(2)])).stderr).toBe('1 credit; 98 left.\n');
  });
});

it('a minute that another process used up is waited for, or told where the deadline comes first', async ({
  arrange,
}) => {
  const { server, user } = await arrange({}, createFakeClock());
  await user.ends(0, `cpf ${makeCpf(1)} ${makeCpf(2)} --rate 2`);
  const third = `cpf ${makeCpf(3)} --rate 2`;
  await user.ends(6, `${third} --deadline 1ms --json`);
  expect(server.log).toHaveLength(3);
  expect((await user.ends(0, third)).stderr).toMatch(/Waiting for the next minute, 1 min/);
});

const CNPJ = '12ABC34501DE35';

it.for([
  ['its header', { 'retry-after': '3600' }, 'Limite excedido', '1 h 0 min'],
  ['its words', {}, 'Limite excedido. Tente novamente em 7200 segundos.', '2 h 0 min'],
] as const)('the wait that the service asks for is advised: %s', async (given, { arrange }) => {
  const [, headers, error, wait] = given;
  const answer = { status: 429, headers, body: { success: false, error } };
  const always = { 'GET /cnpj': answer, 'POST /cnpj/bulk': answer };
  const { user } = await arrange({ always });
  const lookup = await user.ends(6, ['cnpj', CNPJ, '--deadline', '30s']);
  expect(lookup.stderr).toContain(`The service answered: "${error}"`);
  expect(lookup.stderr).toContain(`Look it up again in ${wait}.`);
  const file = await user.file('in.csv', `cnpj\n${CNPJ}\n`);
  const batch = await user.ends(6, `bulk run ${file} -o out.csv --deadline 30s`);
  expect(batch.stderr).toMatch(new RegExp(`again in ${wait}\\.`));
});
