import { parse } from 'csv-parse/sync';
import { describe, expect, it } from '../../helpers/with-service.js';
import { parsed, sharesAccount, sized, type User } from '../support.js';
const OFF_LINE = { env: { CONFERE_API_KEY: undefined } };

function rowsOf(csv: string) {
  return parse<Readonly<Record<string, string>>>(csv, { columns: true });
}

async function submitted(user: User, count: number, name = (at: number) => `${at}.csv`) {
  for (let at = 0; at < count; at++) {
    const file = await user.file(name(at), sized(1, at));
    await user.ends(0, `bulk submit ${file} --again`);
  }
}

describe('confere bulk list', () => {
  it('shows the newest 20 in a terminal, all in a pipe, or --limit', async ({ user }) => {
    await sharesAccount(user);
    await submitted(user, 22);
    const screen = await user.run('bulk list', { columns: 80 });
    expect(screen.stdout.trimEnd().split('\n')).toHaveLength(21);
    expect(screen.stdout).toContain('21.csv');
    expect(screen.stderr).toContain('2 older batches not shown; --limit shows more.');
    const more = await user.run('bulk list --limit 100', { columns: 80 });
    expect(more.stdout.trimEnd().split('\n')).toHaveLength(23);
    expect(more.stderr).toBe('');
    const piped = await user.run('bulk list');
    expect(piped.stdout.trimEnd().split('\n')).toHaveLength(23);
    expect(piped.stderr).toBe('');
    expect(await user.json('bulk list')).toHaveLength(22);
    const two = await user.run('bulk list --limit 2 --format csv');
    expect(rowsOf(two.stdout).map(({ file }) => file)).toEqual(['21.csv', '20.csv']);
  });

  it('chooses by state and by day', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await submitted(user, 1);
    server.releaseJobs();
    await user.run('bulk watch');
    await user.file('broken.csv', sized(1, 7));
    server.script('POST /cpf/bulk', { status: 403, body: {} });
    await user.run('bulk submit broken.csv');
    const files = async (...options: string[]) => {
      const { code, stdout } = await user.run(['bulk', 'list', '--json', ...options]);
      const listed = JSON.parse(stdout) as { file: string }[];
      return { code, files: listed.map(({ file }) => file) };
    };
    expect(await files('--state', 'complete,running')).toEqual({ code: 0, files: ['0.csv'] });
    expect(await files('--since', '0d')).toEqual({ code: 0, files: ['broken.csv', '0.csv'] });
    expect(await files('--since', '2099-01-01')).toEqual({ code: 0, files: [] });
    const none = await user.run('bulk list --since 2099-01');
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'No batch matches.\n' });
    const wrong = await user.run('bulk list --state done');
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('complete, running, incomplete, unconfirmed');
  });
});

it('CSV of list, status and check has the numbers of JSON, named alike', async ({ user }) => {
  const file = await user.file('in.csv', `${sized(2)}11111111111\n`);
  await user.run(`bulk run ${file}`);
  for (const words of [['list'], ['status'], ['check', file]]) {
    const csv = await user.ends(0, ['bulk', ...words, '--format', 'csv'], OFF_LINE);
    const [row = {}, ...others] = rowsOf(csv.stdout);
    expect(others).toEqual([]);
    const json = await user.run(['bulk', ...words, '--json'], OFF_LINE);
    const whole = parsed(json.stdout) as unknown as object;
    const [object] = (Array.isArray(whole) ? whole : [whole]) as Record<string, unknown>[];
    const { jobs: _, credits, reasons, ...plain } = object ?? {};
    const { estimated, charged, saved } = credits as Record<string, number>;
    const values = Object.entries({ ...plain, estimated, charged, saved });
    expect(row).toEqual({
      ...Object.fromEntries(values.map(([name, value]) => [name, String(value ?? '')])),
      reasons: JSON.stringify(reasons),
    });
  }
});
