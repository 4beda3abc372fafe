import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { everyCommand as commands, say } from './help-support.js';
import { runs } from '../../helpers/runs.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCpf, sized, type User } from '../support.js';

const everyCommand = await commands();

/** The candidates for the last word, and the action for the shell. */
async function candidates(...words: string[]) {
  const { code, stdout, stderr } = await say(['__complete', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parse(stdout);
}

function parse(stdout: string) {
  const lines = stdout.trimEnd().split('\n');
  const then = lines.pop();
  return { values: lines.map((line) => line.split('\t')[0]), then };
}

describe('candidates', () => {
  it.each(everyCommand.filter(({ path }) => path !== ''))(
    'for - after confere $path are its options and the global ones',
    async ({ path, command }) => {
      const { values, then } = await candidates(...path.split(' '), '-');
      const own = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
      expect(values).toEqual(expect.arrayContaining([...own, '--json', '--sandbox', '--help']));
      expect(then).toBe(':');
    },
  );

  it.each([
    ['bu', ['bulk'], ':'],
    ['bulk run --type=cn', ['--type=cnpj'], ':'],
    ['--format cs', ['csv'], ':'],
    ['bulk export --only n', ['not_found'], ':'],
    ['bulk diff --only ad', ['address'], ':'],
    ['completion ', ['bash', 'zsh', 'fish', 'powershell'], ':'],
    ['bulk run a.csv b', [], ':files'],
    ['bulk run --partners=x', [], ':files'],
    ['bulk run --out-dir ', [], ':folders'],
    ['--base-url https://a bulk ru', ['run'], ':'],
    ['cpf -- -', [], ':'],
    ['config set re', ['reuse', 'realtime-rate', 'result-format'], ':'],
    ['config set format j', ['json', 'jsonl'], ':'],
    ['config set labels ', ['service', 'pt-BR', 'en'], ':'],
  ])('%j: %j %s', async (line, values, then) => {
    expect(await candidates(...line.split(' '))).toEqual({ values, then });
  });

  it('any words give a valid answer', async () => {
    const known = everyCommand.flatMap(({ path, command }) => [
      ...path.split(' '),
      ...command.options.flatMap(({ long, short }) => [long ?? '', short ?? '', `${long ?? ''}=`]),
    ]);
    const word = fc.oneof(fc.constantFrom(...known), fc.string(), fc.constant('--'));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (words) => {
        const { code, stdout, stderr } = await say(['__complete', '--', ...words]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const lines = stdout.slice(0, -1).split('\n');
        expect(lines.at(-1)).toMatch(/^:(files|folders)?$/);
        const current = words.at(-1) ?? '';
        for (const line of lines.slice(0, -1)) expect(line.startsWith(current)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('what is on this machine', () => {
  const NOTHING = { code: 0, stdout: ':\n', stderr: '' };

  it('offers batch ids, newest first, and writes nothing', async ({ fresh: user }) => {
    const ids = [await submit(user, 1), await submit(user, 2)];
    const before = await filesOf(user);
    const { stdout } = await user.run('__complete -- --sandbox bulk export ');
    expect(parse(stdout).values).toEqual(ids.toReversed());
    expect(stdout).toMatch(
      new RegExp(`^${ids[1] ?? ''}\tin2.csv, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\n`),
    );
    const sides = await user.run('__complete -- --sandbox bulk diff a.csv ');
    expect(sides.stdout).toBe(stdout.replace(/:\n$/, ':files\n'));
    // The log of a ledger may go some time after it was closed, but nothing comes.
    expect(before).toEqual(expect.arrayContaining(await filesOf(user)));
    const start = ids[0]?.slice(0, 4) ?? '';
    const one = await user.run(`__complete -- --sandbox bulk status ${start}`);
    expect(parse(one.stdout).values).toEqual(ids.filter((id) => id.startsWith(start)));
    // Only those of the account on the line.
    for (const flags of ['', '--base-url http://127.0.0.1:1 ', '--sandbox --profile b '])
      expect(await user.run(`__complete -- ${flags}bulk export `)).toMatchObject(NOTHING);
  });

  it('offers the profiles of the config file, and their batches', async ({
    server,
    fresh: user,
  }) => {
    await user.file('in.csv', sized(1));
    await user.ends(0, 'config set rate 30 --profile outra');
    const submitted = `bulk submit in.csv --base-url ${server.url} --profile outra -q`;
    const { stdout: id } = await user.run(submitted, { env: { CONFERE_API_KEY: server.key } });
    const config = (text: string) => user.file('home/config.json', text);
    const ask = () => user.run('__complete -- quota --profile ');
    const profiles = {
      default: { 'base-url': 'https://a.example' },
      outra: { 'base-url': `${server.url}/` },
    };
    await config(JSON.stringify({ version: 1, profiles }));
    expect((await ask()).stdout).toBe(`default\thttps://a.example\noutra\t${server.url}/\n:\n`);
    const { stdout } = await user.run('__complete -- --profile outra bulk status ');
    expect(parse(stdout).values).toEqual([id.trim()]);
    for (const broken of [
      '',
      '{',
      'null',
      '{"profiles":3}',
      JSON.stringify({ version: 9, profiles }),
    ]) {
      await config(broken);
      expect(await user.run('bulk help run')).toMatchObject({ code: 0, stderr: '' });
      expect(await ask()).toMatchObject(NOTHING);
    }
  });
});

async function submit(user: User, n: number): Promise<string> {
  const file = await user.file(`in${n}.csv`, `cpf\n${makeCpf(n)}\n`);
  return (await user.run(`bulk submit ${file} --sandbox -q`)).stdout.trim();
}

async function filesOf(user: User): Promise<string[]> {
  return readdir(join(user.folder, 'home'), { recursive: true }).catch(() => []);
}
