/** What the value of an option or an argument must be. */
export type ValueRule =
  | 'not_negative'
  | 'above_zero'
  | 'name'
  | 'one_character'
  | 'cost'
  | 'job_id'
  | 'calendar_day';

/** `help`: the command whose help goes on, as one types it. Words that may be secret or personal are left out. */
export interface UsageFacts {
  readonly unknown_command: {
    readonly help: string;
    readonly word: string | undefined;
    readonly meant: readonly string[];
  };
  readonly unknown_option: {
    readonly help: string;
    readonly flag: string | undefined;
    /** The commands that do know it. */
    readonly knownBy: readonly string[];
    readonly near: string | undefined;
  };
  readonly missing_argument: {
    readonly help: string;
    readonly command: string;
    readonly argument: string | undefined;
    readonly choices: readonly string[];
    readonly example: string | undefined;
  };
  readonly option_missing_argument: { readonly help: string; readonly option: string };
  readonly missing_mandatory_option_value: { readonly help: string; readonly option: string };
  readonly invalid_argument: {
    readonly help: string;
    /** An option with its value, or an argument in angle brackets. */
    readonly place: string;
    readonly value: string | undefined;
    /** What it could be, or what it must be. */
    readonly choices: readonly string[];
    readonly near: string | undefined;
    readonly must: ValueRule | undefined;
  };
  readonly excess_arguments: {
    readonly help: string;
    readonly command: string;
    readonly most: number;
    readonly given: number;
  };
  /** `help`: the command line that shows what there is. */
  readonly unknown_topic: {
    readonly help: string;
    readonly word: string;
    readonly near: string | undefined;
  };
}
