import type { Engine } from './engine.js';

export function inspectionOperations({ read }: Engine) {
  return {
    ledgerCounts: read(({ inspection }) => inspection.counts()),
    flaws: read(({ inspection }) => inspection.flaws()),
  };
}
