import { describe, expect, it } from 'vitest';
import { blocks, pages, withoutComment, type Page } from '../helpers/markdown.js';

/** What only other systems than Windows have. */
const ELSEWHERE = /^\d+ [\d*]+ \* \* |^#!\/bin\/sh|^sh recipes\//m;

/** What sh reads and PowerShell, 5.1 or 7, reads in another way or not at all. */
const ONLY_SH: readonly (readonly [why: string, what: RegExp])[] = [
  ['export and unset', /^(export|unset) /m],
  ['a variable before a command, or one that is set', /^[A-Za-z_]\w*=/m],
  ['a line that goes on', /\\$/m],
  ['input from a file', /<[ (]/],
  ['output to a file, which PowerShell writes as UTF-16', /(^|\s)2?>>? ?\w/m],
  ['what a command prints', /\$\(/],
  ['&& and ||', /&&|\|\|/m],
  ['work in the background', /&$/m],
  ['a list without quotes', /(?<!["'][^"'\n]*)\w,\w/],
  ['a name that ends at a colon', /\$[A-Za-z_]\w*:/],
  [
    'a program that Windows does not have',
    /(^|[|;] *)(\. |sh |grep|jq|sed|awk|sort|test|\[|case|kill|chmod|curl)/m,
  ],
];

const every = await pages();
const guides = every.filter(
  ({ path }) => /^README|^docs\//.test(path) && !path.includes('architecture'),
);

/** What programs print (`$ …`) is none. */
const shellBlocks = (page: Page) =>
  ['sh', '']
    .flatMap((language) => blocks(page, language))
    .filter((code) => !/^\$ /m.test(code))
    .map((code) => code.split('\n').map(withoutComment).join('\n'));

function onlySh(code: string): string[] {
  return ELSEWHERE.test(code)
    ? []
    : ONLY_SH.filter(([, what]) => what.test(code)).map(([why]) => why);
}

describe('the guide to Windows', () => {
  // A server in the background is for those who write scripts of sh.
  const known = new Set(['work in the background']);
  for (const page of every.filter(({ path }) => path === 'docs/windows.md'))
    for (const why of shellBlocks(page).flatMap(onlySh)) known.add(why);

  it.each(guides.map((page) => [page.path, page] as const))(
    'shows in PowerShell whatever %s writes for sh alone',
    (_, page) => {
      expect(shellBlocks(page).flatMap(onlySh)).toSatisfy((all: string[]) =>
        all.every((why) => known.has(why)),
      );
    },
  );

  it('alone has blocks for PowerShell, each after the lines of sh that it stands for', () => {
    for (const { path, text } of guides) {
      const own = [...text.matchAll(/^```powershell\n/gm)].length;
      const paired = [...text.matchAll(/^```sh\n[^`]*^```\n\n```powershell\n/gm)].length;
      expect({ path, own }).toEqual({ path, own: path.endsWith('/windows.md') ? paired : 0 });
    }
  });
});
