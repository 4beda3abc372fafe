import { Log, type Settings } from './check/log.js';
import { chooseKinds, type Kind } from './kinds.js';
import { Backup } from './machine/backup.js';
import { Disk } from './machine/disk.js';
import { runCommand, type Screen } from './machine/command.js';
import { Machines, SimProcess } from './machine/process.js';
import { Trouble } from './machine/trouble.js';
import { Scheduler } from './machine/scheduler.js';
import { Databases } from './machine/stand-ins/sqlite.js';
import { DEFAULTS, type Endpoint } from './model/account.js';
import { Network, type Passage } from './model/network.js';
import { Service } from './model/service.js';
import { Random } from './random.js';
import { Words } from './user/word.js';

const DAY = 86_400_000;

export type Variables = Readonly<Record<string, string>>;

interface StoredConfig {
  readonly profiles?: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
}

/** One simulated world: a machine with its processes, a service, and a clock, all from one seed. */
export class World {
  readonly random: Random;
  readonly log = new Log();
  readonly kinds: ReadonlySet<Kind>;
  readonly scheduler: Scheduler;
  readonly service: Service;
  readonly network: Network;
  readonly databases = new Databases();
  readonly disk = new Disk();
  readonly locks = new Map<string, number>();
  readonly processes = new Map<number, SimProcess>();
  readonly tally = { commands: 0, steps: 0, crashes: 0, faults: 0, words: 0 };
  /** Jobs of the service that a user tried to adopt in vain. */
  readonly refusedAdoptions = new Set<string>();
  /** Jobs of another program that a user took for the missing one. */
  readonly foreignJobs = new Set<string>();
  readonly story: string[] = [];
  /** From here on the service is healthy, and nothing crashes. */
  isQuiet = false;
  /** The key that the dashboard shows. */
  newestKey = 'key-one';
  /** Ms by which the clock of the database that machines share differs from the true time. */
  readonly databaseAhead: number;
  /** Who took its leases, by their numbers. */
  readonly leaseHolders = new Map<number, SimProcess>();
  readonly trouble: Trouble;
  readonly words = new Words(this);
  readonly backup = new Backup(this);
  #ids = 0;
  readonly #machines: Machines;

  constructor(
    readonly seed: number,
    readonly tellsStory: boolean,
  ) {
    this.random = new Random(seed);
    const { random } = this;
    this.kinds = chooseKinds(random);
    // Some worlds begin shortly before a month ends.
    const start = Date.UTC(2026, random.int(0, 11), random.pick([3, 15, 28])) + random.int(0, DAY);
    this.scheduler = new Scheduler(start, random);
    this.service = new Service(this);
    this.service.account.whenBegunAnew = () => {
      this.log.beginAnew();
    };
    this.log.isChancy = this.kinds.has('late_balance') || this.kinds.has('refund');
    this.network = new Network(random, this.kinds);
    this.databaseAhead = (seed % 7) * 10_000 - 30_000;
    this.service.keys.set('key-one', 'active');
    if (this.kinds.has('key_replaced'))
      this.scheduler.after(random.int(1, 3_600_000), 'a new key', () => {
        this.#replaceKey();
      });
    this.#machines = new Machines(seed, start, this.kinds);
    this.trouble = new Trouble(this);
    this.scheduler.isAlone = () => this.processes.size === 1;
    this.scheduler.reaper = (owner, label) =>
      owner instanceof SimProcess && this.trouble.dies(owner, `before ${label}`);
    this.disk.makeFolder('/files');
  }

  get now(): number {
    return this.scheduler.now;
  }

  get databaseNow(): number {
    return Math.floor(this.now) + this.databaseAhead;
  }

  newId(): string {
    return `w${String((this.#ids += 1)).padStart(4, '0')}${this.random.int(10_000, 99_999)}`;
  }

