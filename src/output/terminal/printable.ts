import { visible } from '../../foreign-text.js';

/** Foreign text as it is safe in a terminal, on one line and without blanks around it. */
export function printable(text: string): string {
  return visible(text).trim();
}
