import { describe, expect, test } from 'vitest';
import { worded } from '../../helpers/sentence.js';
import { raw } from '../../service/support.js';
import { allCalls } from '../calls.js';
import { expectEnd, type End } from '../support.js';

const wrongRoute: End = { kind: 'usage', exit: 2, waits: [], charged: false };
/** A 404 of a batch status is retried once. */
const endAt = (name: string): End =>
  name.endsWith('BatchJob') ? { ...wrongRoute, waits: [1000] } : wrongRoute;

describe('spec, "Unknown routes": any other 404 means a wrong base URL', () => {
  const answers = [
    ['NOT_FOUND', raw(404, 'text/plain; charset=utf-8', 'NOT_FOUND')],
    ['text that looks like JSON', raw(404, 'text/plain', '{"success":false,"error":"x"}')],
    ['a page', raw(404, 'text/html', '<h1>Not Found</h1>')],
    ["another server's JSON", raw(404, 'application/json', '{"message":"Not Found"}')],
    ['nothing', raw(404, 'text/plain', '')],
  ] as const;
  test.each(allCalls.flatMap((name) => answers.map(([what, step]) => ({ name, what, step }))))(
    '$name: $what',
    async ({ name, step }) => {
      const error = await expectEnd(name, step, endAt(name));
      expect(error).toMatchObject({ code: 'route_not_found' });
      expect(worded(error)).toMatch(/127\.0\.0\.1:\d+ .*Check the base URL/);
      expect(error.serviceMessage).toBeUndefined();
    },
  );
});
