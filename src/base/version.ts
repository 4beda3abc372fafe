import facts from '../../package.json' with { type: 'json' };

/** Returns the version of this package. */
export function version(): string {
  return facts.version;
}
