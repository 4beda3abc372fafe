import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { officeBooks, packBook } from '../../helpers/files/office.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { it } from './support.js';
import {
  createSkippingClock,
  FAST,
  INPUT,
  kept,
  makeCpf,
  newInProcessUser,
  sized,
  type User,
} from '../support.js';

const DAY = 86_400_000;
const RUN = 'bulk run in.csv -y';
const RUN_AT_ONCE = [...RUN.split(' '), ...FAST];
const TO_STDOUT = 'bulk export -o - --format csv';

/** The private copies of inputs in the home of a machine. */
const copiesOf = (machine: User) => kept(machine, /\/input$/);
const copyOf = async (machine: User) => readFile((await copiesOf(machine))[0] ?? '', 'utf8');

describe.skipIf(!HAS_SERVER)('machines that share a ledger', () => {
  it('submit, watch and export in turn, and what is removed is gone from all', async ({
    together,
  }) => {
    const { server, one, two, three, sql } = await together();
    await one.file('in.csv', INPUT);
    const id = (await one.ends(0, 'bulk submit in.csv -y')).stdout.trim();
    expect(await two.json(`bulk watch ${id}`)).toMatchObject({ state: 'complete', found: 3 });
    await three.ends(0, `bulk export ${id.slice(0, 6)} -o fim.csv`);
    expect(await three.read('fim.csv')).toMatch(
      /^nome;cpf;obs;lookup_status.*\r\nAna;.*;"a;b";found/,
    );
    expect(await copiesOf(three)).toHaveLength(1);
    const pieces = 'SELECT count(*)::int AS n FROM copies';
    expect(await sql(pieces)).toEqual([{ n: 1 }]);
    expect(server.book.charged).toHaveLength(3);
    await two.ends(0, `bulk delete ${id} -y`);
    await one.ends(0, 'purge --older-than 30d -y');
    expect(await copiesOf(one)).toEqual([]);
    expect(await sql(pieces)).toEqual([{ n: 0 }]);
  });

  it('forget a person in the ledger at once, and each of them at its next export', async ({
    together,
  }) => {
    const { one, two, three, sql } = await together();
    await one.file('in.csv', INPUT);
    await one.ends(0, RUN);
    for (const other of [two, three]) expect((await other.run(TO_STDOUT)).stdout).toContain('Ana');
    const purge = `purge ${makeCpf(1)} -y`;
    const told = await one.ends(0, purge);
    expect(told.stderr).toContain('Other machines that share this ledger keep copies');
    expect(await copyOf(one)).not.toContain('Ana');
    const stored = await sql("SELECT number, encode(bytes, 'escape') AS text FROM copies");
    expect(stored).toMatchObject([{ number: 0, text: expect.stringContaining('Bia') as string }]);
    expect(stored[0]?.['text']).not.toContain('Ana');
    expect(await copyOf(two)).toContain('Ana');
    const { stdout } = await two.ends(0, TO_STDOUT);
    expect(stdout).not.toContain('Ana');
    expect(stdout).toMatch(/^;;;invalid;erased/m);
    expect(await copyOf(two)).not.toContain('Ana');
    await three.ends(0, purge);
    expect(await copyOf(three)).toBe(await copyOf(one));
    await three.ends(0, 'ledger check');
  });

  it('share the workbook of a batch, until a person in it is forgotten', async ({ together }) => {
    const { one, two, three, sql } = await together();
    const book = officeBooks.sheetjs.parts.map(([name, xml]): [string, string] => [
      name,
      xml.replace('529.982.247-25', makeCpf(1)),
    ]);
    await one.file('in.xlsx', packBook({ parts: book }));
    await one.ends(0, 'bulk run in.xlsx -y');
    // The third machine has no copy of its own: those of the database are shown, and stay there.
    expect(await three.json(`ledger show ${makeCpf(1)}`)).toMatchObject({
      requests: [{ answer: 'charged', user: 'ana', machine: hostname() }],
      places: [
        { what: 'copy', path: null, rows: 1 },
        { what: 'workbook', path: null },
        { what: 'result', path: expect.stringContaining('in.confere.xlsx') as string },
      ],
    });
    const workbooks = (machine: User) => kept(machine, /\/workbook$/);
    await two.ends(0, 'bulk export -o own.xlsx');
    expect(await workbooks(two)).toHaveLength(1);
    const numbers = 'SELECT number FROM copies ORDER BY number';
    expect(await sql(numbers)).toEqual([{ number: -1 }, { number: 0 }]);
    await two.ends(0, 'ledger check');
    await three.ends(0, `purge ${makeCpf(1)} -y`);
    expect(await sql(numbers)).toEqual([{ number: 0 }]);
    expect([...(await workbooks(three)), ...(await kept(three, /workbook/))]).toEqual([]);
    await two.ends(0, 'bulk export -o new.csv');
    expect(await workbooks(two)).toEqual([]);
  });
});

/** Who settles now. */
const SETTLERS = "SELECT host FROM leases WHERE name LIKE 'settling %' AND until > now_ms()";

