import fc from 'fast-check';

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

/** Any character, also half of one: fast-check takes a second to make its own unit of all of them. */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10_ffff))
  .map((code) => String.fromCodePoint(code));
