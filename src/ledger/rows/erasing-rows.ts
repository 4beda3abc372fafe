import type { Batch } from '../types.js';

/** How many identifiers went from a batch, and how many records of each kind its jobs had paid for. */
export interface TakenItems {
  readonly items: number;
  readonly cpf: number;
  readonly cnpj: number;
}

/** What a batch is without them. */
export interface KeptErased extends Pick<
  Batch,
  'invalid' | 'duplicates' | 'repaired' | 'reasons' | 'erased'
> {
  readonly layout: string;
  readonly hash: string;
  readonly size: number;
}
