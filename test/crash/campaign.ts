import { randomScenario, type Scenario } from './scenario.js';
import { survive } from './survive.js';
import { BASES, SIDES, systematicScenario } from './systematic.js';

export interface CampaignOptions {
  readonly seed: string;
  /** Epoch ms after which no new scenario starts. */
  readonly end: number;
  /** The number of scenarios that run at the same time. */
  readonly abreast: number;
  /** Skips the kills at every change of state. */
  readonly onlyRandom: boolean;
  readonly say: (line: string) => void;
}

/** The scenario with this name, which a report printed. */
export function scenarioOf(name: string): Scenario {
  const isSystematic = BASES.some((base) => name.startsWith(`${base} `));
  return isSystematic ? systematicScenario(name) : randomScenario(name);
}

/** Kills at every change of state, then at random until the end. Returns the number of failures. */
export async function campaign(options: CampaignOptions): Promise<number> {
  const { seed, end, abreast, say } = options;
  let [failures, lived] = [0, 0];
  const live = async (name: string): Promise<boolean> => {
    const { trouble, trail, wasKilled } = await survive(scenarioOf(name));
    lived += 1;
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
  say(`seed ${seed}: ${failures} of ${lived} scenarios not survived`);
  return failures;
}

/** A user repeats the same command this often before giving up. */
function shortened(trail: readonly string[]): string[] {
  return trail.filter((line, at) => line !== trail[at - 1]);
}

/** Scenario names; `#` is the number of the change of state. */
function systematicChains(): string[] {
  // Durable changes first. A kill inside a transaction should leave the state before it.
  return ['', ' every'].flatMap((every) =>
    BASES.flatMap((base) => SIDES.map((side) => `${base} #:${side}${every}`)),
  );
}

/** Runs the scenario with this name and prints every command. */
export async function repeat(name: string, say: CampaignOptions['say']): Promise<number> {
  const { trail, trouble } = await survive(scenarioOf(name));
  say(`${JSON.stringify(scenarioOf(name))}\n${trail.join('\n')}\n${trouble ?? 'survived'}`);
  return trouble === undefined ? 0 : 1;
}
