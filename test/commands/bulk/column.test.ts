import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processContext, type Context } from '../../../src/context.js';
import { main } from '../../../src/main.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { startReferee, type Referee } from '../../helpers/referee/index.js';
import { FAST } from '../../cli/bulk/bulk-support.js';

const spouses = [makeCpf(11), makeCpf(12), makeCpf(13)];
const FILE = `nome;cpf_titular;cpf_conjuge\n${spouses.map((id, n) => `Zé;${makeCpf(n + 1)};${id}\n`).join('')}`;

/** A user at a terminal (or a script, without one) with a file of two columns of CPFs. */
async function someone({
  server,
  isTTY = true,
  content = FILE,
  lang = 'C',
}: { server?: Referee; isTTY?: boolean; content?: string; lang?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-column-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'casais.csv');
  await writeFile(file, content);
  const run = async (args: readonly string[], typed: string) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const said = { out: '', err: '' };
    stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    const lines = typed.split(/(?<=\n)/);
    stderr.on('data', (chunk: Buffer) => {
      said.err += chunk.toString();
      // A terminal passes one line at a time.
      if (chunk.toString().includes('Which column?')) stdin.write(lines.shift() ?? '\n');
    });
    const context: Context = {
      ...processContext(),
      env: {
        ...{ CONFERE_HOME: join(folder, 'home'), LC_ALL: lang },
        ...(server === undefined
          ? {}
          : { CONFERE_BASE_URL: server.url, CONFERE_API_KEY: server.key }),
      },
      stdin: Object.assign(stdin, { isTTY }),
      stdout,
      stderr: Object.assign(stderr, { isTTY }),
    };
    if (!isTTY || args.includes('-')) stdin.end(typed);
    const code = await main(args, context);
    return { code, ...said };
  };
  return { file, folder, run };
}

describe('an uncertain column', () => {
  it('is a question in a terminal, with percentages and masked cells', async () => {
    const { file, run } = await someone();
    const { code, out, err } = await run(['bulk', 'check', file], '3\n');
    expect(code).toBe(0);
    expect(out).toMatch(/unique +3/);
    expect(err).toMatch(/\n +2 +"cpf_titular" +100% valid CPFs +\*{3}\.\d{3}\.\d{3}-\*\* /);
    expect(err).toMatch(/\n +3 +"cpf_conjuge" +100% valid CPFs/);
    expect(err).toContain('Which column? [2/3]');
    expect(err).toContain('To skip this question, add --column 3.');
    expect(err).toContain('column 3 "cpf_conjuge"');
    for (const id of spouses) expect(err).not.toContain(id);
  });

  it('is asked again until the answer is a candidate; nothing is sent with exit 2', async () => {
    const { file, run } = await someone();
    const { code, out, err } = await run(['bulk', 'check', file], '1\ncpf\n\n');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.match(/Which column\?/g)).toHaveLength(3);
    expect(err).toContain('--column');
  });

  it.each([
    ['without a terminal', false, []],
    ['with --no-input', true, ['--no-input']],
    ['without a terminal, with -y', false, ['-y']],
  ])('%s it is exit 2 with the candidates', async (_, isTTY, flags) => {
    const { file, run } = await someone({ isTTY });
    const { code, out, err } = await run(['bulk', 'check', file, ...flags], '3\n');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(
      /2 "cpf_titular" \(100% valid CPFs\), 3 "cpf_conjuge" .*--column/,
    );
    expect(err).not.toContain('Which column?');
  });

  it('of standard input is never a question, because the answer would come from the data', async () => {
    const { run } = await someone();
    const { code, err } = await run(['bulk', 'check', '-'], FILE);
    expect(code).toBe(2);
    expect(err).not.toContain('Which column?');
  });

  it('once answered gives the same batch as --column, and nothing is paid twice', async () => {
    await using server = await startReferee();
    const { file, run } = await someone({ server });
    const runs: [flags: string[], typed: string][] = [
      [[], '3\n'],
      [[], '3\n'],
      [['--column', '3'], ''],
      [['--column', 'cpf_conjuge'], ''],
    ];
    for (const [flags, typed] of runs) {
      const { code, err } = await run(
        ['bulk', 'run', file, '-y', '--overwrite', ...flags, ...FAST],
        typed,
      );
      expect(code, err).toBe(0);
    }
    expect(server.posts.map(({ ids }) => ids)).toEqual([spouses]);
    expect(server.book.charged.toSorted()).toEqual(spouses.toSorted());
    const { out } = await run(['bulk', 'list'], '');
    // Below the header.
    expect(out.trimEnd().split('\n').slice(1)).toHaveLength(2);
  });
});

describe('identifiers in pieces beside a whole column', () => {
  const rows = [1, 2, 3].map((n) => {
    const id = makeCnpj(n);
    return `${id.slice(0, 8)};${id.slice(8, 12)};${id.slice(12)};${makeCpf(n)}\n`;
  });
  const content = `raiz;ordem;dv;cpf_contador\n${rows.join('')}`;

  it('are never passed over: nothing is sent', async () => {
    await using server = await startReferee();
    const { file, run } = await someone({ server, isTTY: false, content });
    for (const command of ['check', 'submit', 'run']) {
      const { code, out, err } = await run(['bulk', command, file, '-y'], '');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err.replaceAll(/\s+/g, ' ')).toMatch(/1\+2\+3 "raiz" .*, 4 "cpf_contador" .*--column/);
    }
    expect(server.posts).toEqual([]);
  });
});
