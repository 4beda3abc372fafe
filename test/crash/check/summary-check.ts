/** The part of a batch's JSON object (contract, "JSON") that the checks use. */
export interface Summary {
  readonly batch: string;
  readonly state: 'complete' | 'running' | 'incomplete' | 'unconfirmed';
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly unique: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly failed: number;
  readonly pending: number;
  readonly unconfirmed: number;
}

export function summaryOf(stdout: string): Summary | undefined {
  return stdout.startsWith('{') ? (JSON.parse(stdout) as Summary) : undefined;
}

/** Checks the numbers that a command printed, and whether its exit code matches them. */
export function summaryTrouble(command: string, stdout: string, code: number | null): string[] {
  // The output of a killed process may be incomplete.
  if (code === null) return [];
  const summary = summaryOf(stdout);
  if (summary === undefined) return [];
  const { rows, invalid, duplicates, unique, unconfirmed, state } = summary;
  const parts =
    summary.found + summary.notFound + summary.skipped + summary.failed + summary.pending;
  return [
    ...(rows === invalid + duplicates + unique ? [] : [`rows do not add up: ${stdout}`]),
    ...(unique === parts + unconfirmed ? [] : [`unique does not add up: ${stdout}`]),
    ...((code === 10) === unconfirmed > 0 ? [] : [`exit ${code} with ${unconfirmed} unconfirmed`]),
    // `resolve` succeeds even if work is left.
    ...(code === 0 && state !== 'complete' && command !== 'resolve'
      ? [`exit 0 of a batch that is ${state}`]
      : []),
  ];
}
