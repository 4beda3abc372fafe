import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { newDatabase } from '../../helpers/postgres/databases.js';
import { HAS_SERVER } from '../../helpers/postgres/shared.js';
import { sized } from '../bulk/bulk-support.js';

describe.runIf(HAS_SERVER)('confere ledger copy', { timeout: 90_000 }, () => {
  it('moves to a database and back, and nobody pays twice', async ({ server, user }) => {
    const { url } = await newDatabase();
    await user.file('a.csv', sized(4));
    await user.run('bulk run a.csv');
    await user.run(['cpf', makeCpf(50)]);
    const paid = server.book.charged.length;
    const moved = await user.run(['ledger', 'copy', '--to', url]);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toContain('Moved 1 batch and 5 records');
    expect(moved.stdout).toContain(`confere config set ledger ${url}`);
    // Killed before it could say so, it is run again.
    expect(await user.run(['ledger', 'copy', '--to', url])).toEqual(moved);
    const refused = await user.ends(5, ['cpf', makeCpf(51)]);
    expect(refused.stderr).toContain('This ledger was moved to postgres://');
    await user.silent(5, 'bulk export -o late.csv');
    expect((await user.run('bulk export -o - --format csv')).stdout).toBe('');
    expect(existsSync(join(user.folder, 'late.csv'))).toBe(false);
    await user.ends(5, 'bulk submit a.csv --again');
    expect(server.book.charged).toHaveLength(paid);
    const env = { CONFERE_LEDGER: url };
    // What was paid for there answers here.
    await user.ends(0, ['cpf', makeCpf(50)], { env });
    await user.file('b.csv', sized(6));
    await user.ends(0, 'bulk run b.csv', { env });
    await user.ends(0, 'bulk export -o again.csv', { env });
    const check = await user.run('ledger check', { env });
    expect(check).toMatchObject({ code: 0, stderr: '' });
    const back = await user.run('ledger copy --to local --json', { env });
    expect(JSON.parse(back.stdout)).toMatchObject({ moved: true, batches: 2 });
    await user.ends(5, ['cpf', makeCpf(52)], { env });
    await user.ends(0, 'bulk run b.csv --again -o c.csv');
    await user.ends(0, 'ledger check');
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  });
});
