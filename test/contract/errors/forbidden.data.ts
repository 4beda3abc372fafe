import { drop, fail, raw, type Step } from '../../service/support.js';
import { goldenData } from '../golden.js';
import { answer, forms } from '../support.js';

/** An answer of `GET /quota` with this many credits left. */
export const quotaWith = (remainingCredits: number): Step =>
  answer(200, { success: true, data: { ...(goldenData('quota') as object), remainingCredits } });

/** Answers of `GET /quota` without a balance. */
export const silentQuotas: readonly (readonly [string, Step])[] = [
  ['500', fail(500)],
  ['503 usage_unavailable', answer(503, forms['string+message']('Tente novamente.'))],
  ['a page', raw(200, 'text/html', '<html>')],
  ['no answer', drop],
];

/** Answers of `GET /quota` that refuse the key or the account. */
export const refusingQuotas: readonly (readonly [string, Step])[] = [
  ['401', answer(401, forms.string('API Key inativa'))],
  ['403', answer(403, forms.string('Conta bloqueada. Entre em contato com o suporte.'))],
];
