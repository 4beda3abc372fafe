import type { Context } from '../base/context.js';

export function isOnGithub({ env }: Pick<Context, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** A line that the runner, which reads both streams, shows beside the run; a number sign or a line break in it ends nothing. */
export function annotation(kind: 'error' | 'warning', text: string): string {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind}::${escaped}\n`;
}
