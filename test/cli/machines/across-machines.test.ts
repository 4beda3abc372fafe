import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSkippingClock } from '../../helpers/clocks/skipping-clock.js';
import { makeCpf } from '../../helpers/invented.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';
import { INPUT, parsed, sized } from '../bulk/bulk-support.js';
import { inLedger, ledgerUrl, newMachine } from './support.js';

/** The private copies of inputs in the home of a machine. */
async function copiesOf({ folder }: User): Promise<string[]> {
  const ledgers = join(folder, 'home', 'state', 'ledgers');
  if (!existsSync(ledgers)) return [];
  const all = await readdir(ledgers, { recursive: true });
  return all.filter((name) => name.endsWith('/input'));
}

describe.skipIf(!HAS_SERVER)('machines that share a ledger', () => {
  it('submit on one, watch on another, export on a third; what is removed is gone from all', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    const clock = createSkippingClock();
    await using one = await newMachine(server, url, clock);
    await using two = await newMachine(server, url, clock);
    await using three = await newMachine(server, url, clock);
    await one.file('pessoas.csv', INPUT);
    const submitted = await one.run('bulk submit pessoas.csv -y');
    expect({ ...submitted, code: submitted.code }).toMatchObject({ code: 0 });
    const id = submitted.stdout.trim();
    expect(await two.json(`bulk watch ${id}`)).toMatchObject({
      state: 'complete',
      found: 3,
    });
    const exported = await three.run(['bulk', 'export', id.slice(0, 6), '-o', 'fim.csv']);
    expect({ code: exported.code, stderr: exported.stderr }).toMatchObject({ code: 0 });
    expect(await readFile(join(three.folder, 'fim.csv'), 'utf8')).toMatch(
      /^nome;cpf;obs;lookup_status.*\r\nAna;.*;"a;b";found/,
    );
    expect(await copiesOf(three)).toHaveLength(1);
    const pieces = 'SELECT count(*)::int AS n FROM copies';
    expect(await inLedger(url, server, pieces)).toEqual([{ n: 1 }]);
    expect(server.book.charged).toHaveLength(3);

    await two.ends(0, `bulk delete ${id} -y`);
    await one.ends(0, 'purge --older-than 30d -y');
    expect(await copiesOf(one)).toEqual([]);
    expect(await inLedger(url, server, pieces)).toEqual([{ n: 0 }]);
  });

  it('a person who is forgotten on one is gone from the ledger, and from each when it exports or forgets', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    const clock = createSkippingClock();
    const machines = [];
    for (let n = 0; n < 3; n += 1) machines.push(await newMachine(server, url, clock));
    const [one, two, three] = machines as [User, User, User];
    await one.file('pessoas.csv', INPUT);
    await one.ends(0, 'bulk run pessoas.csv -y');
    const toStdout = ['bulk', 'export', '-o', '-', '--format', 'csv'];
    for (const other of [two, three]) expect((await other.run(toStdout)).stdout).toContain('Ana');
    const copyOf = async (machine: User) => {
      const [name = ''] = await copiesOf(machine);
      return readFile(join(machine.folder, 'home', 'state', 'ledgers', name), 'utf8');
    };

    const purge = ['purge', makeCpf(1), '-y'];
    const told = await one.ends(0, purge);
    expect(told.stderr).toContain('Other machines that share this ledger keep copies');
    expect(await copyOf(one)).not.toContain('Ana');
    const pieces = "SELECT number, encode(bytes, 'escape') AS text FROM copies";
    const [stored, ...more] = await inLedger(url, server, pieces);
    expect(more).toEqual([]);
    expect(stored).toMatchObject({ number: 0 });
    expect(stored?.['text']).toContain('Bia');
    expect(stored?.['text']).not.toContain('Ana');

    expect(await copyOf(two)).toContain('Ana');
    const exported = await two.ends(0, toStdout);
    expect(exported.stdout).not.toContain('Ana');
    expect(exported.stdout).toMatch(/^;;;invalid;erased/m);
    expect(await copyOf(two)).not.toContain('Ana');
    await three.ends(0, purge);
    expect(await copyOf(three)).toBe(await copyOf(one));
    await three.ends(0, 'ledger check');
    for (const machine of machines) await machine[Symbol.asyncDispose]();
  });

  it('a private copy that was damaged on one is fetched again', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    await using one = await newMachine(server, url, createSkippingClock());
    await one.file('pessoas.csv', INPUT);
    await one.ends(0, 'bulk run pessoas.csv -y');
    const whole = (await one.run('bulk export -o - --format csv')).stdout;
    const [name = ''] = await copiesOf(one);
    const path = join(one.folder, 'home', 'state', 'ledgers', name);
    const bytes = await readFile(path);
    await writeFile(path, bytes.toReversed());
    const again = await one.run('bulk export -o - --format csv');
    expect(again).toMatchObject({ code: 0, stdout: whole });
    expect(await readFile(path)).toEqual(bytes);
  });

  it('what one has paid for answers on the others, in a file and in a lookup', async () => {
    await using server = await startReferee();
    const url = await ledgerUrl();
    const clock = createSkippingClock();
    await using one = await newMachine(server, url, clock);
    await using two = await newMachine(server, url, clock);
    await one.ends(0, ['cpf', makeCpf(1)]);
    await two.file('dez.csv', sized(10));
    const run = await two.run('bulk run dez.csv -y --json');
    expect(parsed(run.stdout)).toMatchObject({ found: 10, reused: 1 });
    const again = await one.run(['cpf', makeCpf(9), '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'found', source: 'ledger' });
    expect([...server.book.charged].sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => makeCpf(n)).sort(),
    );
  });
});
