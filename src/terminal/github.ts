import type { Context } from '../base/context.js';

/** Whether a job of GitHub Actions runs this process. */
export function isOnGithub({ env }: Pick<Context, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/**
 * Returns a line that makes GitHub Actions show `text` beside the job. Line breaks, which would end that line, and `%` are
 * escaped.
 */
export function formatAnnotation(kind: 'error' | 'warning', text: string): string {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind}::${escaped}\n`;
}
