import { chmod, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '../../helpers/with-service.js';
import { transcripts } from '../../helpers/transcript.js';
import { makeCpf, sized } from '../support.js';

const TWO = { files: { '1.csv': sized(1, 1), '2.csv': sized(1, 2) } };

transcripts('formats of lookups', [
  [
    'a table has a row for each of several, and one alone has a card',
    { missing: [makeCpf(2)] },
    'cpf {1} {2} {3} 9 --format table',
    'cpf {1} {2} {3} 9 --format table --fields day,month',
    'cpf {1} {2} {3} 9 --format csv --fields day',
    'cpf {1} --format table',
    'cnpj {c1} {c2} --format table',
  ],
  [
    '--format json is --json, one object or one a line',
    { rows: 1 },
    'cpf {1} {2} --format json',
    'lookup {1} --json',
    'check {1} {2} --format json',
    'auth status --format json',
    'bulk check in.csv --format json',
  ],
  [
    'the name of a file decides before the format of the profile, and .json holds one array',
    { settings: ['format json'], missing: [makeCpf(2)] },
    'cpf {1} -o a.csv',
    'cpf {1} -o a.jsonl',
    'cpf {1} -o a.txt',
    'cpf {1} {2} -o two.json',
    'cpf {1} -o one.json',
    'cpf - -o none.json',
  ],
  [
    'a format that a command does not have is refused before any request',
    {},
    'cpf 1 --fields nome',
    'quota --fields plan',
    'bulk list --fields id',
    'cpf 1 --format yaml',
    'cpf --help --json',
    'bulk list --format tsv',
    'cpf 1 -o x.xlsx',
    'cpf 1 -o x.json --format jsonl',
    'cpf 1 --json --format csv',
    'sandbox --format json',
    'cpf -',
  ],
  [
    'under --json stderr has lines of JSON only, and -v adds the notices to them',
    { rows: 1 },
    'bulk run in.csv --json',
    'bulk run in.csv --again --fresh --overwrite --json -v',
    'bulk run none.csv --json -v --timestamps',
  ],
  [
    'bulk list --json is one array with the times of each batch',
    TWO,
    'bulk list --json',
    'bulk list',
    'bulk run 1.csv -q',
    'bulk submit 2.csv -q',
    'bulk list --json',
  ],
]);

transcripts('check', [
  [
    'a check reads standard input and writes csv',
    { account: false },
    ['check - --format csv', { stdin: `\ufeff${makeCpf(1)}\r\nx\n` }],
  ],
  [
    'a check recognizes the kind, keeps the order, and exits 3 with a sentence',
    { account: false },
    'check --json 12.ABC.345/01DE-35 529.982.247-24 529.982.247-25 11111111111',
    'check 123 52998224725',
    'CONFERE_LANG=pt-BR check 123 52998224725',
    'cpf 123 --json -q --sandbox',
    ['bulk check - --strict -q', { stdin: 'cpf\n52998224725\n123\n' }],
  ],
]);

it.for([
  '529.982.247-25 0X123456789050',
  '529.982.247-24  1 x\u202ey',
  '- 52998224725',
  '- -',
  'help 52998224725',
])('the fast path of check says the same as commander: %j', async (ids, { fresh: user }) => {
  const stdin = '52998224725\nabc\n';
  for (const language of ['en', 'pt-BR']) {
    const given = { stdin, env: { CONFERE_LANG: language } };
    const alone = await user.run(`check ${ids}`, given);
    expect(alone).toEqual(await user.run(`check --no-progress ${ids}`, given));
  }
});

it('-o replaces a file only when it is whole, keeps its mode, and follows no link', async ({
  server,
  user,
}) => {
  await symlink('new.csv', join(user.folder, 'link.csv'));
  const refused = await user.ends(2, `cpf ${makeCpf(1)} -o link.csv --overwrite`);
  expect(refused.stderr).toContain('is a link');
  expect(server.log).toEqual([]);
  const old = await user.file('old.csv', 'old');
  await chmod(old, 0o644);
  await user.ends(0, `cpf ${makeCpf(1)} -o old.csv --overwrite`);
  expect((await stat(old)).mode & 0o777).toBe(0o644);
});
