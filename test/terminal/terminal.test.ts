import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makePrintable } from '../../src/base/foreign-text.js';
import { isLive } from '../../src/terminal/live.js';
import { formatLocalTime } from '../../src/terminal/streams.js';
import { chooseStyle, type ColorWish } from '../../src/terminal/style.js';
import { formatTable, type Column } from '../../src/terminal/table.js';
import {
  measureWidth,
  padTo,
  wrapCuttingWords,
  wrapKeepingCommands,
} from '../../src/terminal/text.js';
import { look } from '../commands/lookup/looks.js';
import { expectWays } from '../helpers/cases.js';

interface Stream {
  readonly isTTY: boolean;
  readonly env?: Record<string, string>;
  readonly color?: ColorWish;
}

const CASES: Readonly<Record<string, (value: never) => unknown>> = {
  color: ({ isTTY, env = {}, color = 'auto' }: Stream) =>
    chooseStyle({ isTTY, columns: 80 }, { env }, { color }).paint.red('x') !== 'x',
  columns: (columns: number) =>
    chooseStyle({ isTTY: true, columns }, { env: {} }, { color: 'auto' }).columns,
  live: (columns: number) => {
    const stderr = { isTTY: true, cursorTo: () => true, write: () => true, columns } as never;
    return isLive({ stderr, env: {} }, { progress: true, color: 'auto' });
  },
  width: (text: string) => [measureWidth(text), measureWidth(padTo(text, 12))],
  wrap: ([width, text]: [number, string]) => wrapCuttingWords(text, width),
  around: ([width, text]: [number, string]) => wrapKeepingCommands(text, width),
  zone: (zone: string) => {
    vi.stubEnv('TZ', zone);
    return formatLocalTime(Date.UTC(2026, 10, 22, 10, 13, 9));
  },
};

afterEach(() => vi.unstubAllEnvs());

it('colours, widths, line breaks and times are as styles.txt says', async () => {
  await expectWays(new URL('styles.txt', import.meta.url), CASES);
});

it('wrapped lines keep within the width, and every character', () => {
  const words = fc.array(fc.stringMatching(/^[a-zç株]{1,12}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 30 }), (list, width) => {
      const lines = wrapCuttingWords(list.join(' '), width);
      expect(lines.every((line) => measureWidth(line) <= width)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(list.join(''));
    }),
  );
});

it('a text to print has no control character of Unicode, and none that cannot be seen', () => {
  for (let code = 0; code < 0x10000; code += 1) {
    const character = String.fromCharCode(code);
    const isControl = /[\p{Cc}\u2028\u2029]/u.test(character);
    const isInvisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u.test(character);
    const shown = isControl ? ' ' : isInvisible ? '' : character;
    if (makePrintable(`a${character}b`) !== `a${shown}b`)
      expect.unreachable(`U+${code.toString(16)}`);
  }
});

const COLUMNS: readonly Column[] = [
  { title: 'batch' },
  { title: 'kind' },
  { title: 'rows', isNumber: true },
  { title: 'file', cut: 'end' },
];
const ROWS = [
  ['7k2mzz', 'cpf', '12,000', 'clientes-de-são-paulo-2026.csv'],
  ['9a1bcc', 'cnpj', '7', 'x\ny.csv'],
];

describe('a table of rows', () => {
  it('is whole outside a terminal, cut where a terminal is narrow, and becomes cards where that is not enough', async () => {
    const shown = [look(20), ...[40, 31, 20].map((columns) => look(columns, true))];
    const texts = shown.map((one) => formatTable(COLUMNS, ROWS, one));
    const untitled = [{ title: '' }, { title: '', isNumber: true }];
    texts.push(
      formatTable(
        untitled,
        [
          ['c', '22'],
          ['d', '1'],
        ],
        look(80),
      ),
    );
    await expect(texts.join('\n---\n').replaceAll('\u001b', '␛')).toMatchFileSnapshot(
      'golden/rows.txt',
    );
  });

  it('fits each width, whatever the cells are', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '株', ' ', '7') });
    const rows = fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 60 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 36, max: 120 }), (table, columns) => {
        const short = table.map(([a, b, c, d]) => [a.slice(0, 3), b.slice(0, 3), c.slice(0, 3), d]);
        const lines = formatTable(COLUMNS, short, look(columns, true)).split('\n');
        // eslint-disable-next-line no-control-regex
        const shown = lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''));
        expect(Math.max(...shown.map(measureWidth))).toBeLessThanOrEqual(columns);
        expect(shown.length).toBe(table.length + 2);
      }),
    );
  });
});
