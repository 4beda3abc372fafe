import { describe, it } from 'vitest';
import { scenarioOf } from './campaign.js';
import { survive } from './survive.js';

describe.concurrent('a batch survives', () => {
  it.for(['a', 'b'])('seed %s', async (name, { expect }) => {
    const { trouble } = await survive(scenarioOf(name));
    expect(trouble).toBeUndefined();
  });
});
