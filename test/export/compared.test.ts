import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cpfs, testWorld } from '../batch/support.js';
import { runs } from '../helpers/runs.js';

const IDS = cpfs(4);
const NAMES = ['Ana Maria Souza', 'ANA SOUZA', 'José da Silva Filho', ''];

/** Cells that a CSV may have in a column of names. */
const cell = fc.oneof(
  fc.constantFrom(...NAMES, 'ana m. souza', '  Bia ', '"Ana ""M"" Souza"', '=1+1', "'x"),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\s",;\ufeff]/gu, ' ')),
);

it.each([{ excel: true }, { format: 'tsv', labels: 'pt-BR' as const }])(
  '--compare adds columns at the end and changes no other byte: %j',
  async (shape) => {
    const world = await testWorld({
      record: (id) => ({ name: NAMES[IDS.indexOf(id)], birthDate: '03/04/1980' }),
    });
    const extension = 'format' in shape ? shape.format : 'csv';
    let file = 0;
    const lines = async (input: string, compare?: Readonly<Record<string, string>>) => {
      const path = await world.file(input, `in${file}.csv`);
      const { batch } = await world.run(path);
      const target = join(world.folder, `out${(file += 1)}.${extension}`);
      const bytes = await world.exported(batch, { ...shape, compare, target, overwrite: true });
      return bytes.toString().split(/\r?\n/);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 4, maxLength: 4 }), async (cells) => {
        const rows = cells.map((text, at) => `${IDS[at] ?? ''};${text};`);
        const input = `CPF;Cliente;Obs\n${rows.join('\n')}\n`;
        const without = await lines(input);
        const compared = await lines(input, { name: 'Cliente', birthDate: 'Obs' });
        expect(compared).toHaveLength(without.length);
        for (const [at, line] of without.entries()) {
          expect(compared[at]?.startsWith(line)).toBe(true);
          if (at === 0 || line === '') continue;
          const added = compared[at]?.slice(line.length);
          expect(added).toMatch(/^[;\t](equal|similar|different|Igual|Parecido|Diferente|)[;\t]$/);
        }
      }),
      { numRuns: runs(15) },
    );
  },
);
