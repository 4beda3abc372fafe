/** Counts the scenarios of a campaign and their failures. */
export interface Tally {
  batches: number;
  commands: number;
  kills: number;
  faults: number;
  jumps: number;
  twins: number;
  posts: number;
  jobs: number;
  charges: number;
  decisions: number;
  checks: number;
}

export function newTally(): Tally {
  return {
    ...{ batches: 0, commands: 0, kills: 0, faults: 0, jumps: 0, twins: 0, posts: 0, jobs: 0 },
    ...{ charges: 0, decisions: 0, checks: 0 },
  };
}

export function addTally(total: Tally, more: Tally): void {
  for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += more[key];
}

export function tallyText(tally: Tally): string {
  return [
    `${tally.batches} batches in ${tally.commands} commands (${tally.twins} of them a second one at the same time)`,
    `${tally.kills} kills, ${tally.faults} faults of the service, ${tally.jumps} jumps of the clock`,
    `${tally.posts} POSTs, ${tally.jobs} jobs, ${tally.charges} charges, ${tally.decisions} decisions (adopt, resubmit, abandon)`,
    `${tally.checks} checks`,
  ].join('\n');
}
