// npm run windows: tries the built command with Windows' Node (an npm package) under wine 8 or newer, and lists what passed, what failed, and
// what could not be said. It exits with 1 if something failed. CONFERE_WINDOWS_NODE is another node.exe to try; where wine lacks
// bcryptprimitives.dll, as Node 24 needs it, a stub of it goes into a folder of WINEPATH.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { nodeOf } from '../executables/nodes.js';
import { isReachable } from '../matrix/try-package.js';
import { createWine, Unsaid } from './wine.js';
import { trials } from './trials.js';

const OLDEST = 8;
/** The newest Node that starts under wine 8: V8 of later ones reserves memory in a way that it does not know. */
const NODE = '22.23.3';
/** A program of the machine, not part of a package. */
const WINE = 'wine';

const node = process.env.CONFERE_WINDOWS_NODE;
// The command refuses variables that it does not know.
delete process.env.CONFERE_WINDOWS_NODE;
const missing = whatIsMissing();
if (missing === undefined) await tryAll(node ?? nodeOf('win-x64', NODE));
else console.log(`SKIPPED: ${missing}`);

/** Undefined where a wine that can run Node is in PATH. */
function whatIsMissing() {
  const { failed, stdout } = execaSync(WINE, ['--version'], { reject: false });
  if (failed) return `wine is not in PATH (${OLDEST} or newer)`;
  const [, major] = /^wine-(\d+)/.exec(stdout) ?? [];
  if (!(Number(major) >= OLDEST)) return `${stdout} is too old (${OLDEST} or newer)`;
  return node !== undefined || isReachable() ? undefined : 'the npm registry does not answer';
}

async function tryAll(windowsNode) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-windows-'));
  const prefix = fileURLToPath(new URL('../../node_modules/.cache/windows/', import.meta.url));
  mkdirSync(prefix, { recursive: true });
  const told = [];
  try {
    for (const trial of trials) {
      const outcome = await outcomeOf(trial, { node: windowsNode, prefix, folder, told });
      told.push(outcome);
      console.log(`${outcome.word.padEnd(20)}${trial.name}${outcome.why}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  const count = (word) => told.filter((one) => one.word === word).length;
  console.log(
    `${count('passed')} passed, ${count('failed')} failed, ${count('could not be said')} could not be said`,
  );
  process.exitCode = count('failed') > 0 ? 1 : 0;
}

/** Each trial has a folder of its own. Without the first, which starts Node, none of the others says anything. */
async function outcomeOf({ name, seconds, attempt }, { node, prefix, folder, told }) {
  if (told.length > 0 && told[0].word !== 'passed')
    return { word: 'could not be said', why: ': Node does not start' };
  const own = mkdtempSync(join(folder, `${name.replaceAll(/\W+/g, '-')}-`));
  const wine = createWine({ node, prefix, folder: own, seconds });
  try {
    await attempt(wine);
    return { word: 'passed', why: '' };
  } catch (error) {
    const word = error instanceof Unsaid ? 'could not be said' : 'failed';
    return { word, why: `: ${error.message.replaceAll(/\s+/g, ' ').trim()}` };
  } finally {
    await wine.end();
  }
}
