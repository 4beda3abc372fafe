// npm run windows: tries the built command with the Node for Windows (an npm package) under wine 8 or newer, and lists
// the trials that passed, that failed, and that could say neither. It exits with 1 if one failed. CONFERE_WINDOWS_NODE
// is another node.exe to try. Node 24 needs bcryptprimitives.dll; if wine lacks it, put a stub of it into a folder of
// WINEPATH.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { installNode } from '../executables/nodes.js';
import { isReachable } from '../matrix/try-package.js';
import { createWine, Inconclusive } from './wine.js';
import { trials } from './trials.js';

const OLDEST_WINE = 8;
/** The newest Node that starts under wine 8: later versions of V8 reserve memory in a way that wine does not know. */
const NODE = '22.23.3';
/** A program of the machine, not part of a package. */
const WINE = 'wine';

const node = process.env.CONFERE_WINDOWS_NODE;
// The command refuses variables that it does not know.
delete process.env.CONFERE_WINDOWS_NODE;
const missing = findMissing();
if (missing === undefined) await tryAll(node ?? installNode('win-x64', NODE));
else console.log(`SKIPPED: ${missing}`);

/** Returns what this machine lacks for the trials; undefined if wine and Node are there. */
function findMissing() {
  const { failed, stdout } = execaSync(WINE, ['--version'], { reject: false });
  if (failed) return `wine is not in PATH (${OLDEST_WINE} or newer)`;
  const [, major] = /^wine-(\d+)/.exec(stdout) ?? [];
  if (!(Number(major) >= OLDEST_WINE)) return `${stdout} is too old (${OLDEST_WINE} or newer)`;
  return node !== undefined || isReachable() ? undefined : 'the npm registry does not answer';
}

async function tryAll(windowsNode) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-windows-'));
  const prefix = fileURLToPath(new URL('../../node_modules/.cache/windows/', import.meta.url));
  mkdirSync(prefix, { recursive: true });
  const outcomes = [];
  try {
    for (const trial of trials) {
      const outcome = await runTrial(trial, { node: windowsNode, prefix, folder, outcomes });
      outcomes.push(outcome);
      console.log(`${outcome.word.padEnd(20)}${trial.name}${outcome.why}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  const count = (word) => outcomes.filter((outcome) => outcome.word === word).length;
  console.log(
    `${count('passed')} passed, ${count('failed')} failed, ${count('could not be said')} could not be said`,
  );
  process.exitCode = count('failed') > 0 ? 1 : 0;
}

/** Runs a trial in a new folder. If the first trial, which starts Node, did not pass, the others can say nothing. */
async function runTrial({ name, seconds, attempt }, { node, prefix, folder, outcomes }) {
  if (outcomes.length > 0 && outcomes[0].word !== 'passed')
    return { word: 'could not be said', why: ': Node does not start' };
  const trialFolder = mkdtempSync(join(folder, `${name.replaceAll(/\W+/g, '-')}-`));
  const wine = createWine({ node, prefix, folder: trialFolder, seconds });
  try {
    await attempt(wine);
    return { word: 'passed', why: '' };
  } catch (error) {
    const word = error instanceof Inconclusive ? 'could not be said' : 'failed';
    return { word, why: `: ${error.message.replaceAll(/\s+/g, ' ').trim()}` };
  } finally {
    await wine.end();
  }
}
