import { describe, expect, it } from 'vitest';
import { type Labelled, judge, readLabelled } from './labelled.js';

const FILES = ['people', 'companies', 'dates', 'numbers', 'places'];
const pairs = FILES.flatMap((file) => readLabelled(`${file}.csv`));

function wrong(all: readonly Labelled[]) {
  return all.flatMap((pair) => {
    const { verdict, reasons } = judge(pair);
    if (verdict === pair.verdict) return [];
    return [
      `${pair.cell} | ${pair.record}: ${verdict} (${reasons.join('+')}), not ${pair.verdict}`,
    ];
  });
}

describe('400 labelled pairs', () => {
  it('are judged as a person judged them, and none is equal that is not', () => {
    expect(pairs).toHaveLength(400);
    const found = wrong(pairs);
    expect(found.filter((line) => line.includes(': equal'))).toEqual([]);
    expect(found).toEqual([]);
  });

  it('have the reasons that a person gave', () => {
    const others = pairs.flatMap((pair) => {
      const { reasons } = judge(pair);
      const wanted = pair.reason === '' ? [] : pair.reason.split('+');
      const isGiven = wanted.every((reason) => reasons.some((given) => given === reason));
      return isGiven
        ? []
        : [`${pair.cell} | ${pair.record}: ${reasons.join('+')}, not ${pair.reason}`];
    });
    expect(others).toEqual([]);
  });
});
