import { describe, expect, it } from 'vitest';
import { judge, judgedOtherwise, readLabelled } from './labelled.js';

const FILES = ['people', 'companies', 'dates', 'numbers', 'places'];
const pairs = FILES.flatMap((file) => readLabelled(`${file}.csv`));

/** A letter moved over two others is as far as from Clara to Carla. */
const KNOWN = ['Ribeirao Petro | RIBEIRAO PRETO: different, not similar'];

describe('400 labelled pairs', () => {
  it('are judged as a person judged them, and none is equal that is not', () => {
    expect(pairs).toHaveLength(400);
    expect(judgedOtherwise(pairs)).toEqual(KNOWN);
  });

  it('have the reasons that a person gave', () => {
    const others = pairs.flatMap((pair) => {
      const found = judge(pair);
      if (found?.verdict !== pair.verdict || pair.reason === '') return [];
      const missing = pair.reason
        .split('+')
        .filter((reason) => !found.reasons.some((it) => it === reason));
      return missing.length === 0 ? [] : [`${pair.cell} | ${pair.record}: no ${missing.join('+')}`];
    });
    expect(others).toEqual([]);
  });
});