  /** Runs a command. `variables`: what its environment sets. */
  async run(
    argv: readonly string[],
    key: string,
    { stdin = '', variables = {} }: { stdin?: string; variables?: Variables } = {},
  ): Promise<Screen> {
    // Settings open no ledger, and what a backup lacks comes home with the next command that does.
    if (argv[0] !== 'config') this.backup.mayHappen();
    const id = (this.tally.commands += 1);
    const ahead = this.#clockError();
    const boot = this.#machines.next(this.now, this.processes.size === 0);
    const process = new SimProcess(id, this.scheduler, ahead, boot);
    this.processes.set(id, process);
    const [maxCredits, at] = [limitIn(argv), this.now];
    const [begun, clock] = [this.log.tick(), this.ledgerClock(process)];
    const allowsOverage = argv.includes('--allow-overage');
    const settings = this.settings(variables);
    const command = { id, argv, begun, at, clock, maxCredits, allowsOverage, settings };
    this.log.commands.set(id, command);
    process.whenOpened = () => {
      command.settings = this.settings(variables);
      // A price that a variable tells lifts the mark of a stop, as a setting does.
      if (Object.keys(variables).length > 0) this.log.beginAnew();
    };
    this.tell(process, () => `$ ${shown(variables)}confere ${argv.join(' ')}`);
    const screen = await runCommand(this, process, { argv, key, stdin, variables });
    this.processes.delete(id);
    this.log.stops(process);
    this.#machines.lastEnd = this.now;
    if (argv[0] === 'config') this.log.beginAnew();
    if (argv.includes('--accept')) this.backup.acceptLoss();
    this.tell(process, () => `exit ${screen.code ?? 'none, it died'}\n${indented(screen)}`);
    return screen;
  }

  /** What settings and variables say of prices now. */
  settings(variables: Variables): Settings {
    const stored = this.disk.exists(this.#configPath)
      ? (JSON.parse(this.disk.read(this.#configPath).toString()) as StoredConfig)
      : {};
    const own = stored.profiles?.['default'] ?? {};
    const set = (name: string) =>
      variables[`CONFERE_${name.toUpperCase().replaceAll('-', '_')}`] ?? own[name];
    const kinds = Object.keys(DEFAULTS) as Endpoint[];
    const told = kinds.filter((kind) => set(`cost-${kind}`) !== undefined);
    const prices = { ...DEFAULTS };
    for (const kind of told) prices[kind] = Number(set(`cost-${kind}`));
    return { prices, told, shared: String(set('shared')) === 'true' };
  }

  get #configPath(): string {
    return this.kinds.has('machines') ? '/config/confere/config.json' : '/home/config.json';
  }

  /** The clock by which the ledger counts days and months. */
  ledgerClock({ clock }: SimProcess): number {
    return this.kinds.has('machines') ? this.databaseNow : clock.now();
  }

  passage(method: string, path: string): Passage {
    return this.isQuiet ? { type: 'answered' } : this.network.passage(method, path, this.now);
  }

  /** Processes die, and what was not flushed is gone, but for inputs, settings and the databases, which have a flush of their own. */
  cutPower(): void {
    for (const process of this.processes.values()) process.kill();
    this.disk.cutPower((name) => /\.db$|config\.json$|^\/files\/in/.test(name));
    this.databases.cutPower();
    this.#machines.restart(this.now);
  }

  tell(process: SimProcess | undefined, line: () => string): void {
    if (!this.tellsStory) return;
    const time = new Date(this.now).toISOString().slice(5, 23);
    const who = process === undefined ? '' : `[p${process.id}]`;
    this.story.push(`${time} ${who.padEnd(6)} ${line()}`);
  }

  calmDown(): void {
    this.isQuiet = true;
    this.service.isHealthy = true;
    // Who was told that credits are missing has bought some.
    this.service.account.add(10_000);
    this.tell(undefined, () => '--- from here on nothing goes wrong ---');
  }

  close(): void {
    this.tally.faults += this.network.count;
    this.tally.steps = this.scheduler.steps;
    for (const process of this.processes.values()) process.end();
    this.databases.clear();
  }

  /** Ms by which the clock that the next process sees is ahead: it may have been set by hours or days. */
  #clockError(): number {
    if (!this.kinds.has('clock_differs')) return 0;
    // Where a period may begin unseen, only a clock that is about right shows whether it can have.
    const mayRenew = this.kinds.has('renewal') || this.kinds.has('free_plan');
    const errors = mayRenew
      ? [0, 0, -30_000, 40_000]
      : [0, 0, -2 * DAY, -3_600_000, -30_000, 40_000, 3_600_000, 2 * DAY];
    return this.random.pick(errors);
  }

  /** Somebody makes a new key in the dashboard (spec, "Authentication" 2). */
  #replaceKey(): void {
    this.service.keys.set(this.newestKey, 'replaced').set('key-two', 'active');
    this.newestKey = 'key-two';
    this.tell(undefined, () => 'the account: a new key');
  }
}

function limitIn(argv: readonly string[]): number {
  const place = argv.indexOf('--max-credits');
  return place < 0 ? Infinity : Number(argv[place + 1]);
}

function shown(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value} `)
    .join('');
}

function indented({ stdout, stderr }: Screen): string {
  const lines = [stdout.slice(0, 1500), stderr].join('').split('\n');
  return lines.map((line) => `                          | ${line}`).join('\n');
}
