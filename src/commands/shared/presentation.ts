import type { GlobalOptions } from './global-options.js';

/** How a command shows its output. */
export interface Presentation {
  /** `--json`: one object on stdout, and errors as JSON lines. */
  readonly json: boolean;
  /** No notices, only data and errors. */
  readonly quiet: boolean;
  /** One line per HTTP request on stderr. */
  readonly verbose: boolean;
  readonly color: boolean;
  readonly progress: boolean;
}

/** Whether a command may ask, and which options answer without a question. */
export interface Interaction {
  /** False with `--no-input`. */
  readonly mayAsk: boolean;
  /** `--yes` answers every question. */
  readonly yes: boolean;
}

export function toPresentation(options: GlobalOptions): Presentation {
  return {
    json: options.json === true,
    quiet: options.quiet === true,
    verbose: options.verbose === true,
    color: options.color,
    progress: options.progress,
  };
}

/** The presentation of a command that prints one object: `--format json` means `--json` there. */
export function toOneAnswerPresentation(options: GlobalOptions): Presentation {
  return { ...toPresentation(options), json: options.json === true || options.format === 'json' };
}

export function toInteraction({ input, yes }: GlobalOptions): Interaction {
  return { mayAsk: input, yes: yes === true };
}
