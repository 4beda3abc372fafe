import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createRandom } from './engine/random.js';
import { ramDisk } from '../helpers/files/ram-disk.js';
import { explore, failureOf, type Finding, type Target } from './engine/explore.js';
import { targets } from './targets/index.js';

export interface Campaign {
  /** Each target gets the same share of it. */
  readonly minutes: number;
  readonly seed: number;
  /** Only targets whose name contains this. */
  readonly only: string;
  /** The folder for the smallest inputs of findings. */
  readonly folder: string;
  readonly print: (line: string) => void;
}

/** Runs all targets, one after the other. Returns the number of findings. */
export async function runCampaign(campaign: Campaign): Promise<number> {
  Object.assign(process.env, ramDisk());
  const chosen = targets.filter(({ name }) => name.includes(campaign.only));
  const share = (campaign.minutes * 60_000) / chosen.length;
  campaign.print(
    `seed ${campaign.seed}, ${Math.round(share / 1000)} s for each of ${chosen.length}`,
  );
  let findings = 0;
  for (const target of chosen) findings += await run(target, share, campaign);
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

/** Runs one target for this many milliseconds, prints its figures, and returns how much it found. */
async function run(target: Target, ms: number, { seed, folder, print }: Campaign): Promise<number> {
  const begun = Date.now();
  const random = createRandom(`${seed} ${target.name}`);
  const explored = await explore(target, random, () => Date.now() - begun > ms);
  const { inputs, kept, branches, slowest, findings } = explored;
  const rate = Math.round(inputs / Math.max(0.001, (Date.now() - begun) / 1000));
  const more = `${kept} with new branches, ${branches} branches, slowest ${Math.round(slowest)} ms`;
  print(`${target.name}: ${inputs} inputs, ${rate} a second, ${more}, ${findings.length} found`);
  for (const finding of findings) print(told(target.name, finding, folder));
  return findings.length;
}

function told(name: string, { what, input }: Finding, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll(' ', '-')}-${crc32(input).toString(16)}`);
  writeFileSync(file, input);
  const shown = JSON.stringify(input.toString('latin1').slice(0, 300));
  return `  ${what}\n  smallest input, ${input.length} bytes: ${shown}\n  npm run fuzz -- --only '${name}' --input ${file}`;
}
