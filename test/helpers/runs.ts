/** How often a property is tried: all of it, but in the quick tier (`scripts/test.js` says so) a quarter. */
export function runs(all: number): number {
  return process.env['CONFERE_TEST_TIER'] === 'quick' ? Math.ceil(all / 4) : all;
}
