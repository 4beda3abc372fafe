import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '../../helpers/with-service.js';

const FOLDER = fileURLToPath(new URL('../../../../shared/real-inputs/', import.meta.url));
/** Read as Latin-1 to keep every byte, because a real list may not be UTF-8. */
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split(/\r?\n/);

for (const [name, wanted] of [
  ['companhias-abertas-cvm.csv', 2_475],
  ['operadoras-ans.csv', 1_155],
] as const) {
  const path = `${FOLDER}${name}`;
  const there = existsSync(path);
  describe.skipIf(!there)(`the real list ${name}${there ? '' : ' (missing)'}`, () => {
    it(
      'is exported with every row and every byte',
      { timeout: 60_000 },
      async ({ fresh: user }) => {
        const original = await readFile(path);
        const file = await user.file(name, original);
        const args = ['bulk', 'run', file, '--sandbox', '--json', '--allow-overage'];
        const { stdout } = await user.ends(0, [...args, '--interval', '100ms']);
        const summary = JSON.parse(stdout) as Record<string, number> & { output: string };
        const { rows = 0, invalid = 0, duplicates = 0, unique = 0 } = summary;
        expect(summary).toMatchObject({ state: 'complete', kind: 'cnpj', pending: 0 });
        expect(rows).toBe(invalid + duplicates + unique);
        expect({ unique, invalid }).toEqual({ unique: wanted, invalid: 0 });

        const output = linesOf(await readFile(summary.output));
        const inputLines = linesOf(original);
        // A list may have a title above its header; its rows end at the end of the file.
        const first = inputLines.findIndex((line) => output[0]?.startsWith(line) && line !== '');
        const kept = inputLines.slice(first).filter((line) => line !== '');
        const written = output.filter((line) => line !== '');
        expect(written).toHaveLength(kept.length);
        expect(rows).toBe(kept.length - 1);
        expect(written.filter((line, index) => !line.startsWith(kept[index] ?? '\0'))).toEqual([]);
      },
    );
  });
}
