// npm run test:nodes [-- 24 26]: the demo and `npm test` on the newest of each of these Nodes, from the npm registry, with
// Node's own SQLite among the engines of the ledger. A Node that cannot be had, or does not start, is named at the end with
// the reason; with --required that is an error.
import { delimiter, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { execa, execaSync } from 'execa';
import { newestNode, nodeOf, ownPlatform } from './executables/nodes.js';

const NODES = ['24', '26'];
/** Libraries that a stock system may lack, and Debian's names of their packages. */
const PACKAGES = { 'libatomic.so.1': 'libatomic1' };

const { values, positionals } = parseArgs({
  options: { required: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const lines = [];
for (const major of positionals.length > 0 ? positionals : NODES) lines.push(await tryNode(major));
console.log(`\n${lines.join('\n')}`);

async function tryNode(major) {
  const { node, version, why } = findNode(major);
  if (node === undefined) {
    if (values.required) process.exitCode = 1;
    return `NOT TRIED: Node ${version ?? major}: ${why}`;
  }
  if (`v${version}` === process.version) return `Node ${version} runs this; npm test tries it`;
  console.log(`\n=== Node ${version}`);
  const since = Date.now();
  const failed = await findFailure(node);
  const seconds = Math.round((Date.now() - since) / 1000);
  if (failed === undefined) return `Node ${version}: passed, ${seconds} s`;
  process.exitCode = 1;
  return `FAILED: Node ${version}: ${failed}, ${seconds} s`;
}

/** The newest of a major version, once it has started; without `node`, `why` there is none. */
function findNode(major) {
  let version;
  try {
    version = newestNode(major);
    const node = nodeOf(ownPlatform, version);
    execaSync(node, ['--version']);
    return { node, version };
  } catch (error) {
    const told = (error.stderr ?? '').split('\n').filter((line) => /^(?!npm warn)./.test(line));
    const library = /(\S+\.so[.\d]*): cannot open/.exec(told[0])?.[1];
    if (library === undefined) return { version, why: told[0] ?? error.message };
    const debian = PACKAGES[library] && ` (Debian: apt-get install ${PACKAGES[library]})`;
    return { version, why: `this system lacks ${library}${debian ?? ''}` };
  }
}

/** What failed: the demo, which may print no warning of Node's, or the tests. */
async function findFailure(node) {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const options = { env: { PATH: path, CONFERE_TEST_SQLITE: 'node' }, reject: false };
  const shown = { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' };
  const demo = await execa(node, ['scripts/demo.js'], { ...options, ...shown });
  if (demo.failed || /warning/i.test(demo.stderr)) {
    console.log(demo.stderr);
    return 'npm run demo';
  }
  const tests = await execa(node, ['scripts/test.js'], { ...options, stdio: 'inherit' });
  return tests.failed ? 'npm test' : undefined;
}
