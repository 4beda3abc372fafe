import type { Context } from '../base/context.js';

export function isOnGithub({ env }: Pick<Context, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** Writes a line that the runner shows beside the run. The escapes keep `%` and line breaks from ending it. */
export function annotation(kind: 'error' | 'warning', text: string): string {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind}::${escaped}\n`;
}
