import { describe, expect, it } from 'vitest';
import { pages, withoutComment, type Page } from '../helpers/markdown.js';

/** Pages for contributors; every other one of the root and of docs/ is a guide for users, Portuguese ones too. */
const FOR_CONTRIBUTORS = ['CONTRIBUTING', 'CHANGELOG', 'SECURITY', 'architecture', 'performance'];
/** What only other systems than Windows have: cron, systemd and the key store `pass`. */
const ELSEWHERE = /^\d+ [\d*]+ \* \* |^systemctl /m;

/** What sh reads and PowerShell, 5.1 or 7, reads in another way or not at all. */
const ONLY_SH: readonly (readonly [why: string, what: RegExp])[] = [
  ['export and unset', /^(export|unset) /m],
  ['a variable before a command, or one that is set', /^[A-Za-z_]\w*=/m],
  ['a line that goes on', /\\$/m],
  ['input from a file', /<[ (]/],
  ['output to a file, which PowerShell writes as UTF-16', /(^|\s)2?>>? ?\w/m],
  ['what a command prints', /\$\(/],
  // Whoever builds from the sources has cmd or PowerShell 7, which know it, too.
  ['&& and ||', /(?<!^npm ci )&&|\|\|/m],
  ['work in the background', /&$/m],
  ['a list without quotes', /(?<!["'][^"'\n]*)\w,\w/],
  ['a name that ends at a colon', /\$[A-Za-z_]\w*:/],
  [
    'a program that Windows does not have',
    /(^|[|;] *)(\. |sh |grep|jq|sed|awk|sort|test|\[|case|kill|chmod|curl)/m,
  ],
];

interface Block {
  readonly path: string;
  readonly line: number;
  readonly code: string;
  readonly isFollowed: boolean;
}

const guides = (await pages()).filter(
  ({ path }) =>
    !path.startsWith('recipes/') && !FOR_CONTRIBUTORS.some((name) => path.includes(name)),
);
const shown = guides.flatMap(shellBlocks);

/** Blocks of a shell, and whether PowerShell's own follows; what a program prints (`$ …`) is none. */
function shellBlocks({ path, text }: Page): Block[] {
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```\n(?=(\n```powershell\n)?)/gms)]
    .filter(([, language = '', code = '']) => /^(sh)?$/.test(language) && !/^\$ /m.test(code))
    .map(({ 2: code = '', 3: next, index }) => ({
      ...{ path, code: code.split('\n').map(withoutComment).join('\n') },
      line: text.slice(0, index).split('\n').length,
      isFollowed: next !== undefined,
    }));
}

function onlySh(code: string): string[] {
  return ELSEWHERE.test(code)
    ? []
    : ONLY_SH.filter(([, what]) => what.test(code)).map(([why]) => why);
}

describe('the examples of the guides', () => {
  it('are many', () => {
    expect(shown.length).toBeGreaterThan(60);
    expect(shown.filter(({ isFollowed }) => isFollowed).length).toBeGreaterThan(20);
  });

  it.each(shown.map((block) => [`${block.path}:${block.line}`, block] as const))(
    '%s: PowerShell can run it, or has its own',
    (_, { code, isFollowed }) => {
      expect(isFollowed ? [] : onlySh(code)).toEqual([]);
    },
  );

  it.each(shown.map((block) => [`${block.path}:${block.line}`, block] as const))(
    '%s: nothing is doubled that runs in both',
    (_, { code, isFollowed }) => {
      expect(isFollowed && onlySh(code).length === 0).toBe(false);
    },
  );
});

/** What neither Windows PowerShell 5.1 nor 7 may meet: operators of 7 alone, and words of sh. */
const NOT_IN_5: readonly (readonly [why: string, what: RegExp])[] = [
  ['&& and ||', /&&|\|\|/],
  ['?? and ?:', /\?\?|\? .* : /],
  ['input from a file', /(^|[^'"\w])< /],
  ['export', /^export /m],
  ['a list without quotes for confere', /^confere .*(?<!["'][^"'\n]*)\w,\w/m],
  ['curl and wget, which are other commands in 5.1', /^(curl|wget) /m],
];

describe("PowerShell's own blocks", () => {
  const own = guides.flatMap(({ path, text }) =>
    [...text.matchAll(/^```powershell\n(.*?)^```$/gms)].map(
      ([, code = ''], n) => [`${path} ${n + 1}`, code] as const,
    ),
  );

  it.each(own)('%s is for 5.1 and 7', (_, code) => {
    // What cmd runs is between quotes.
    const lines = code.replaceAll(/cmd \/c "[^"]*"/g, 'cmd');
    expect(NOT_IN_5.filter(([, what]) => what.test(lines)).map(([why]) => why)).toEqual([]);
    expect(lines).not.toMatch(/^confere .*[^-]> /m);
  });
});

describe('the rule about examples', () => {
  it.each([
    'export A=1',
    'A=1 confere quota',
    'confere cpf - < a.txt',
    'id=$(confere bulk submit a.csv)',
    'a && b',
    'confere bulk run a.csv \\',
    'confere cnpj 1 --fields uf,cep',
    'confere check 1 > a.txt',
    'confere quota --json | jq .plan',
    '. ./env.sh',
  ])('finds %s', (code) => {
    expect(onlySh(code)).not.toEqual([]);
  });

  it.each([
    'confere cnpj 12.ABC.345/01DE-35 --fields "uf,cep"',
    'confere bulk resolve 7k2m --adopt <jobId>',
    "confere sandbox --fault 'POST /cpf/bulk=503:2' '*=slow:200'",
    'docker run -v "${PWD}:/work" confere',
    'confere bulk run "janeiro, fevereiro.csv"',
  ])('takes %s', (code) => {
    expect(onlySh(code)).toEqual([]);
  });
});
