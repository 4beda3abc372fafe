/** Credits of one lookup (spec, "Costs"); plans may have their own, which nobody tells. */
export const COST = { simple: 1, realtime: 1.5 } as const;
