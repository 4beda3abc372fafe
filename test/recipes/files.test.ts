import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeCpf } from '../helpers/invented.js';
import { startReferee } from '../helpers/referee/index.js';
import { hasProgram, hasShell, newShellUser } from '../helpers/shell.js';

const recipe = (name: string) => readFile(join('recipes', name), 'utf8');

it.skipIf(!hasShell)('the crontab works with only the environment that cron provides', async () => {
  await using server = await startReferee();
  await using user = await newShellUser(server);
  const lines = (await recipe('crontab')).split('\n').filter((line) => /^[^#]/.test(line));
  const settings = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [[name, value] as const];
  });
  const jobs = lines.filter((line) => /^[\d*]/.test(line));
  expect([jobs.length, settings.length + jobs.length]).toEqual([1, lines.length]);
  const [, command = ''] = /^(?:[\d*,/-]+ ){5}(.*)$/.exec(jobs[0] ?? '') ?? [];
  // cron reads an unescaped % as a line end.
  expect(command).not.toContain('%');
  const given = Object.fromEntries(settings);
  expect(given).toHaveProperty('CONFERE_API_KEY_FILE');
  await mkdir(join(user.folder, 'inbox'));
  await user.file('inbox/clientes.csv', `cpf\n${makeCpf(1)}\n`);
  const env = {
    ...given,
    PATH: `${resolve('recipes')}:${join(user.folder, 'bin')}:${given['PATH'] ?? ''}`,
    CONFERE_BASE_URL: server.url,
    CONFERE_API_KEY: '',
    CONFERE_API_KEY_FILE: await user.file('key', `${server.key}\n`),
  };
  const stdout = expect.stringMatching(/^clientes\.csv: done/) as string;
  expect(await user.sh(`${command} --interval 10ms`, env)).toMatchObject({ code: 0, stdout });
});

it.skipIf(!hasProgram('systemd-analyze'))('the units are valid for systemd-analyze', async () => {
  await using user = await newShellUser();
  const unit = await recipe('confere-folder.service');
  const service = unit.replace('/usr/local/bin/', `${resolve('recipes')}/`);
  const timer = await recipe('confere-folder.timer');
  expect(timer).toMatch(/^OnCalendar=\S/m);
  // What the next run resolves is a success.
  expect(unit).toMatch(/^SuccessExitStatus=8 11$/m);
  const paths = [
    await user.file('confere-folder.service', service),
    await user.file('confere-folder.timer', timer),
  ];
  const ended = await user.sh(`systemd-analyze verify --man=no "${paths.join('" "')}"`);
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly { readonly run?: string }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

describe.skipIf(!hasShell)('recipes/github-actions.yml', async () => {
  const text = await recipe('github-actions.yml');
  const steps = Object.values((parse(text) as Workflow).jobs).flatMap(({ steps: all = [] }) => all);
  const commands = steps.flatMap(({ run }) => run ?? []).filter((run) => !run.startsWith('npm ci'));

  it.each([
    [500, 0],
    [499, 7],
  ])('with %i credits the check ends with exit code %i', async (credits, wanted) => {
    await using server = await startReferee({ credits });
    await using user = await newShellUser(server);
    const ended = await user.sh(commands.map((line) => `{ ${line}; }`).join(' && '));
    expect([ended.code, commands.length, server.log]).toEqual([wanted, 2, ['GET /quota']]);
  });
});

describe('the workflows', async () => {
  const own = (await readdir('.github/workflows')).map((name) => `.github/workflows/${name}`);
  const paths = ['recipes/github-actions.yml', ...own];
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));

  it('pin every action to one commit, with its version beside it', () => {
    const pins = texts.flatMap((text) => text.match(/uses: (?!\.\/).*/g) ?? []);
    for (const pin of pins) expect(pin).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const actions = new Set(pins.map((pin) => pin.replace(/@.*/, '')));
    expect(new Set(pins).size).toBe(actions.size);
  });

  it('leave no token of the repository on the disk', () => {
    for (const text of texts)
      expect(text.match(/persist-credentials: false/g)).toHaveLength(
        text.match(/actions\/checkout@/g)?.length ?? 0,
      );
  });

  it('give rights to single jobs only, and none that writes to one that runs packages of others', () => {
    for (const text of texts) {
      const { permissions, jobs } = parse(text) as Workflow;
      expect([{}, { contents: 'read' }]).toContainEqual(permissions);
      for (const { permissions: rights = {}, steps = [] } of Object.values(jobs))
        if (steps.some(({ run = '' }) => /npm ci|npx/.test(run)))
          expect(Object.values(rights)).not.toContain('write');
    }
  });
});

it('the script for Windows logs no CPF and no control character, and ends with the gravest code', async () => {
  const folder = await recipe('confere-folder.ps1');
  const [, between = ''] = /^ {2}\$between = '(.*)'$/m.exec(folder) ?? [];
  const [, cpf = ''] = /^ {2}\$cpf = "(.*)"$/m.exec(folder) ?? [];
  const [, control = '', whole = ''] =
    /-replace '(.*)', '\?' -replace "(.*)", '\*\*\*'$/m.exec(folder) ?? [];
  const pattern = whole.replace('$cpf', cpf.replaceAll('${between}', between));
  // .NET reads these patterns as JavaScript does.
  const hidden = (name: string) =>
    name.replace(new RegExp(control, 'g'), '?').replace(new RegExp(pattern, 'g'), '***');
  expect(hidden('c\u001b[2J 529.982.247-25_11144477735.csv')).toBe('c?[2J ***_***.csv');
  expect(hidden('x 2026-11-28 11222333000181.csv')).toBe('x 2026-11-28 11222333000181.csv');
  // Everything else that the log has is of confere, which hides them itself.
  expect(folder.match(/Hide-Cpf \$(file\.Name|summary\.output)\)/g)).toHaveLength(2);
  expect(folder.match(/\$(file\.Name|summary\.output)/g)).toHaveLength(4);
  expect(folder).toContain('foreach ($code in 10, 7, 4, 6, 5, 2, 3)');
});
