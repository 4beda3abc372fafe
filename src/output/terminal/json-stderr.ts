import type { Context } from '../../context.js';
import { safeJson } from '../../foreign-text.js';
import { changingStderr } from './stderr-lines.js';

/**
 * The same context, where stderr holds lines of JSON only: errors as they are, and notices as `{"notice":…}` where they
 * are wanted.
 */
export function withJsonStderr(context: Context, areNoticesWanted: boolean): Context {
  let unended = '';
  const line = (text: string): string => {
    if (text.startsWith('{"')) return `${text}\n`;
    return text === '' || !areNoticesWanted ? '' : `${safeJson({ notice: text })}\n`;
  };
  return changingStderr(context, {
    text: (written) => {
      const lines = `${unended}${written}`.split('\n');
      unended = lines.pop() ?? '';
      return lines.map(line).join('');
    },
  });
}
