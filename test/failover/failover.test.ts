import { describe, expect, it } from 'vitest';
import { HAS_SERVER } from '../helpers/postgres/shared.js';
import { campaign, repeat } from './campaign.js';
import type { Fault } from './faults.js';

/** What `npm run failover` asks for, as its options have it. */
interface Asked {
  readonly every: string;
  readonly from: string;
  readonly minutes: string;
  readonly faults: string;
  readonly only?: string;
}

const MINUTE = 60_000;
/** A few points; `npm run failover` lets every fault come before every statement. */
const SAMPLE: Asked = { every: '190', from: '41', minutes: '0.12', faults: '' };

const given = process.env['CONFERE_FAILOVER'];
const asked = given === undefined ? SAMPLE : (JSON.parse(given) as Asked);

describe.skipIf(!HAS_SERVER)(
  'a machine on a shared ledger',
  { timeout: given === undefined ? 120_000 : 0 },
  () => {
    it('dies, stands still or loses its database before any statement, and nobody pays twice', async () => {
      const said: string[] = [];
      const say = (line: string) => {
        said.push(line);
        if (given !== undefined) process.stdout.write(`${line}\n`);
      };
      const { every, from, minutes, faults, only } = asked;
      const options = {
        every: Number(every),
        from: Number(from),
        end: Date.now() + Number(minutes) * MINUTE,
        only: faults.split(',').filter((name): name is Fault => name !== ''),
        say,
      };
      const failures = await (only === undefined ? campaign(options) : repeat(only, say));
      expect(failures, said.join('\n')).toBe(0);
    });
  },
);
