import { checkHonest } from '../check/meter.js';
import { checkScreen } from '../check/promises.js';
import type { Screen } from '../machine/command.js';
import { Violation } from '../machine/scheduler.js';
import type { Endpoint } from '../model/account.js';
import type { Variables, World } from '../world.js';
import { chooseGoals, limitedGoals, withoutLimit, type Goal } from './goals.js';
import {
  advices,
  advisedFlags,
  gist,
  isLeftToTheUser,
  isStoppedByPrice,
  type Advice,
} from './screen-reader.js';
import { abandonPrinted, adoptWrong, checkAdoption, decide, freshWord } from './word.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
/** Commands for one goal while things go wrong, and after that. */
const PATIENCE = 3;
const LONG_PATIENCE = 8;
const QUIET_PATIENCE = 160;

interface Step {
  readonly argv: readonly string[];
  readonly stdin: string;
  /** The goal is reached when this ends well. */
  readonly isLast?: boolean;
}

/** A person who knows nothing but the screen: follows it, repeats the command, or comes back a day later. */
export class User {
  readonly goals: readonly Goal[];
  #key = 'key-one';
  #variables: Variables = {};
  readonly #seen: string[] = [];
  readonly #reached = new Set<Goal>();

  constructor(
    readonly world: World,
    readonly number: number,
  ) {
    const [goals, limited] = [chooseGoals(world, number), limitedGoals(world, number)];
    // Limits are held against few commands as well as against many.
    const hasBoth = limited.length === 0 || world.random.chance(0.3);
    this.goals = hasBoth ? [...goals, ...limited] : limited;
    // Whoever asks for a real-time record gets one of their own.
    for (const { name, ids } of this.goals)
      if (name === 'real-time') world.words.askAnew(ids.map((id) => `realtime ${id}`));
  }

  async struggle(): Promise<void> {
    for (const goal of this.goals)
      if (await this.#pursue(goal, this.#patienceFor(goal))) this.#reached.add(goal);
  }

  #patienceFor({ name }: Goal): number {
    const { kinds, random } = this.world;
    // What one lookup leaves open is what a file with the same identifiers meets.
    if (name === 'lookups' && random.chance(0.5)) return 1;
    // Who waits for a machine that stands still tries until its lease has ended.
    return kinds.has('freeze_wire') ? LONG_PATIENCE : PATIENCE;
  }

