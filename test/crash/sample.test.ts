import { describe, expect, it } from 'vitest';
import { survive } from './survive.js';

/** Kills along a whole run, one at each of its turns; the full tier has many more. */
describe.concurrent('a batch that is killed is paid once, and nothing is lost', () => {
  it.each([
    ['failing typed.json:before', 'planned'],
    ['failing typed.json+20:after', 'planned'],
    ['failing accepted-1.json:before', 'sent'],
    ['failing accepted-1.json+1:after', 'accepted'],
    ['failing accepted-2.json:before', 'watched'],
    ['mixed accepted-2.json:after', 'watched'],
    ['failing out.csv:before', 'watched'],
    ['failing out.csv:after', 'exported'],
  ])('%s, when it has %s', async (name, reached) => {
    expect(await survive(name)).toEqual({ wasKilled: true, reached });
  });
});
