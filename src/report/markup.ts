import { removeInvisible } from '../base/foreign-text.js';

/** HTML that is safe in a page; only `html` and `trusted` make it. */
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

/** Returns a template whose values are escaped, in texts and in quoted attributes; markup stays unchanged. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = literals.map(
    // Indentation only makes the template readable.
    (literal, index) => literal.replace(/\n\s+/g, '\n') + toText(values[index] ?? ''),
  );
  return new Markup(parts.join(''));
}

/** Returns a text of this program as markup, unescaped: the style sheet. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

export const nothing = trusted('');

function toText(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(toText).join('');
  return String(content)
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')
    .replace(UNPRINTABLE, '\ufffd')
    .replace(/[^\t\n\r\ufffd]+/g, removeInvisible);
}

/** Control characters, and those that change the direction of a text, which a page must not have. */
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu;