it.skipIf(!HAS_SERVER).for(['ends', 'dies'])(
  'a machine that settles an unknown outcome has the others submit nothing until it %s',
  async (end, { together }) => {
    const { server, one, two, sql } = await together();
    // The time of the database does not pass here: no reading can agree with a price.
    for (const machine of [one, two]) await machine.run('config set shared true');
    await one.file('in.csv', sized(10));
    await two.file('in.csv', sized(5, 100));
    server.script('POST /cpf/bulk', {
      status: 500,
      body: { success: false, error: 'Erro interno' },
    });
    await one.ends(10, RUN);
    server.script('GET /quota', end === 'ends' ? 'hold' : 'hang_after');
    const settling = one.start(RUN_AT_ONCE);
    await server.seen('GET /quota', server.count('GET /quota') + 1);
    expect(await sql(SETTLERS)).toHaveLength(1);
    if (end === 'dies') {
      settling.kill('SIGKILL');
      await settling.done;
      expect(await sql(SETTLERS)).toHaveLength(1);
    }
    const { stderr } = await two.ends(11, `${RUN} --deadline 1m`);
    expect(stderr).toMatch(
      /is checking an unconfirmed charge[^]*Nothing more was sent: \S+ has been checking an unconfirmed charge since/,
    );
    expect(server.posts).toHaveLength(1);
    if (end === 'dies') await sql('UPDATE leases SET until = until - 30000');
    server.releaseAnswers();
    if (end === 'ends') {
      const ended = await settling.done;
      expect(ended.code, ended.stderr).toBe(0);
      expect(await sql(SETTLERS)).toEqual([]);
    }
    await two.ends(0, RUN);
    expect(server.book.charged).toHaveLength(end === 'ends' ? 15 : 5);
  },
);

/** The clock of the database, as this ledger sees it, stands at noon. */
const NOON = `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS 'SELECT ${Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000}::bigint'`;

it.skipIf(!HAS_SERVER)(
  'budgets of a day follow the clock of the database',
  async ({ together }) => {
    const clock = createSkippingClock();
    const ahead = { ...clock, now: () => clock.now() + 26 * 3_600_000 };
    const { server, one, two, sql } = await together({}, clock, ahead);
    for (const machine of [one, two])
      for (const setting of ['cost-cpf 1', 'shared true', 'max-credits-per-day 4'])
        await machine.run(`config set ${setting}`);
    await one.file('in.csv', sized(3));
    await two.file('in.csv', sized(2, 8));
    // No midnight falls into this test.
    await one.ends(0, 'bulk list');
    await sql(NOON);
    await one.ends(0, 'bulk run in.csv -y');
    await two.ends(7, 'bulk run in.csv -y');
    await two.ends(0, `cpf ${makeCpf(8)}`);
    await two.ends(7, `cpf ${makeCpf(9)}`);
    expect(server.book.charged).toHaveLength(4);
  },
);

it.skipIf(!HAS_SERVER)('retention goes by the clock of the database', async ({ together }) => {
  const clock = createSkippingClock();
  const ahead = { ...clock, now: () => clock.now() + 100 * DAY };
  const { one, two, sql } = await together({}, clock, ahead);
  await one.ends(0, `cpf ${makeCpf(1)}`);
  await two.run('config set retention 90d');
  expect((await two.ends(0, `cpf ${makeCpf(2)}`)).stderr).not.toContain('by retention');
  await sql(`UPDATE records SET fetched_at = fetched_at - ${100 * DAY}`);
  await sql(`UPDATE lookups SET begun_at = begun_at - ${100 * DAY}`);
  await one.run('config set retention 90d');
  const { stderr } = await one.ends(0, `cpf ${makeCpf(3)}`);
  expect(stderr).toContain('Deleted by retention, because they are older than 90d');
});

describe.skipIf(!HAS_SERVER)('a ledger in a database', { timeout: 90_000 }, () => {
  it('one that came back is refused by the machine that worked on a batch', async ({
    together,
  }) => {
    const { one, two, sql } = await together();
    await one.file('a.csv', sized(3));
    await one.ends(0, 'bulk run a.csv -y');
    // As a dump from before the batch: nothing of it is there, also not that it was removed.
    for (const table of ['batches', 'items', 'removed']) await sql(`DELETE FROM ${table}`);
    const { stderr } = await one.ends(5, `cpf ${makeCpf(1)}`);
    expect(stderr).toContain('does not have 1 batch that ran on this machine');
    await two.ends(0, 'bulk list');
    await one.ends(0, 'ledger check --accept');
    await one.ends(0, 'bulk list');
  });

  it('is moved there and back, and nobody pays twice', async ({ together }) => {
    const { server, url } = await together();
    await using user = await newInProcessUser(server);
    await user.file('a.csv', sized(4));
    await user.run('bulk run a.csv');
    await user.run(['cpf', makeCpf(50)]);
    const paid = server.book.charged.length;
    const moved = await user.ends(0, ['ledger', 'copy', '--to', url]);
    expect(moved.stdout).toContain('Moved 1 batch and 5 records');
    expect(moved.stdout).toContain(`confere config set ledger ${url}`);
    // Killed before it could say so, it is run again.
    expect(await user.run(['ledger', 'copy', '--to', url])).toEqual(moved);
    const refused = await user.ends(5, ['cpf', makeCpf(51)]);
    expect(refused.stderr).toContain('This ledger was moved to postgres://');
    await user.silent(5, 'bulk export -o late.csv');
    await user.silent(5, 'bulk export -o - --format csv');
    expect(existsSync(join(user.folder, 'late.csv'))).toBe(false);
    await user.ends(5, 'bulk submit a.csv --again');
    expect(server.book.charged).toHaveLength(paid);
    const env = { CONFERE_LEDGER: url };
    // The records that one machine paid for answer on the other.
    await user.ends(0, ['cpf', makeCpf(50)], { env });
    await user.file('b.csv', sized(6));
    await user.ends(0, 'bulk run b.csv', { env });
    await user.ends(0, 'bulk export -o again.csv', { env });
    expect(await user.ends(0, 'ledger check', { env })).toMatchObject({ stderr: '' });
    const back = await user.json('ledger copy --to local', { env });
    expect(back).toMatchObject({ moved: true, batches: 2 });
    await user.ends(5, ['cpf', makeCpf(52)], { env });
    await user.ends(0, 'bulk run b.csv --again -o c.csv');
    await user.ends(0, 'ledger check');
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  });
});
