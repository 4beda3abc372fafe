import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeCpf } from '../helpers/invented.js';
import { hasProgram, hasShell, newShellUser } from '../helpers/shell.js';
import { startReferee } from '../helpers/referee/index.js';

const recipe = (name: string) => readFile(join('recipes', name), 'utf8');

describe.skipIf(!hasShell)('recipes/crontab', () => {
  it('has settings and one line of a minute, a command and quoted folders', async () => {
    const { settings, jobs } = crontab(await recipe('crontab'));
    expect(Object.keys(settings)).toContain('CONFERE_API_KEY_FILE');
    expect(jobs).toHaveLength(1);
    for (const { when, command } of jobs) {
      expect(when).toMatch(/^([\d*,/-]+ ){4}[\d*,/-]+$/);
      // cron reads an unescaped % as a line end.
      expect(command).not.toContain('%');
    }
  });

  it('works with only the environment that cron provides', async () => {
    await using server = await startReferee();
    await using user = await newShellUser(server);
    const { settings, jobs } = crontab(await recipe('crontab'));
    await mkdir(join(user.folder, 'inbox'));
    await user.file('inbox/clientes.csv', `cpf\n${makeCpf(1)}\n`);
    const key = await user.file('key', `${server.key}\n`);
    const env = {
      ...settings,
      PATH: `${resolve('recipes')}:${join(user.folder, 'bin')}:${settings['PATH'] ?? ''}`,
      CONFERE_BASE_URL: server.url,
      CONFERE_API_KEY: '',
      CONFERE_API_KEY_FILE: key,
    };
    const { code, stdout } = await user.sh(`${jobs[0]?.command ?? ''} --interval 10ms`, env);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^clientes\.csv: done/) as string,
    });
  });
});

