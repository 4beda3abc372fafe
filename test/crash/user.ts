import type { Ended } from './command.js';
import { decision } from './resolve.js';
import { summaryOf, type Summary } from './check/summary-check.js';
import { Violation, type World } from './world.js';

/** Waits cost no real time, because `clock.js` ends them at once. */
export const QUICK = [
  '--interval',
  '100ms',
  '--settle',
  '60s',
  '--timeout',
  '20s',
  '--deadline',
  '10m',
];

/** Decides a user's next command from exit codes and the printed state only. */
export function createUser(world: World) {
  const goals = goalsOf(world);
  let batch = '';
  let detour: string[] | undefined;
  let isSecondDoubt = false;
  const args = (): string[] => detour ?? (goals[0] as (id: string) => string[])(batch);

  /** Returns true if there is nothing more to do. */
  const arrived = (): boolean => {
    if (detour === undefined) goals.shift();
    detour = undefined;
    return goals.length === 0;
  };
  const missing = (summary: Summary | undefined): void => {
    world.server.book.account.credits += 200;
    const isSent = summary !== undefined && summary.skipped + summary.failed > 0;
    detour = isSent ? ['bulk', 'resume', summary.batch, '--json', '-q', ...QUICK] : undefined;
  };

  return {
    next: args,
    sees({ code, stdout, stderr }: Ended): boolean {
      const summary = code === null ? undefined : summaryOf(stdout);
      batch = summary?.batch ?? (/^\w+\n/.exec(stdout)?.[0].trim() || batch);
      switch (code) {
        case 0:
          return arrived();
        case 3:
          if (summary?.state === 'complete') return arrived();
          missing(summary);
          return false;
        case 7:
          missing(summary);
          return false;
        case 10: {
          // The message says to run it again first. The user decides after the second time.
          const decided = isSecondDoubt ? decision(world) : undefined;
          isSecondDoubt = !isSecondDoubt;
          detour = decided && ['bulk', 'resolve', ...decided, '--json', '-q', ...QUICK];
          return false;
        }
        case null:
        case 5:
        case 6:
        case 8:
        case 11:
          return false;
        default:
          if (detour?.[1] !== 'resolve' || !mayGoBack(stderr)) {
            throw new Violation(
              `${args().slice(0, 3).join(' ')} cannot go on: exit ${code}, ${stderr}`,
            );
          }
          detour = undefined;
          return false;
      }
    },
  };
}

/** A decision was already taken before the kill, or is too early, for example for a hidden job. */
function mayGoBack(stderr: string): boolean {
  const codes = ['nothing_unconfirmed', 'adopt_too_early', 'adopt_nameless', 'adopt_not_found'];
  return codes.some((code) => stderr.includes(code));
}

export function goalsOf({
  scenario,
  inputPath,
  outputPath,
}: World): ((batch: string) => string[])[] {
  const input = [inputPath, '--type', scenario.kind, '--column', scenario.kind];
  const fit = scenario.fitBalance ? ['--fit-balance'] : [];
  if (scenario.way === 'run') {
    return [() => ['bulk', 'run', ...input, '-o', outputPath, '--json', '-q', ...fit, ...QUICK]];
  }
  return [
    () => ['bulk', 'submit', ...input, '-q', ...fit, ...QUICK],
    (batch) => ['bulk', 'watch', batch, '--json', '-q', '--interval', '100ms', '--deadline', '10m'],
    (batch) => ['bulk', 'export', batch, '-o', outputPath, '--overwrite', '-q'],
  ];
}
