import { describe, expect, it } from 'vitest';
import { survive } from './survive.js';
import { some } from '../helpers/runs.js';

/** Kills along a whole run; the full tier has one at each of its turns. */
const KILLS = [
  ['mixed accepted-2.json:after', 'watched'],
  ['failing typed.json:before', 'planned'],
  ['failing accepted-1.json:before', 'sent'],
  ['failing out.csv:after', 'exported'],
];

describe.concurrent('a batch that is killed is paid once, and nothing is lost', () => {
  it.each(some(KILLS))('%s, when it has %s', async (name, reached) => {
    expect(await survive(name)).toEqual({ wasKilled: true, reached });
  });
});
