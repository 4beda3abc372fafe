// npm run test:nodes [-- 24 26]: runs the demo and `npm test` on the newest release of these major versions of Node,
// from the npm registry, with Node's own SQLite among the engines of the ledger. A Node that is not available, or does
// not start, is named at the end with the reason; with --required that is an error.
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { execa, execaSync } from 'execa';
import { findNewestNode, installNode, ownPlatform } from './executables/nodes.js';

const NODES = ['24', '26'];
/** Libraries that a stock system may lack, and Debian's names of their packages. */
const PACKAGES = { 'libatomic.so.1': 'libatomic1' };

const { values, positionals } = parseArgs({
  options: { required: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const outcomes = [];
for (const major of positionals.length > 0 ? positionals : NODES)
  outcomes.push(await tryNode(major));
console.log(`\n${outcomes.join('\n')}`);

async function tryNode(major) {
  const { node, version, why } = findNode(major);
  if (node === undefined) {
    if (values.required) process.exitCode = 1;
    return `NOT TRIED: Node ${version ?? major}: ${why}`;
  }
  if (`v${version}` === process.version) return `Node ${version} runs this; npm test tries it`;
  console.log(`\n=== Node ${version}`);
  const startedAt = Date.now();
  const failed = await findFailure(node);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (failed === undefined) return `Node ${version}: passed, ${seconds} s`;
  process.exitCode = 1;
  return `FAILED: Node ${version}: ${failed}, ${seconds} s`;
}

/** Installs the newest release of a major version and starts it. Without `node` in the result, `why` says why not. */
function findNode(major) {
  let version;
  try {
    version = findNewestNode(major);
    const node = installNode(ownPlatform, version);
    execaSync(node, ['--version']);
    return { node, version };
  } catch (error) {
    const messages = (error.stderr ?? '').split('\n').filter((line) => /^(?!npm warn)./.test(line));
    const library = /(\S+\.so[.\d]*): cannot open/.exec(messages[0])?.[1];
    if (library === undefined) return { version, why: messages[0] ?? error.message };
    const debian = PACKAGES[library] && ` (Debian: apt-get install ${PACKAGES[library]})`;
    return { version, why: `this system lacks ${library}${debian ?? ''}` };
  }
}

/** Runs demo and tests; returns the name of the one that failed. The demo also fails if Node prints a warning. */
async function findFailure(node) {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const options = { env: { PATH: path, CONFERE_TEST_SQLITE: 'node' }, reject: false };
  const streams = { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' };
  const demo = await execa(node, ['scripts/demo.js'], { ...options, ...streams });
  if (demo.failed || /warning/i.test(demo.stderr)) {
    console.log(demo.stderr);
    return 'npm run demo';
  }
  const tests = await execa(node, ['scripts/test.js'], { ...options, stdio: 'inherit' });
  return tests.failed ? 'npm test' : undefined;
}
