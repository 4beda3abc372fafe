import { markdownTable } from '../../src/commands/shared/step-summary.js';
import { annotation } from '../../src/terminal/github.js';
import { describe, expect, it } from '../helpers/with-service.js';
import { makeCpf, sized } from './support.js';

const ACTIONS = { GITHUB_ACTIONS: 'true', CI: 'true', GITHUB_STEP_SUMMARY: 'summary.md' };

describe('in GitHub Actions', () => {
  it('errors are annotations, too, masked and on stderr', async ({ user }) => {
    const args = ['bulk', 'check', `${makeCpf(1)}.csv`];
    const { stderr } = await user.silent(2, args, { env: ACTIONS });
    const [line = '', told, end] = stderr.split('\n');
    expect(line).toMatch(/^confere: .*\*/);
    expect([told, end]).toEqual([line.replace('confere: ', '::error::'), '']);
    const stamped = await user.run([...args, '--timestamps'], { env: ACTIONS });
    expect(stamped.stderr).toMatch(/^\d{4}-\S+ confere: .*\n::error::.*\n$/);
    expect((await user.run(args)).stderr).not.toContain('::error::');
    const json = await user.run([...args, '--json'], { env: ACTIONS });
    expect(json.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('a run and the balance write a table into the summary of the step', async ({ user }) => {
    await user.file('a|b.csv', `${sized(2)}11111111111\n`);
    await user.file('none.csv', 'cpf\n1\n');
    const files = ['a|b.csv', 'none.csv'];
    const env = ACTIONS;
    await user.ends(2, ['bulk', 'run', ...files, '--keep-going'], { env });
    await user.run('bulk run a|b.csv', { env });
    await user.run('quota --min 1 -q', { env });
    const summary = await user.read('summary.md');
    expect(summary).toContain(
      '### confere bulk run\n\n' +
        '| file | state | rows | invalid | found | not found | unanswered | charged | exit |\n' +
        `| --- | --- |${' ---: |'.repeat(7)}\n` +
        '| a&#124;b.csv | complete | 3 | 1 | 2 | 0 | 0 | 2 | 0 |\n' +
        '| none.csv | refused |  |  |  |  |  |  | 2 |\n',
    );
    expect(summary).toContain('| a&#124;b.csv | complete | 3 | 1 | 2 | 0 | 0 | 0 | 0 |\n');
    expect(summary).toMatch(
      /### confere quota\n\n\| Plan \| Remaining \| Used \| exit \|\n.*\n\| \S+ \| [\d,]+ \| \d+ \| 0 \|\n/,
    );
  });

  it('a low balance and a limit of requests are warnings', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 0 });
    const { code, stderr } = await user.run('quota', { env: ACTIONS });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: '::warning::Remaining: 0; the allowance is used up (0 used)\n',
    });
    server.script('GET /quota', { status: 429, headers: { 'retry-after': '2' }, body: {} });
    const waited = await user.run('quota --min 0', { env: ACTIONS });
    expect(waited.stderr.match(/^::warning::Waiting 2 s, as the service asks/gm)).toHaveLength(1);
  });
});

describe('what the runner reads', () => {
  it('has no line break and no percent of its own', () => {
    expect(annotation('error', '100%\r\n::set-env::')).toBe('::error::100%25%0D%0A::set-env::\n');
  });

  it('is a table in which names are no markup', () => {
    const text = markdownTable('x', ['a'], [['<img>|[b](c) `d`\n# e']]);
    expect(text.split('\n')[4]).not.toMatch(/[<>[\]`]|\|.*\|.*\|/);
  });
});
