import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { createRandom } from '../crash/random.js';
import { ramDisk } from '../helpers/files/ram-disk.js';
import { explore, failureOf, type Finding } from './engine/explore.js';
import { properties } from './properties.js';
import { targets } from './targets/index.js';

export interface Campaign {
  /** Each target and each property gets the same share of it. */
  readonly minutes: number;
  readonly seed: number;
  /** Only targets and properties whose name contains this. */
  readonly only: string;
  /** The folder for the smallest inputs of findings. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/** One target or property: runs for this many milliseconds, prints its figures, and returns what it found. */
type Run = (ms: number, campaign: Campaign) => Promise<number>;

/** Runs all targets and properties, one after the other. Returns the number of findings. */
export async function runCampaign(campaign: Campaign): Promise<number> {
  Object.assign(process.env, ramDisk());
  const runs = new Map<string, Run>([
    ...targets.map((target): [string, Run] => [target.name, runOf(target)]),
    ...Object.keys(properties).map((name): [string, Run] => [
      `property ${name}`,
      propertyRun(name),
    ]),
  ]);
  const chosen = [...runs].filter(([name]) => name.includes(campaign.only));
  const share = (campaign.minutes * 60_000) / chosen.length;
  campaign.print(
    `seed ${campaign.seed}, ${Math.round(share / 1000)} s for each of ${chosen.length}`,
  );
  let findings = 0;
  for (const [, run] of chosen) findings += await run(share, campaign);
  campaign.print(findings === 0 ? 'Nothing was found.' : `${findings} found.`);
  return findings;
}

/** Runs one target on one input; true if nothing breaks. */
export async function replay(
  name: string,
  input: Buffer,
  print: Campaign['print'],
): Promise<boolean> {
  const target = targets.find((each) => each.name.includes(name));
  if (target === undefined) throw new Error(`No target has ${name} in its name.`);
  const what = await failureOf(target, input);
  print(what ?? 'It holds.');
  return what === undefined;
}

function runOf(target: (typeof targets)[number]): Run {
  return async (ms, { seed, folder, print }) => {
    const begun = Date.now();
    const isOver = () => Date.now() - begun > ms;
    const random = createRandom(`${seed} ${target.name}`);
    const { inputs, kept, branches, slowest, findings } = await explore(target, random, isOver);
    const rate = rateOf(inputs, begun);
    const more = `${kept} with new branches, ${branches} branches, slowest ${Math.round(slowest)} ms`;
    print(`${target.name}: ${inputs} inputs, ${rate} a second, ${more}, ${findings.length} found`);
    for (const finding of findings) print(told(target.name, finding, folder));
    return findings.length;
  };
}

function propertyRun(name: string): Run {
  return async (ms, { seed, print }) => {
    const property = properties[name];
    if (property === undefined) return 0;
    const begun = Date.now();
    const limits = { seed, numRuns: 1e9, interruptAfterTimeLimit: ms };
    const details = await fc.check(property as fc.IAsyncProperty<unknown>, limits);
    const rate = rateOf(details.numRuns, begun);
    const failed = details.counterexample === null ? 0 : 1;
    print(`property ${name}: ${details.numRuns} files, ${rate} a second, ${failed} found`);
    if (failed === 1)
      print(`${String(details.errorInstance)}\n${fc.defaultReportMessage(details) ?? ''}`);
    return failed;
  };
}

const rateOf = (inputs: number, begun: number) =>
  Math.round(inputs / Math.max(0.001, (Date.now() - begun) / 1000));

function told(name: string, { what, input }: Finding, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(' ', '-')}-${crc32(input).toString(16)}`);
  writeFileSync(file, input);
  const shown = JSON.stringify(input.toString('latin1').slice(0, 300));
  return `  ${what}\n  smallest input, ${input.length} bytes: ${shown}\n  npm run fuzz -- --only '${name}' --input ${file}`;
}
