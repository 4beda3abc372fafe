import type { GlobalOptions } from './host.js';

/** The options of `confere quota`. */
export interface QuotaFlags extends GlobalOptions {
  readonly min?: number;
}