  /** Nothing goes wrong any more, and so each goal must be reached. */
  async finish(): Promise<void> {
    for (const goal of this.goals) {
      // The next night the same command runs once more.
      const isOnce = goal.name === 'real-time';
      if (this.#reached.has(goal) && (isOnce || this.world.random.chance(0.7))) continue;
      const wanted = this.world.kinds.has('limits') ? withoutLimit(goal) : goal;
      if (await this.#pursue(wanted, QUIET_PATIENCE)) continue;
      const last = this.#seen.slice(-3).join('\n');
      const what = `${goal.argv.join(' ')} is never done; the last screens:\n${last}`;
      throw new Violation('a way out', what);
    }
  }

  async #pursue(wanted: Goal, patience: number): Promise<boolean> {
    let goal = wanted;
    let step: Step = goal;
    let second: readonly string[] | undefined;
    for (let left = patience; left > 0; left -= 1) {
      const of = { stdin: step.stdin, variables: this.#variables };
      const screen = await this.world.run(step.argv, this.#key, of);
      this.#seen.push(gist(screen));
      checkScreen(screen);
      if (isStoppedByPrice(screen)) checkHonest(this.world, screen);
      const last = goal.then === undefined ? goal.argv : second;
      const isLast = step.argv === last || isHome(goal, screen) || step.isLast === true;
      if (isToldNow(goal, screen) || (isDone(screen) && isLast)) return true;
      checkAdoption(this.world, screen);
      if (screen.code === 0 && step.argv === goal.argv && goal.then !== undefined) {
        second = goal.then(screen);
        step = { argv: second, stdin: '' };
        continue;
      }
      goal = withAdvisedFlags(goal, screen);
      await this.#wait(screen);
      // What they decide then is about what is there then.
      step = this.#next(goal, step, screen, left < patience / 2);
    }
    return false;
  }

  /** `isTired`: after many attempts a user decides what the screen leaves to them. */
  #next(goal: Goal, step: Step, screen: Screen, isTired: boolean): Step {
    const { random } = this.world;
    if (screen.code === 4 || /API Key inativa/.test(screen.stderr))
      this.#key = this.world.newestKey;
    const wrong = adoptWrong(this.world, this.#key);
    if (wrong !== undefined) return { argv: wrong, stdin: '' };
    // The same decision once more is no new word.
    const isDecision = step.argv[1] === 'resolve';
    if (isDecision && screen.code !== 0 && screen.code !== 2 && random.chance(0.5)) return step;
    const fresh = isTired || random.chance(0.2) ? freshWord(this.world, goal, screen) : undefined;
    if (fresh !== undefined) return { argv: fresh, stdin: goal.stdin, isLast: true };
    const printed = advices(screen).map((advice) => withPrice(this.world, advice));
    if (isStoppedByPrice(screen) && (isTired || random.chance(0.7)))
      return this.#obey(goal, this.#answerToStop(printed));
    const told = printed.length > 0 ? printed : fromTheManual(screen);
    // Who is sure of a job is quick to say so, also where it is the wrong one.
    const isSure = this.world.kinds.has('adopts_wrong');
    const mayDecide = isTired || isSure || random.chance(0.6);
    const decisions = mayDecide ? told.filter(isLeftToTheUser) : [];
    const all = decisions.map((advice) => this.#decision(advice));
    const decided = all.filter((argv) => argv !== undefined);
    if ((isTired || isSure) && decided.length > 0) return { argv: random.pick(decided), stdin: '' };
    const choices = [...told.filter((advice) => !isLeftToTheUser(advice)), ...decided];
    const share = this.world.kinds.has('obedient') ? 0.95 : 0.6;
    return choices.length > 0 && random.chance(share)
      ? this.#obey(goal, random.pick(choices))
      : goal;
  }

  /** Somebody who believes the screen sets either; others know their plan, and that there is somebody else. */
  #answerToStop(printed: readonly Advice[]): Advice {
    const { world } = this;
    const settings = printed.filter(
      ([command, action]) => command === 'config' && action === 'set',
    );
    const isFirst = settings[0] !== undefined && world.random.chance(0.5);
    if (world.kinds.has('believes_prices'))
      return isFirst ? (settings[0] as Advice) : (settings.at(-1) ?? ['config', 'list']);
    const { prices } = world.settings(this.#variables);
    const { prices: dues } = world.service.account;
    const wrong = (Object.keys(dues) as Endpoint[]).filter((kind) => dues[kind] > prices[kind]);
    if (wrong.length === 0) return ['config', 'set', 'shared', 'true'];
    const kind = world.random.pick(wrong);
    return ['config', 'set', `cost-${kind}`, String(dues[kind])];
  }

  /** A pipeline has no profile: what it is told to set becomes a variable. */
  #obey(goal: Goal, advice: Advice): Step {
    const [command, action, name = '', value = ''] = advice;
    const isSetting = command === 'config' && action === 'set';
    if (!isSetting || !this.world.kinds.has('pipeline')) return { argv: advice, stdin: '' };
    const variable = `CONFERE_${name.toUpperCase().replaceAll('-', '_')}`;
    this.#variables = { ...this.#variables, [variable]: value };
    return goal;
  }

  #decision([, , batch = '', word, ...rest]: Advice): readonly string[] | undefined {
    if (word === '--adopt') return ['bulk', 'resolve', batch, word, ...rest];
    if (word === '--abandon') return abandonPrinted(this.world, batch, this.#key);
    return decide(this.world, batch, this.#key);
  }

  async #wait({ stderr }: Screen): Promise<void> {
    const { random, kinds, scheduler } = this.world;
    // What a new period hides shows only to those who come back after it began.
    const share = kinds.has('renewal') ? 0.4 : kinds.has('days_later') ? 0.2 : 0;
    const isDay = random.chance(share);
    const isPatient = /minute|later|credits/.test(stderr) && random.chance(0.5);
    const soon = isPatient ? random.int(60, 1_200) : random.int(0, 90);
    const ms = isDay ? 24 * HOUR : soon * SECOND;
    await new Promise<void>((resolve) => {
      scheduler.after(ms, 'the user comes back', resolve);
    });
  }
}

/** Users look up in their plan what a record costs, unless a price is printed and they believe it. */
function withPrice({ service, kinds }: World, advice: Advice): Advice {
  const [command, action, key = '', printed] = advice;
  if (command !== 'config' || action !== 'set' || !key.startsWith('cost-')) return advice;
  if (kinds.has('believes_prices') && Number(printed) > 0) return advice;
  return [command, action, key, String(service.account.prices[key.slice(5) as Endpoint])];
}

/** The nightly command with the options that the screen says to add. */
function withAdvisedFlags(goal: Goal, screen: Screen): Goal {
  const flags = advisedFlags(screen).filter((flag) => !goal.argv.includes(flag));
  const mayCost = goal.argv[1] === 'run' || goal.argv[1] === 'submit';
  // What a result lacks is no option of a submission.
  const wanted = mayCost && screen.argv[1] === goal.argv[1] ? flags : [];
  return wanted.length === 0 ? goal : { ...goal, argv: [...goal.argv, ...wanted] };
}

/** Whether a batch without an output of its own is complete, whatever command said so. */
function isHome({ file, output }: Goal, { stderr }: Screen): boolean {
  if (file === undefined || output !== undefined) return false;
  // The first line of the end names the file, the second the batch and its state.
  const lines = stderr.split('\n');
  return lines.some(
    (line, at) => line.slice(2).startsWith(`${file}: `) && lines[at + 1]?.endsWith(': complete'),
  );
}

/** Whoever reads a real-time answer has it, also when the command was interrupted afterwards. */
function isToldNow({ name }: Goal, { stdout }: Screen): boolean {
  return name === 'real-time' && /"status":"(found|not_found)"/.test(stdout);
}

/** Everything asked was answered, but for what the user gave up. */
function isDone({ code, stderr }: Screen): boolean {
  return (
    code === 0 || (code === 3 && /^(✓|Complete since) |abandoned without an answer/m.test(stderr))
  );
}

/** Where a screen names no next step, a user reads the manual. */
function fromTheManual({ code, stdout, stderr }: Screen): Advice[] {
  const batch = /\b(w\d{9,})\b/.exec(stderr + stdout)?.[1];
  if (batch === undefined) return [];
  if (code === 10 || code === 11)
    return [
      ['bulk', code === 10 ? 'watch' : 'resume', batch],
      ['bulk', 'resolve', batch],
    ];
  return code === 3 || code === 7 ? [['bulk', 'resume', batch]] : [];
}
