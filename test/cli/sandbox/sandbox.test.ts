import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';

describe.concurrent('confere sandbox', () => {
  it('prints only two lines on stdout, and ends with 0 on Ctrl-C', async ({ fresh: user }) => {
    const running = user.start('sandbox --key sandbox-key');
    await running.says('stdout', 'API_KEY=');
    const url = /CONFERE_BASE_URL=(\S+)/.exec(running.text('stdout'))?.[1] ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await fetch(`${url}/cpf/52998224724`, { headers: { 'x-api-key': 'sandbox-key' } });
    await running.says('stderr', '422');
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.done;
    expect(code).toBe(0);
    expect(stdout).toBe(`export CONFERE_BASE_URL=${url}\nexport CONFERE_API_KEY=sandbox-key\n`);
    expect(stderr).toMatch(
      /^Sandbox ready: plan Sandbox, 1,000,000 credits left\. .*\nGET \/cpf\/\*\*\*\.982\.247-\*\* 422 \d+ ms\n$/,
    );
  });

  it.for([
    [
      ['--fault', 'GET /quota=404'],
      "--fault 'GET /quota=404' is not valid: it must look like 'GET /quota=503'",
    ],
    [['--port', '99999'], 'Port 99999 does not exist'],
    [
      ['--cost', 'cpf'],
      "'cpf' is not a valid value for '--cost <kind=n...>'. Use cpf, cnpj or realtime",
    ],
    [['--cost', 'cpf=-1'], 'Use cpf, cnpj or realtime with its credits, as in cpf=2.'],
  ] as const)('%j is one sentence and exit 2', async ([flags, sentence]) => {
    await using user = await newInProcessUser();
    const { stderr } = await user.silent(2, ['sandbox', ...flags]);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('an unusable state folder is one sentence and exit 5', async ({ fresh: user }) => {
    const env = { CONFERE_HOME: join(await user.file('plain', ''), 'home') };
    const { stderr } = await user.ends(5, 'sandbox', { env });
    expect(stderr).toMatch(/^confere: The data in .* cannot be used: .*Check the folder\.\n$/);
  });
});
