import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSkippingClock } from '../helpers/clocks/skipping-clock.js';
import { storedBytes as stored } from '../helpers/files/stored-files.js';
import { describe, expect, it } from '../helpers/with-service.js';
import { kept, makeCnpj, makeCpf, parsed, PERSON, sits, sized, type User } from './support.js';

async function batchOf(user: User, name = 'in.csv', count = 2): Promise<string> {
  await user.file(name, sized(count));
  const { stdout } = await user.run(`bulk submit ${name}`);
  await user.run('bulk watch');
  return stdout.trim();
}

describe.concurrent('bulk delete', () => {
  it('removes all data of the batch, and keeps what another batch uses', async ({ user }) => {
    const first = await batchOf(user, 'first.csv', 4);
    const second = await batchOf(user, 'second.csv', 2);
    expect(await stored(user)).toContain(makeCpf(3));
    const deleted = await user.ends(0, `bulk delete ${first} --yes --json`);
    expect(parsed(deleted.stdout)).toMatchObject({ batches: 1, records: 2, credits: 2, kept: [] });
    expect(deleted.stderr).toBe('');
    const left = await stored(user);
    expect(left).not.toContain(makeCpf(3));
    expect(left).toContain(makeCpf(1));
    const { stdout } = await user.run(`bulk export ${second}`);
    expect(stdout.match(/,found,/g)).toHaveLength(2);
    await user.ends(2, `bulk status ${first}`);
    expect((await kept(user, /./)).join()).not.toContain(first);
  });

  it('of an empty name is a usage error, not the only batch', async ({ server, user }) => {
    const id = await batchOf(user);
    const requests = server.log.length;
    // Of two spaces the second begins an empty word.
    for (const line of ['delete  --yes', 'resolve  --abandon --yes', 'export ', 'watch ']) {
      const { stderr } = await user.silent(2, `bulk ${line}`);
      expect(stderr).toContain('name of the batch is empty');
    }
    expect(server.log).toHaveLength(requests);
    await user.ends(0, `bulk status ${id}`);
  });
});

it.concurrent.for(['purge --older-than 0s', 'bulk delete'])(
  '%s says what goes and what it cost, and needs a yes',
  async (words, { user }) => {
    const id = await batchOf(user, 'in.csv', 3);
    const line = words === 'bulk delete' ? `${words} ${id}` : words;
    for (const [code, flags, answer, told] of [
      [2, '', undefined, /--yes/],
      [0, ' -n', undefined, /Nothing was changed \(dry run\)\./],
      [130, '', 'n\n', /\[y\/N\] confere: Nothing was changed\.\n$/],
    ] as const) {
      const { stderr } = await user.ends(code, `${line}${flags}`, answer && sits(answer));
      expect(stderr).toMatch(/That includes 3 records that cost 3 credits/);
      expect(stderr).toMatch(told);
      await user.ends(0, `bulk status ${id}`);
    }
    await user.ends(0, line, sits('y\n'));
    await user.ends(2, `bulk status ${id}`);
  },
);

it('purge removes old batches, and records that no batch uses', async ({ user }) => {
  await batchOf(user);
  await user.run(`cpf ${makeCpf(20)}`);
  // What a killed command left.
  const killed = join(user.folder, 'home', 'state', 'temporary', 'work-x');
  await mkdir(killed, { recursive: true, mode: 0o700 });
  await writeFile(join(killed, 'input'), makeCpf(30));
  expect(await stored(user)).toContain(PERSON);
  const none = { batches: 0, records: 0, credits: 0, kept: [] };
  expect(await user.json('purge --older-than 1d --yes')).toEqual(none);
  const all = { batches: 1, records: 3, credits: 3, kept: [] };
  for (const flag of ['-n', '--yes'])
    expect(await user.json(`purge --older-than 0s ${flag}`)).toEqual(all);
  const left = await stored(user);
  for (const number of [0, 1, 20, 30]) expect(left).not.toContain(makeCpf(number));
  expect(left).not.toContain(PERSON);
  expect((await user.run('bulk list')).stdout).toBe('');
});

