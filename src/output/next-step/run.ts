import type { GivenOption } from '../../messages/reader.js';

/** The command line of this run: what a next step is made of. */
export interface Run {
  /** Node's name of the platform, whose shell the user types in. */
  readonly platform: string;
  /** The command without `confere`, such as `bulk run`; empty before the command line is understood. */
  readonly command: string;
  readonly args: readonly string[];
  /** In the order in which they were typed. Values from the environment or a profile are not among them. */
  readonly options: readonly GivenOption[];
  /** Credits that are left of the limit of the batch that a next step goes on with. */
  readonly creditsLeft?: number;
}

export const noRun: Run = { platform: 'linux', command: '', args: [], options: [] };

/** Whether a command looks up single identifiers. */
export function isLookup(command: string): boolean {
  return /^(cpf|cnpj|lookup)$/.test(command);
}
