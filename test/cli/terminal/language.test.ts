import { afterEach } from 'vitest';
import { englishIn } from '../../helpers/terminal/english.js';
import { everyCommand, say } from '../help/help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, INPUT, makeCpf, parsed } from '../support.js';
import { topics } from '../../../src/commands/help/help.js';
import { en, setMessages } from '../../../src/messages/index.js';

const PORTUGUESE = { CONFERE_LANG: 'pt-BR' };
const pages = [
  ...(await everyCommand()).map(({ path }) => `${path} --help`.trim().split(' ')),
  ...topics.map(({ name }) => ['help', name]),
].filter(([first, second]) => first !== 'help' || second !== '--help');

afterEach(() => {
  setMessages(en);
});

/** Only prose: no examples, usage lines, options, or lists of names or values. */
function proseOf(page: string): string[] {
  return page
    .split('\n')
    .map((line) => line.replace(/^ +(-\S+, )?\S+( <.*?>)?( {2,}|$)/, '').trim())
    .filter((line) => !/^(Usage:|Uso:|confere |id=|cut |cat |-)/.test(line))
    .filter((line) => !/^[\w-]+(, [\w-]+)*[,.)]?$/.test(line))
    .filter((line) => line.includes(' '));
}

describe('help in Portuguese', () => {
  it.each(pages.map((page) => [page.join(' '), page] as const))(
    'of confere %s has no English sentence',
    async (_, words) => {
      const english = await say(words, 80);
      const portuguese = await say(words, 80, PORTUGUESE);
      expect({ ...portuguese, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
      // The name of a topic.
      expect(englishIn(portuguese.stdout.replace(/^ {2}again +/m, ''))).toEqual([]);
      const left = new Set(proseOf(english.stdout));
      expect(proseOf(portuguese.stdout).filter((line) => left.has(line))).toEqual(
        SAME.filter((line) => proseOf(portuguese.stdout).includes(line)),
      );
    },
  );

  it.each([60, 80, 120])('fits into %i columns', async (width) => {
    for (const page of pages) {
      const { stdout } = await say(page, width, PORTUGUESE);
      const isExample = (line: string) => /^( {2}|Exemplo: ).*\bconfere /.test(line);
      const tooLong = stdout.split('\n').filter((line) => line.length > width);
      expect(tooLong.filter((line) => !isExample(line))).toEqual([]);
    }
  });
});

/** Lines of code, which are the same in every language. */
const SAME: readonly string[] = [
  'eval "$(confere completion bash)"  # ~/.bashrc',
  'eval "$(confere completion zsh)"  # ~/.zshrc',
];

describe('output for programs', () => {
  it.for([
    ...['check 123 529.982.247-25 --json', 'check 123 --format json', 'check 123 --format=jsonl'],
    ...['check 123 --format csv', 'cpf 123 --json --sandbox', 'cpf 123 --format json --sandbox'],
    ...['--sandbox quota --json --min 2000000', 'auth status --json', 'config list --json'],
    ...['config get rate', 'cpf --foo --json'],
  ])('of %s is the same bytes in every language', async (line, { fresh: user }) => {
    const english = await user.run(line);
    const portuguese = await user.run(line, { env: PORTUGUESE });
    const { code, stdout } = english;
    expect(portuguese).toMatchObject({ code, stdout });
    if (line.includes('--json')) expect(portuguese.stderr).toBe(english.stderr);
    expect(stdout + english.stderr).not.toBe('');
  });
});

const IN_PORTUGUESE = { env: { CONFERE_LANG: 'pt-BR' } };

describe.concurrent('confere in Portuguese', () => {
  it('says in Portuguese why a job of an English run is unconfirmed', async ({ server, user }) => {
    server.script('POST /cpf/bulk', 'drop_after');
    const ran = await user.run(['bulk', 'run', await user.file('in.csv', INPUT)]);
    const told = 'The connection broke before the whole answer arrived; it may have been charged';
    expect(ran.stderr).toContain(`Job 1: unconfirmed (${told}`);
    expect((await user.run('bulk status')).stdout).toContain(told);
    const status = await user.run('bulk status', IN_PORTUGUESE);
    expect(status.stdout).toContain('A conexão caiu antes de a resposta chegar inteira; pode ter');
    const { jobs } = await user.json('bulk status', IN_PORTUGUESE);
    expect(jobs).toMatchObject([{ error: expect.stringContaining(told) as string }]);
  });

  it('ends a run in Portuguese; codes, columns and --json stay the same', async ({ arrange }) => {
    const { server, user } = await arrange({ missing: [makeCpf(3)] });
    const file = await user.file('in.csv', INPUT);
    const poor = ['bulk', 'run', file, '--max-credits', '2', ...FAST];
    const refused = await user.ends(7, poor, IN_PORTUGUESE);
    expect(refused.stderr).toContain(
      'Nada foi enviado: o lote pode custar 3 créditos, acima do teto de 2',
    );
    await user.ends(7, poor);
    const run = ['bulk', 'run', file, '-o', '-', ...FAST];
    const { stdout, stderr } = await user.ends(0, run, IN_PORTUGUESE);
    expect(stdout).toContain(';lookup_status;lookup_reason;lookup_source;lookup_fetched_at;');
    expect(stdout).toContain(';invalid;check_digit;');
    expect(stderr).toMatch(
      /^✓ in\.csv: 2 encontrados, 1 não encontrado, 1 linha inválida; 2 créditos, 99\.998 restantes; /m,
    );
    const json = ['bulk', 'status', '--json'];
    const portuguese = await user.run(json, IN_PORTUGUESE);
    const english = await user.run(json);
    expect(parsed(portuguese.stdout)).toEqual(parsed(english.stdout));
    expect(server.posts).toHaveLength(1);
  });
});
