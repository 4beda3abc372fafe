import { removeInvisible } from '../base/foreign-text.js';

/** HTML that is safe in a page; only `html` and `trustMarkup` create it. */
export class Markup {
  constructor(readonly text: string) {}
}

/** The values that `html` accepts. */
export type Content = string | number | Markup | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns a template with its values, which are escaped for texts and quoted attributes, unless they are markup. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = literals.map(
    // Indentation only makes the template readable.
    (literal, index) => literal.replace(/\n\s+/g, '\n') + renderContent(values[index] ?? ''),
  );
  return new Markup(parts.join(''));
}

/** Returns a text as markup without escaping it; only for texts of this program, such as the style sheet. */
export function trustMarkup(text: string): Markup {
  return new Markup(text);
}

export const EMPTY = trustMarkup('');

function renderContent(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(renderContent).join('');
  return String(content)
    .replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')
    .replace(UNPRINTABLE, '\ufffd')
    .replace(/[^\t\n\r\ufffd]+/g, removeInvisible);
}

/** Control characters, and those that change the direction of a text, which a page must not have. */
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}]/gu;
