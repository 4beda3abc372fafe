/** What the options of a command allow it. */
export interface CommandLimits {
  /** Infinity where it has no limit of its own. */
  readonly maxCredits: number;
  readonly allowsOverage: boolean;
}

export function limitsOf(argv: readonly string[]): CommandLimits {
  const place = argv.indexOf('--max-credits');
  const given = place < 0 ? undefined : argv[place + 1];
  const maxCredits = given === undefined ? Infinity : Number(given);
  return { maxCredits, allowsOverage: argv.includes('--allow-overage') };
}
