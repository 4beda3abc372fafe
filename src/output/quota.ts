import type { Quota } from '../service/index.js';

/** The balance for people. */
export function quotaText(quota: Quota): string {
  const lines = [
    `Plan       ${quota.plan}`,
    `Remaining  ${quota.remainingCredits}`,
    `Used       ${quota.usedCredits}`,
  ];
  return `${lines.join('\n')}\n`;
}
