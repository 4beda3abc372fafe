import type { GlobalOptions } from './host.js';

/** The options of `confere cpf` and `confere cnpj`. */
export interface LookupFlags extends GlobalOptions {
  readonly realtime?: boolean;
  readonly birthDate?: string;
  readonly fresh?: boolean;
  readonly reuse: string;
  readonly exitStatus?: boolean;
}
