import { ConfereError, type ErrorArguments } from '../../src/base/errors.js';

/** A text that a golden file may have below a heading. */
export interface RecordedText {
  readonly heading: string;
  /** Stands before the text in brackets. */
  readonly reader?: string;
  readonly text: string;
  /** The text as it is compared: it is recorded if a clause of that is in no text above under the same heading. */
  readonly likeness?: string;
  /** The text is recorded unless the very same one is. */
  readonly isMain?: boolean;
}

/** Returns a golden file: each heading with its first text beside it, unless that has several lines, and the others below. */
export function recordTexts(texts: readonly RecordedText[]): string {
  const headings = [...new Set(texts.map(({ heading }) => heading))];
  const sections = headings.map((heading) => {
    const seen = new Set<string>();
    const own = texts.filter((one) => one.heading === heading);
    const lines = own.flatMap(({ reader = '', text, likeness = text, isMain = false }) => {
      const clauses = isMain ? [text] : likeness.split(/(?<=[.:;,?]) /);
      if (clauses.every((clause) => seen.has(clause))) return [];
      for (const one of [text, ...likeness.split(/(?<=[.:;,?]) /)]) seen.add(one);
      return `${reader && `[${reader}] `}${text}`.split('\n');
    });
    const [first = '', ...others] = own[0]?.text.includes('\n') ? ['', ...lines] : lines;
    const beside = first && `: ${first}`;
    return [`${heading}${beside}`, ...others.map((line) => line && `    ${line}`), ''].join('\n');
  });
  return sections.join('');
}

/** Returns a value with 1 in place of each number in it, in turn, because nouns and verbs agree with numbers. */
export function withEachNumberOne(value: unknown): unknown[] {
  // No word agrees with a time, a port or a size in bytes.
  if (typeof value === 'number') return value === 1 || value > 9999 ? [] : [1];
  if (typeof value === 'string') return /^(?!1$)\d+$/.test(value) ? ['1'] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    withEachNumberOne(one).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  );
}

/** Returns an error with other facts. */
export function withFacts({ code }: Pick<ConfereError, 'code'>, facts: unknown): ConfereError {
  return new ConfereError(...([code, facts] as ErrorArguments));
}

/** Returns a text that is equal for other numbers. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+(?:[.,]\d+)*/g, '0');
}
