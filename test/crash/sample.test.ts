import { describe, expect, it } from 'vitest';
import { survive } from './survive.js';

/** Kills along a whole run; the full tier has one at each of its turns. */
describe.concurrent('a batch that is killed is paid once, and nothing is lost', () => {
  it.each([
    ['failing typed.json:before', 'planned'],
    ['failing accepted-1.json:before', 'sent'],
    ['mixed accepted-2.json:after', 'watched'],
    ['failing out.csv:after', 'exported'],
  ])('%s, when it has %s', async (name, reached) => {
    expect(await survive(name)).toEqual({ wasKilled: true, reached });
  });
});
