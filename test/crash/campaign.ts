import { randomScenario, type Scenario } from './scenario.js';
import { survive } from './survive.js';
import { BASES, SIDES, systematicScenario } from './systematic.js';
import { addTally, newTally, tallyText } from './tally.js';

export interface CampaignOptions {
  readonly seed: string;
  /** Epoch ms after which no scenario begins. */
  readonly end: number;
  /** Scenarios at once. */
  readonly abreast: number;
  /** Leaves out the kills at every change of state. */
  readonly onlyRandom: boolean;
  readonly say: (line: string) => void;
}

/** The scenario of a name that a report printed. */
export function scenarioOf(name: string): Scenario {
  const isSystematic = BASES.some((base) => name.startsWith(`${base} `));
  return isSystematic ? systematicScenario(name) : randomScenario(name);
}

/** Kills at every change of state, and at random until the end; returns how many were not survived. */
export async function campaign(options: CampaignOptions): Promise<number> {
  const { seed, end, abreast, say } = options;
  const total = newTally();
  let failures = 0;
  const live = async (name: string): Promise<boolean> => {
    const { tally, trouble, trail, wasKilled } = await survive(scenarioOf(name));
    addTally(total, tally);
    if (trouble === undefined) return wasKilled;
    failures += 1;
    say(
      `NOT SURVIVED: --seed ${seed} --only '${name}'\n${trouble}\n  ${shortened(trail).join('\n  ')}`,
    );
    return wasKilled;
  };
  const isOver = () => Date.now() >= end;
  const chains = options.onlyRandom ? [] : systematicChains();
  let drawn = 0;
  const randomly = async (): Promise<void> => {
    while (!isOver()) await live(`${seed}/${(drawn += 1)}`);
  };
  const systematically = async (): Promise<void> => {
    for (let chain = chains.shift(); chain !== undefined; chain = chains.shift()) {
      for (let n = 1; !isOver() && (await live(chain.replace('#', String(n)))); n += 1);
    }
    await randomly();
  };
  await Promise.all([randomly(), ...Array.from({ length: abreast - 1 }, systematically)]);
  say(`seed ${seed}: ${failures} scenarios not survived\n${tallyText(total)}`);
  return failures;
}

/** A stubborn user does the same for a long time before they give up. */
function shortened(trail: readonly string[]): string[] {
  return trail.filter((line, at) => line !== trail[at - 1]);
}

/** Names with `#` for the number of the change of state. */
function systematicChains(): string[] {
  // What lasts first; a kill inside a transaction should leave what the one before it left.
  return ['', ' every'].flatMap((every) =>
    BASES.flatMap((base) => SIDES.map((side) => `${base} #:${side}${every}`)),
  );
}

/** Lives through the one scenario of this name and tells every command of it. */
export async function repeat(name: string, say: CampaignOptions['say']): Promise<number> {
  const { trail, trouble, tally } = await survive(scenarioOf(name));
  say(
    `${JSON.stringify(scenarioOf(name))}\n${trail.join('\n')}\n${trouble ?? 'survived'}\n${tallyText(tally)}`,
  );
  return trouble === undefined ? 0 : 1;
}
