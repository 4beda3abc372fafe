import { fingerprint } from '../../../src/config/account.js';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { viewLedger, type ViewedBatch, type ViewedJob } from '../check/ledger-view.js';
import type { Screen } from '../machine/command.js';
import { Violation } from '../machine/scheduler.js';
import type { World } from '../world.js';
import type { Goal } from './goals.js';

/** A decision that the contract leaves to the user, and what it allows. */
export class Words {
  /** How often each identifier may have been charged besides the one time that is promised. */
  readonly allowed = new Map<string, number>();
  readonly givenUp = new Set<string>();

  readonly #asked = new Set<string>();

  constructor(readonly world: World) {}

  say(ids: readonly string[]): void {
    this.world.tally.words += 1;
    this.allow(ids);
    for (const id of ids) this.givenUp.add(id);
  }

  askAnew(ids: readonly string[]): void {
    this.allow(ids.filter((id) => this.#asked.has(id)));
    for (const id of ids) this.#asked.add(id);
  }

  allow(ids: readonly string[]): void {
    for (const id of ids) this.allowed.set(id, (this.allowed.get(id) ?? 0) + 1);
  }
}

/**
 * Where a single lookup may have been charged, `--fresh` is the word for asking again. Real-time lookups are
 * counted by themselves.
 */
export function freshWord({ words }: World, goal: Goal, { code, stdout, stderr }: Screen) {
  const isOffered = code === 10 && /[Ww]ith --fresh/.test(stderr + stdout);
  if (!isOffered || goal.file !== undefined) return undefined;
  const keys = goal.name === 'real-time' ? goal.ids.map((id) => `realtime ${id}`) : goal.ids;
  words.say(keys);
  return [...goal.argv, '--fresh'];
}

const OPEN = new Set(['unconfirmed', 'submitting']);

/** What `--abandon` gives up: jobs in doubt, or else those that are accepted; both where the key sees neither. */
function toGiveUp({ jobs, keyFingerprint }: ViewedBatch, key: string): readonly ViewedJob[] {
  const doubtful = jobs.filter(({ state }) => OPEN.has(state));
  const accepted = jobs.filter(({ state }) => state === 'accepted');
  if (keyFingerprint !== fingerprint(key)) return [...doubtful, ...accepted];
  return doubtful.length > 0 ? doubtful : accepted;
}

/** Gives up what is under way in a batch, as a screen names it. */
export function abandonPrinted(world: World, prefix: string, key: string): string[] | undefined {
  const batch = viewLedger(world).batches.find(({ id }) => id.startsWith(prefix));
  const jobs = batch === undefined ? [] : toGiveUp(batch, key);
  if (batch === undefined || jobs.length === 0) return undefined;
  world.words.say(jobs.flatMap(({ unanswered }) => unanswered));
  return ['bulk', 'resolve', batch.id, '--abandon', '-y'];
}

/**
 * What a user answers to `confere bulk resolve <batch>`: adopts a job that the service shows and the ledger
 * does not know, sends again, or gives up. Undefined if there is nothing to decide.
 */
export function decide(world: World, prefix: string, key: string): string[] | undefined {
  const { batches } = viewLedger(world);
  const batch = batches.find(({ id }) => id.startsWith(prefix));
  const jobs = batch?.jobs.filter(({ state }) => OPEN.has(state)) ?? [];
  if (batch === undefined) return undefined;
  if (jobs.length === 0) return sendLeftOut(world, batch);
  const one = world.random.pick(jobs);
  // A job that has an id is no other, unless somebody was wrong about it.
  const mayBeAnother = one.jobId === null || world.foreignJobs.has(one.jobId);
  const orphans = mayBeAnother ? unknownJobs(world, batches, one) : [];
  if (orphans.length > 0 && world.random.chance(0.7))
    return ['bulk', 'resolve', batch.id, '--adopt', world.random.pick(orphans)];
  return spoken(world, batch, jobs, key);
}

/** What was never sent, because single lookups of it are in doubt, can only be sent at the user's word. */
function sendLeftOut(world: World, batch: ViewedBatch): string[] | undefined {
  const left = batch.jobs.filter(({ state }) => state === 'planned');
  if (left.length === 0 || !(world.kinds.has('resubmits') || world.isQuiet)) return undefined;
  world.words.say(left.flatMap(({ unanswered }) => unanswered));
  return ['bulk', 'resolve', batch.id, '--resubmit', '-y'];
}

function spoken(world: World, batch: ViewedBatch, jobs: readonly ViewedJob[], key: string) {
  const { kinds, random, isQuiet, words } = world;
  const mayAbandon = kinds.has('abandons');
  const resubmits = kinds.has('resubmits') && (!mayAbandon || random.chance(0.5));
  if (!mayAbandon && !resubmits && !isQuiet) return undefined;
  const word = resubmits || !mayAbandon ? '--resubmit' : '--abandon';
  const meant = word === '--abandon' ? toGiveUp(batch, key) : jobs;
  const leftOut = word === '--resubmit' ? batch.leftOut : [];
  words.say([...meant.flatMap(({ unanswered }) => unanswered), ...leftOut]);
  return ['bulk', 'resolve', batch.id, word, '-y'];
}

/** What somebody tries who takes a job of another program for one that is missing, whatever the screen says. */
export function adoptWrong(world: World, key: string): string[] | undefined {
  const { random, kinds, isQuiet } = world;
  if (isQuiet || !kinds.has('adopts_wrong') || !random.chance(0.8)) return undefined;
  const all = viewLedger(world).batches.flatMap(({ id, jobs }) => jobs.map((job) => ({ id, job })));
  const missing = all.filter(({ job }) => job.state === 'unconfirmed' && job.jobId === null);
  if (missing.length === 0) return undefined;
  const { id, job } = random.pick(missing);
  return ['bulk', 'resolve', id, '--adopt', wrongJob(world, job, key)];
}

/** A job of another program: it has some of the identifiers, one among others, or none. */
function wrongJob(world: World, { kind, unanswered }: ViewedJob, key: string): string {
  const { random, service, foreignJobs } = world;
  const make = kind === 'cpf' ? makeCpf : makeCnpj;
  const others = [make(9_000 + foreignJobs.size), make(9_100 + foreignJobs.size)];
  const some = unanswered.filter((one) => !service.people.isRejected(one)).slice(0, 1);
  const ids = random.pick([some, some, [...some, ...others], others, others.slice(1)]);
  const { id } = service.foreignJob(kind, key, ids.length > 0 ? ids : others);
  foreignJobs.add(id);
  return id;
}

/** Jobs of the service that may be the missing one: of its kind, with some of its identifiers, and not known. */
function unknownJobs(world: World, batches: readonly ViewedBatch[], job: ViewedJob): string[] {
  const known = new Set(batches.flatMap(({ jobs }) => jobs.map(({ jobId }) => jobId)));
  const wanted = new Set(job.ids);
  const { refusedAdoptions: refused } = world;
  return world.service.jobs
    .filter(({ id, kind, isHidden }) => kind === job.kind && !known.has(id) && !isHidden)
    .filter(({ key }) => world.service.keys.get(key) === 'active')
    .filter(({ id, ids }) => ids.every((one) => wanted.has(one)) && !refused.has(id))
    .map(({ id }) => id);
}

/** A job of the service that fits is adopted, unless another run was faster. */
export function checkAdoption(world: World, { argv, code, stderr }: Screen): void {
  const [, command, , word, jobId = ''] = argv;
  if (command !== 'resolve' || word !== '--adopt') return;
  if (world.foreignJobs.has(jobId)) {
    // A job that names others is none of ours. What the ledger has need never have been sent.
    const job = world.service.jobs.find(({ id }) => id === jobId);
    const own = viewLedger(world).batches.flatMap(({ jobs }) => jobs.flatMap(({ ids }) => ids));
    const isOurs = job?.results.every(({ id }) => own.includes(id)) ?? true;
    if (code === 0 && !isOurs) throw new Violation('only a job that fits is adopted', jobId);
  } else if (code === 2) {
    world.refusedAdoptions.add(jobId);
    if (!LATE.test(stderr)) throw new Violation('a job that fits is adopted', stderr);
  }
}

const LATE =
  /no unconfirmed job|belongs to batch|names no identifier|has no results yet|ended without results|another API key/;
