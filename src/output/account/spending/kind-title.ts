import type { PriceKind } from '../../../ledger/index.js';
import { say } from '../../../text/index.js';

/** What a record of this kind is called. */
export function kindTitle(kind: PriceKind): string {
  return kind === 'realtime' ? say`real-time CPF` : kind.toUpperCase();
}