it('a record of a clock that was ahead answers and is told, and goes by --fresh or by a yes to purge', async ({
  arrange,
}) => {
  const clock = createSkippingClock();
  let ahead = 400 * 86_400_000;
  const { server, user } = await arrange({}, { ...clock, now: () => clock.now() + ahead });
  const [one, two] = [makeCpf(1), makeCpf(2)];
  await user.ends(0, `cpf ${one} ${two}`);
  ahead = 0;
  const both = await user.ends(0, `cpf ${one} ${two} --reuse 1h`);
  expect(both.stderr.match(/2 records in the ledger are dated in the future/g)).toHaveLength(1);
  await user.ends(0, `cpf ${one} --fresh`);
  await user.ends(0, 'purge --older-than 30d --yes');
  const other = await user.ends(0, `cpf ${one} ${two}`);
  expect(other.stderr).toContain('1 record in the ledger is dated in the future');
  expect(server.count('GET /cpf')).toBe(3);
  const { stderr } = await user.ends(0, 'purge --older-than 30d', sits('y\n'));
  expect(stderr).toMatch(/ 1 of these is\s+dated in the\s+future.*\[y\/N\] Removed .* 1 record /s);
  expect((await user.ends(0, `cpf ${one}`)).stderr).not.toContain('future');
  await user.ends(0, `cpf ${two}`);
  expect(server.count('GET /cpf')).toBe(4);
});

const [ANA, BIA, CAIO] = [makeCpf(1), makeCpf(2), makeCpf(3)];
const dotted = (id: string) => id.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const INPUT = `nome;cpf;responsavel
Ana Souza;${dotted(ANA)};x
Bia;${BIA};${dotted(ANA)}
Ana de novo;${ANA};y
Nada;;
Caio;${CAIO};z
`;

async function finished(user: User): Promise<string> {
  await user.file('in.csv', INPUT);
  const { stdout } = await user.ends(0, 'bulk submit in.csv -y');
  await user.run('bulk watch');
  return stdout.trim();
}

