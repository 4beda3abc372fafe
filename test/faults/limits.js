/** Faults in how limits are held. */
export default [
  {
    name: 'M07 limits are counted at the default price',
    file: 'src/money/price.ts',
    find: 'const limit = Math.max(byDefault, seen?.price ?? 0);',
    replace: 'const limit = byDefault;',
    caughtBy: 'limits hold',
  },
  {
    name: 'M08 no limit in the transaction that begins a job',
    file: 'src/ledger/transactions/submitting.ts',
    find: 'const broken = yield* brokenLimit(tables, cost, ids.length, own);',
    replace: 'const broken = undefined;',
    caughtBy: 'limits hold',
  },
  {
    name: 'M19 all goes at once while nothing shows the price',
    file: 'src/money/price.ts',
    find: 'return isProved ? limit : DEAREST;',
    replace: 'return limit;',
    caughtBy: 'limits hold',
  },
  {
    name: 'M20 the balance is not looked at in the transaction',
    file: 'src/ledger/transactions/limits.ts',
    find: 'if (!covers(left, records, cost))',
    replace: "if (limit.of !== 'balance' && !covers(left, records, cost))",
    caughtBy: 'the balance holds',
  },
  {
    name: 'M21 --max-credits is not looked at in the transaction',
    file: 'src/ledger/transactions/limits.ts',
    find: 'if (!covers(left, records, cost))',
    replace: "if (limit.of !== 'run' && !covers(left, records, cost))",
    caughtBy: 'limits hold',
  },
  {
    name: 'F1 the first price is believed for ever',
    file: 'src/money/price.ts',
    find: '.slice(-NEWEST)',
    replace: '.slice(0, 1)',
    caughtBy: 'limits hold',
  },
  {
    name: 'F1b another plan does not begin anew',
    file: 'src/money/price.ts',
    find: 'if (at > 0 && readings[at - 1]?.plan !== to.plan)',
    replace: 'if (at < 0)',
    caughtBy: 'limits hold',
  },
];
