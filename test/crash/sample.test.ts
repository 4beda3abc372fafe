import { describe, expect, it } from 'vitest';
import { survive } from './survive.js';

/** Kills along a whole run, one at each of its turns; the full tier has many more. */
describe.concurrent('a batch that is killed is paid once, and nothing is lost', () => {
  it.each([
    ['failing rename2:before', 'planned'],
    ['failing 39:after', 'planned'],
    ['failing rename4:before', 'sent'],
    ['failing 44:after', 'accepted'],
    ['failing 50:before', 'watched'],
    ['mixed 62:after', 'watched'],
    ['failing rename5:before', 'watched'],
    ['failing rename6:after', 'exported'],
  ])('%s, when it has %s', async (name, reached) => {
    // Where the numbers of the changes have moved, the sample has to move with them.
    expect(await survive(name)).toEqual({ wasKilled: true, reached });
  });

  it('when it has sent, and the answer is not written down', async () => {
    // A slow machine reads the balance once more before it sends.
    let end = await survive('failing 40:before');
    for (let n = 41; end.reached === 'planned' && n < 44; n += 1)
      end = await survive(`failing ${n}:before`);
    expect(end).toEqual({ wasKilled: true, reached: 'sent' });
  });
});