describe.concurrent('purge of a person', () => {
  it('removes what is stored, and leaves everybody else as they were', async ({ user }) => {
    const id = await finished(user);
    const before = await user.json(`bulk status ${id}`);
    const spent = (await user.run('spend --json')).stdout;

    const line = ['purge', dotted(ANA)];
    const unasked = await user.ends(2, line);
    expect(unasked.stderr).toContain('--yes');
    expect(unasked.stderr).not.toContain(dotted(ANA));
    const gone = { identifiers: 1, batches: [id], rows: 2, workbooks: 0, records: 1, credits: 1 };
    expect(await user.json([...line, '-n'])).toEqual(gone);
    expect(await stored(user)).toContain(ANA);
    expect(await user.json([...line, '--yes'])).toEqual(gone);

    const left = await stored(user);
    for (const one of [ANA, dotted(ANA), 'Ana Souza', 'Ana de novo'])
      expect(left).not.toContain(one);
    expect(left).toContain(BIA);
    const after = await user.json(`bulk status ${id}`);
    expect(after).toMatchObject({
      state: 'complete',
      rows: 5,
      invalid: 3,
      duplicates: 0,
      unique: 2,
      found: 2,
      reasons: { empty: 1, erased: 2 },
      credits: before['credits'],
    });
    expect((await user.run('spend --json')).stdout).toBe(spent);
    const told = (await user.run(`bulk status ${id}`)).stdout;
    expect(told).toContain('\nThe jobs found 1 more record, erased since.\n');
    const { stdout } = await user.run(`bulk export ${id} -o -`);
    const rows = stdout.split('\n').map((row) => row.split(';').slice(0, 5).join(';'));
    expect(rows.slice(1).join('\n')).toBe(`;;;invalid;erased
Bia;${BIA};000.000.000-00;found;
;;;invalid;erased
Nada;;;invalid;empty
Caio;${CAIO};z;found;
`);
    await user.ends(0, 'ledger check');

    const again = await user.ends(0, [...line, '--yes']);
    expect(again.stderr).toMatch(/^Nothing is stored about \*\*\*\.\d{3}\.\d{3}-\*\*\.\n$/);
  });

  it('says what the same file would ask for again', async ({ server, user }) => {
    await user.file('in.csv', INPUT);
    const run = 'bulk run in.csv -y';
    const { batch: id } = await user.json(run);
    await user.ends(0, ['purge', ANA, '-y']);
    const { stderr } = await user.ends(2, run);
    expect(stderr).toContain(`is the result of batch ${String(id)}, of which 2 rows were erased`);
    expect(stderr).not.toContain(`--overwrite '`);
    const [, printed = ''] = /'confere ([^']+)'/.exec(stderr) ?? [];
    await user.ends(0, printed);
    expect(await user.read('in.confere.csv')).toContain(';invalid;erased');
    expect(server.book.charged).toHaveLength(3);
    const anew = await user.run(`${run} --overwrite`);
    expect(anew.stderr).toContain('2 rows of an earlier in.csv were erased with purge');
    expect(server.book.charged).toHaveLength(4);
    await user.file('in.csv', `${INPUT}${makeCpf(8)};;\n`);
    expect((await user.run('bulk submit in.csv')).stderr).not.toContain('erased');
  });

  it('goes on where it was killed', async ({ user }) => {
    const id = await finished(user);
    const [copy = ''] = await kept(user, /batches\W\w+\Winput$/);
    const whole = await readFile(copy);
    // Before the ledger knew of it.
    await writeFile(`${copy}.next`, 'half');
    await user.ends(0, ['purge', ANA, '-y']);
    const blank = await readFile(copy);
    // Between the ledger and the file.
    await writeFile(copy, whole);
    await writeFile(`${copy}.next`, blank);
    await user.ends(0, ['purge', ANA, '-y']);
    expect(await readFile(copy)).toEqual(blank);
    expect(await stored(user)).not.toContain('Ana Souza');
    await writeFile(copy, whole);
    await writeFile(`${copy}.next`, blank);
    const { stdout } = await user.ends(0, `bulk export ${id} -o -`);
    expect(stdout).not.toContain('Ana');
    expect(await stored(user)).not.toContain('Ana Souza');
  });

  it('reads standard input, and single lookups go', async ({ user }) => {
    const company = makeCnpj(1);
    await user.run(['cpf', ANA, BIA]);
    await user.run(['cnpj', company]);
    const both = await user.ends(0, 'purge - -y', { stdin: `${company}\n${dotted(ANA)}\n` });
    expect(both.stderr).toContain(': 0 rows of 0 batches and 2 records (2 credits).');
    const left = await stored(user);
    for (const one of [ANA, company]) expect(left).not.toContain(one);
    expect(left).toContain(BIA);
    const { stdout } = await user.run('spend --json');
    expect(stdout).toContain('3');
  });

  it('refuses what is being processed, and what is in doubt', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const path = await user.file('in.csv', INPUT);
    const id = (await user.run('bulk submit in.csv -y')).stdout.trim();
    const running = await user.ends(2, ['purge', ANA, '-y']);
    expect(running.stderr).toContain(`confere bulk watch ${id}`);
    expect(await readFile(path, 'utf8')).toBe(INPUT);
    expect(await stored(user)).toContain(ANA);
    server.releaseJobs();
    await user.run('bulk watch');
    await user.ends(0, ['purge', ANA, '-y']);

    const other = makeCpf(9);
    server.script('GET', 'drop_after');
    await user.ends(10, ['cpf', other]);
    const doubtful = await user.ends(2, ['purge', other, '-y']);
    expect(doubtful.stderr).toContain('Look it up again, which checks that');
  });
});
