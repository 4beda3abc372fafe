import { visible } from '../base/foreign-text.js';

/** HTML that is safe to put into a page; only `html` and `trusted` make it. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Content = string | number | Markup | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, in texts and in quoted attributes alike; markup goes in as it is. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = literals.map(
    // Indentation is for those who read the source of the program.
    (literal, index) => literal.replace(/\n\s+/g, '\n') + textOf(values[index] ?? ''),
  );
  return new Markup(parts.join(''));
}

/** Text of our own that is markup already: the style sheet. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

export const nothing = trusted('');

function textOf(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  return String(content)
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')
    .replace(UNPRINTABLE, '\ufffd')
    .replace(/[^\t\n\r\ufffd]+/g, visible);
}

/** Control characters and those that turn the direction of a text: nothing a page should hold. */
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu;
