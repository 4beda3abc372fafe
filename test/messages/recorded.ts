import { ConfereError, type ErrorArguments } from '../../src/base/errors.js';

/** A text that a golden file may have below a heading. */
export interface RecordedText {
  readonly heading: string;
  /** Stands before the text in brackets. */
  readonly reader?: string;
  readonly text: string;
  /** The likeness by which the text is compared: only the first of several with one likeness is recorded. */
  readonly likeness?: string;
  /** The text is recorded unless the very same one is. */
  readonly isMain?: boolean;
}

/** Returns a golden file: each heading, and its texts below it; a single text without line ends stands beside it. */
export function recordTexts(texts: readonly RecordedText[]): string {
  const headings = [...new Set(texts.map(({ heading }) => heading))];
  const sections = headings.map((heading) => {
    const seen = new Set<string>();
    const own = texts.filter((one) => one.heading === heading);
    const lines = own.flatMap(({ reader = '', text, likeness = text, isMain = false }) => {
      if (seen.has(isMain ? text : likeness)) return [];
      seen.add(text).add(likeness);
      return `${reader && `[${reader}] `}${text}`.split('\n');
    });
    if (lines.length === 1) return `${heading}: ${lines.join('')}\n`;
    return [heading, ...lines.map((line) => line && `    ${line}`), ''].join('\n');
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
