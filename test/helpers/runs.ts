/** Whether this is `npm test`, as `scripts/test.js` says, and not the full tier or a test by itself. */
export const isQuick = process.env['CONFERE_TEST_TIER'] === 'quick';

/** How often a property is tried: all of it, but in the quick tier an eighth. */
export function runs(all: number): number {
  return isQuick ? Math.ceil(all / 8) : all;
}

/** The rows of a table whose every row takes long: all of them, but in the quick tier the first. */
export function some<Row>(rows: readonly Row[], first = 1): readonly Row[] {
  return isQuick ? rows.slice(0, first) : rows;
}
