import { describe, it } from 'vitest';
import { scenarioOf } from './campaign.js';
import { SAMPLE } from './sample.js';
import { survive, told } from './survive.js';

describe.concurrent('a batch that is killed is paid once, and nothing is lost', () => {
  it.for(SAMPLE)('%s, when it has %s', async ([name, reached], { expect }) => {
    const survived = await survive(scenarioOf(name), true);
    expect(told(survived)).toBe('survived');
    // Where the numbers of the changes have moved, the sample has to move with them.
    expect(survived).toMatchObject({ wasKilled: true, reached });
  });
});
