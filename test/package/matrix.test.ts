import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, it } from 'vitest';

const MATRIX = fileURLToPath(new URL('../../scripts/matrix/index.js', import.meta.url));
/** Another version than the one that runs this test; `npm run matrix` tests all of them. */
const OTHER = process.versions.node.startsWith('22.') ? '24' : '22';
const NO_REGISTRY = 3;

async function matrix(...rows: readonly string[]) {
  const { stdout, exitCode } = await execa(process.execPath, [MATRIX, ...rows, '--keep'], {
    stdin: 'ignore',
    stderr: 'inherit',
    reject: false,
    stripFinalNewline: false,
  });
  return { stdout, code: exitCode };
}

describe('the package', () => {
  it(`works on Node ${OTHER}, installed globally from its archive, and npm 12 finds no script to block`, async (context) => {
    const { stdout, code } = await matrix(OTHER, 'npm@12');
    if (code === NO_REGISTRY) {
      process.stderr.write(`SKIPPED: the package on Node ${OTHER}. ${stdout}`);
      context.skip();
    }
    context.expect(stdout).toMatch(/confere@[\d.]+: \d+ files, \d+ kB packed/);
    context
      .expect(stdout)
      .toMatch(new RegExp(`^v${OTHER}\\..*: cpf found, batch complete, 3 identifiers$`, 'm'));
    context.expect(stdout).toMatch(/^npm@12 \(12\..*\): cpf found$/m);
    context.expect(code).toBe(0);
  }, 200_000);
});
