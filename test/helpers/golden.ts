import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * Runs each row as a test, and compares the text that it plays with its section of `test/<file>`. `npx vitest run <file> -u`
 * writes the golden file anew, whole.
 */
export function goldenTable<Row extends readonly [title: string, ...rest: readonly unknown[]]>(
  name: string,
  file: string,
  rows: readonly Row[],
  play: (row: Row) => Promise<string>,
): void {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const wanted = sectionsOf(existsSync(path) ? readFileSync(path, 'utf8') : '');
  const played = new Map<string, string>();
  describe(name, () => {
    for (const row of rows)
      it(row[0], async () => {
        const [title] = row;
        const section = await play(row);
        played.set(title, section);
        const { snapshotState } = expect.getState();
        if (wanted.has(title) && snapshotState.snapshotUpdateState !== 'all')
          expect(section.trimEnd()).toBe(wanted.get(title)?.trimEnd());
      });

    it('its golden file has these rows and no others', async () => {
      expect([...played.keys()]).toEqual(rows.map(([title]) => title));
      const sections = Array.from(played, ([title, section]) => `# ${title}\n${section}`);
      await expect(`${sections.join('').trimEnd()}\n`).toMatchFileSnapshot(path);
    });
  });
}

function sectionsOf(golden: string): Map<string, string> {
  const sections = golden.split(/^# /m).slice(1);
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end + 1)];
    }),
  );
}