describe('recipes/confere-folder.service and .timer', () => {
  it.skipIf(!hasProgram('systemd-analyze'))('are valid for systemd-analyze', async () => {
    await using user = await newShellUser();
    const unit = await recipe('confere-folder.service');
    const service = unit.replace('/usr/local/bin/', `${resolve('recipes')}/`);
    const paths = [
      await user.file('confere-folder.service', service),
      await user.file('confere-folder.timer', await recipe('confere-folder.timer')),
    ];
    const { code, stdout, stderr } = await user.sh(
      `systemd-analyze verify --man=no "${paths.join('" "')}"`,
    );
    expect({ code, told: `${stdout}${stderr}` }).toEqual({ code: 0, told: '' });
  });

  it('treat exit codes that the next run resolves as success, and name each other', async () => {
    expect(await recipe('confere-folder.service')).toMatch(/^SuccessExitStatus=8 11$/m);
    expect(await recipe('confere-folder.timer')).toMatch(/^OnCalendar=\S/m);
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

describe.skipIf(!hasShell)('recipes/github-actions.yml', async () => {
  const { jobs } = parse(await recipe('github-actions.yml')) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []).filter((run) => !run.startsWith('npm ci'));

  it('pins every action to a commit, with its version beside it', async () => {
    const pins = (await recipe('github-actions.yml')).match(/uses: .*/g) ?? [];
    expect(pins).toHaveLength(2);
    for (const pin of pins) expect(pin).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each([
    [500, 0],
    [499, 7],
  ])('with %i credits the check ends with exit code %i', async (credits, wanted) => {
    await using server = await startReferee({ credits });
    await using user = await newShellUser(server);
    const ended = await user.sh(commands.map((line) => `{ ${line}; }`).join(' && '));
    expect(ended).toMatchObject({ code: wanted });
    expect(commands).toHaveLength(2);
    expect(server.log).toEqual(['GET /quota']);
  });
});

describe('the recipes for Windows', async () => {
  const [folder, task] = [await recipe('confere-folder.ps1'), await recipe('register-task.ps1')];

  it('name the folder of the ledger, which SYSTEM would have for itself otherwise', () => {
    const [, home = ''] = /^\$env:CONFERE_HOME = '(.*)'$/m.exec(folder) ?? [];
    expect(home).not.toBe('');
    expect(folder).toContain(`$env:CONFERE_API_KEY_FILE = '${home}\\key'`);
    expect(task).toContain(`$state = '${home}'`);
    expect(task).toMatch(/^icacls \$state \/inheritance:r /m);
    expect(task).toContain('confere-folder.ps1');
  });

  it('have characters that every PowerShell reads alike, and spend within a limit', () => {
    for (const text of [folder, task]) expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(folder).toMatch(/'--max-credits', '\d+'/);
  });

  it('log no CPF and no control character of the name of a file, as confere-folder.sh does', () => {
    const [, between = ''] = /^ {2}\$between = '(.*)'$/m.exec(folder) ?? [];
    const [, cpf = ''] = /^ {2}\$cpf = "(.*)"$/m.exec(folder) ?? [];
    const [, control = '', whole = ''] =
      /-replace '(.*)', '\?' -replace "(.*)", '\*\*\*'$/m.exec(folder) ?? [];
    const pattern = whole.replace('$cpf', cpf.replaceAll('${between}', between));
    // .NET reads these patterns as JavaScript does.
    const hidden = (name: string) =>
      name.replace(new RegExp(control, 'g'), '?').replace(new RegExp(pattern, 'g'), '***');
    expect(hidden('c\u001b[2J 529.982.247-25_11144477735.csv')).toBe('c?[2J ***_***.csv');
    expect(hidden('clientes 2026-11-28 11222333000181.csv')).toBe(
      'clientes 2026-11-28 11222333000181.csv',
    );
    // Everything else that the log has is of confere, which hides them itself.
    expect(folder.match(/Hide-Cpf \$(file\.Name|summary\.output)\)/g)).toHaveLength(2);
    expect(folder.match(/\$(file\.Name|summary\.output)/g)).toHaveLength(4);
  });

  it('give the gravest exit code, as confere-folder.sh does', () => {
    const [, order = ''] = /foreach \(\$code in ([\d, ]+)\)/.exec(folder) ?? [];
    expect(order.split(', ').map(Number)).toEqual([10, 7, 4, 6, 5, 2, 3]);
  });
});

describe('recipes/Dockerfile', () => {
  it('passes a linter for Dockerfiles', async () => {
    expect(validate(await recipe('Dockerfile'))).toEqual([]);
    expect(validate('FORM node\nRUN npm ci\n')).not.toEqual([]);
  });

  it('pins its base, leaves development dependencies out and does not run as root', async () => {
    const text = await recipe('Dockerfile');
    expect(text).toMatch(/^ARG NODE=node:\d+\.\d+\.\d+-\w+-slim$/m);
    const last = text.slice(text.lastIndexOf('FROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).not.toContain('npm');
    expect(text).toContain('RUN npm ci --omit=dev');
  });

  it('copies only existing files, and all that the command needs', async () => {
    const text = await recipe('Dockerfile');
    const copies = [...text.matchAll(/^COPY (.*)$/gm)].flatMap(([, words = '']) => {
      const parts = words.split(' ');
      return parts[0]?.startsWith('--from') === true ? [] : parts.slice(0, -1);
    });
    for (const path of copies) expect(existsSync(path)).toBe(true);
    const last = text.slice(text.lastIndexOf('FROM '));
    const needed = ['package.json', 'bin', 'dist', 'node_modules'];
    for (const path of needed) expect(last).toMatch(new RegExp(`^COPY .*\\b${path}\\b`, 'm'));
  });
});

/** The assignments and the jobs of a crontab. */
function crontab(text: string) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const settings: Record<string, string> = {};
  const jobs: { when: string; command: string }[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined) {
      const words = line.split(' ');
      jobs.push({ when: words.slice(0, 5).join(' '), command: words.slice(5).join(' ') });
    } else settings[name] = value;
  }
  return { settings, jobs };
}
