import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execaSync } from 'execa';
import { describe, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { COMMAND } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';
import { FAST, INPUT, names, sized } from './bulk-support.js';

describe.concurrent('what confere bulk run and export write', () => {
  it('is a workbook that bulk check reads', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    expect((await user.run(['bulk', 'run', file, '--format', 'xlsx', ...FAST])).code).toBe(0);
    expect(await names(user)).toEqual(['in.confere.xlsx', 'in.csv']);
    const again = ['bulk', 'check', 'in.confere.xlsx', '--column', 'cpf', '--json'];
    expect(JSON.parse((await user.run(again)).stdout)).toMatchObject({ rows: 5, invalid: 1 });
    const streamed = await user.run(['bulk', 'export', '--format', 'xlsx']);
    expect(streamed.bytes.equals(await readFile(join(user.folder, 'in.confere.xlsx')))).toBe(true);
  });

  it('never replaces the input, also with --overwrite', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    expect((await user.run(['bulk', 'run', file, '-o', 'out.csv', ...FAST])).code).toBe(0);
    for (const more of [[], ['--overwrite']]) {
      const { code, stderr } = await user.run(['bulk', 'export', '-o', 'in.csv', ...more]);
      expect(code).toBe(2);
      expect(stderr).toContain('is the input of the batch, which is never replaced');
    }
    expect(await readFile(file, 'utf8')).toBe(INPUT);
  });

  it('is compressed if the name ends in .gz, with only the chosen fields', async ({ expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    const flags = ['-o', 'out.csv.gz', '--fields', 'birthDate,gender'];
    expect((await user.run(['bulk', 'run', file, ...flags, ...FAST])).code).toBe(0);
    const text = gunzipSync(await readFile(join(user.folder, 'out.csv.gz'))).toString();
    expect(text.split('\r\n')[0]).toBe(
      'nome;cpf;obs;lookup_status;lookup_reason;lookup_source;lookup_fetched_at;lookup_birthDate;lookup_gender',
    );
  });

  it.for([
    [['--fields', 'nome'], 'nameUpper'],
    [['--secondary-cnaes', 'c.csv'], 'CNPJ'],
    [['--format', 'table'], 'xlsx'],
  ] as const)('is refused before anything is sent: %j', async ([flags, told], { expect }) => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const file = await user.file('in.csv', INPUT);
    const { code, stderr } = await user.run(['bulk', 'run', file, ...flags, ...FAST]);
    expect({ code, log: server.log }).toEqual({ code: 2, log: [] });
    expect(stderr).toContain(told);
  });

  it.skipIf(process.platform === 'win32').for(['csv', 'xlsx'])(
    'leaves an older %s unchanged if the new one does not fit',
    async (ext, { expect }) => {
      await using server = await startReferee();
      await using user = await newInProcessUser(server);
      const file = await user.file('in.csv', sized(3_000));
      const target = join(user.folder, 'results', `out.${ext}`);
      await mkdir(join(user.folder, 'results'));
      // Runs as a process, which leaves no log that the limited process would have to write first.
      expect((await user.start(['bulk', 'run', file, ...FAST]).done).code).toBe(0);
      const only = ['bulk', 'export', '-o', target, '--only', 'invalid'];
      expect((await user.start(only).done).code).toBe(0);
      const before = await readFile(target);
      // 64 blocks of 512 or 1024 bytes; the shell decides which.
      const { exitCode, stderr } = execaSync(
        'sh',
        ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, COMMAND]
          .concat(['bulk', 'export', '-o', target, '--overwrite'])
          .concat('--base-url', server.url),
        {
          ...{ cwd: user.folder, env: { CONFERE_HOME: join(user.folder, 'home') } },
          ...{ extendEnv: false, reject: false },
        },
      );
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 5 });
      expect(stderr).toContain('could not be written');
      expect((await readFile(target)).equals(before)).toBe(true);
      expect(await readdir(join(user.folder, 'results'))).toEqual([`out.${ext}`]);
    },
  );
});
