import type { Screen } from '../machine/command.js';

/** A command that the screen names, without `confere`. Some still need a decision of the user. */
export type Advice = readonly string[];

/** The commands that a screen prints as the next step, in quotation marks or after `next:`. */
export function advices({ stdout, stderr }: Screen): Advice[] {
  const quoted = [...stderr.matchAll(/'confere ([^'\n]+)'/g)].map(([, line]) => line ?? '');
  const next = [...`${stdout}\n${stderr}`.matchAll(/^next: (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/confere ([^,']+?)(?=[,']|$)/g)].map(([, command]) => command ?? ''),
  );
  // Only what a record costs may be left to the user, who knows their plan.
  const isWhole = (line: string) => !/[<[]/.test(line) || /^config set cost-\w+ <\w+>$/.test(line);
  const lines = [...new Set([...quoted, ...next])].filter(isWhole);
  return lines.map((line) => line.trim().split(/\s+/));
}

export function advisedFlags({ stderr }: Screen): string[] {
  return [
    ...(/\badd --overwrite\b/i.test(stderr) ? ['--overwrite'] : []),
    ...(/Add --fit-balance/.test(stderr) ? ['--fit-balance'] : []),
    ...(/then --again with the file/.test(stderr) ? ['--again'] : []),
  ];
}

export function isLeftToTheUser(advice: Advice): boolean {
  return advice[1] === 'resolve';
}

/** The sentences without what changes from one run to the next. */
export function gist({ argv, code, stderr }: Screen): string {
  return `${argv.join(' ')} -> ${code ?? 'died'}: ${stderr.replaceAll(/\d+/g, 'n')}`;
}

/** Whether a command was stopped because the balance moves otherwise than it should by the told prices. */
export function isStoppedByPrice({ code, stderr }: Screen): boolean {
  return code === 7 && stderr.includes('config set shared true');
}
