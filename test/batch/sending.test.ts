import { ConfereError } from '../../src/base/errors.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';
import { tested } from '../ledger/support.js';
import { stories } from './stories.js';
import { cpfAt, cpfs, type RunOptions } from './support.js';

const FIT = { limits: { fitBalance: true } };
const ids = cpfs(40);
const isEven = (id: string) => ids.indexOf(id) % 2 === 0;
/** CPF, CNPJ, CPF, … */
const both = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? makeCpf(n) : makeCnpj(n)));

stories('what a batch sends', {
  'identifiers in doubt in another batch are refused, and sent with `fresh`': [
    { submissions: ['drop_after'] },
    async ({ run, agree }) => {
      await run(10);
      await agree();
      const shared = [...cpfs(5), ...cpfs(5, 11)];
      await run(shared);
      await run(shared, { limits: { fresh: true } });
    },
  ],
  'the lease is confirmed before every attempt, and a run that has lost it sends nothing more': [
    { submissions: [502] },
    async ({ run, ledger, note, service }) => {
      const confirmHold = () => {
        const attempts = service.count('POST');
        note(`confirmed after ${attempts} requests`);
        const lost = new ConfereError('batch_lost', { batch: 'b000000001', by: null });
        return attempts === 0 ? Promise.resolve() : Promise.reject(lost);
      };
      await run(3, { ledger: { ...ledger(), confirmHold } });
      await run(3);
    },
  ],
  'a job that the service refuses although the balance covers it is tried again with a tenth': [
    { credits: 60 },
    async ({ run, agree, client, clientWith, service }) => {
      await agree();
      const stale = await client.quota();
      service.book.account.credits = 20;
      const quota = () => (service.book.jobs.length > 0 ? client.quota() : Promise.resolve(stale));
      await run(60, { ...FIT, client: clientWith({ quota }) });
    },
  ],
});

stories('identifiers that are planned again', {
  'consent covers sending failed identifiers again, but not those left pending for lack of credits':
    [
      { credits: 10, jobs: [{ failAfter: 5 }] },
      async ({ run, agree, service }) => {
        await agree();
        const onEvent: RunOptions['onEvent'] = ({ type }) => {
          if (type === 'planned_again') service.book.account.credits = 1_000;
        };
        await run(20, { ...FIT, onEvent });
      },
    ],
  'the rest of a failed job is not sent again if the wait before it would pass the deadline': [
    { jobs: [{ failAfter: 3 }] },
    async ({ run, clock }) => {
      // The second poll, 15 s after the submission, shows that it has failed.
      await run(10, { deadline: clock.now() + 17_000 });
      await run(10);
    },
  ],
  'skipped identifiers wait until the user resumes, and then those without a record are sent': [
    { jobs: [{ skipLast: 4 }] },
    async ({ run, service, ledger, clock }) => {
      await run(10);
      service.book.account.credits = 3;
      await run(10, { resumes: true });
      // A guard changes nothing (contract, "Money" 4): what a run left before, it leaves now.
      await run(10);
      await tested(ledger()).keepPaid(cpfAt(10), clock.now());
      // Records that were found since the reading count.
      service.book.account.credits = 4;
      await run(10, { resumes: true, limits: { reuseSince: 0 } });
    },
  ],
});

stories('what --fit-balance spends', {
  '--fit-balance spends no credits that arrive after the user confirmed': [
    { credits: 10, isFound: isEven },
    async ({ run, service, note }) => {
      const confirm = ({ worstCase }: { readonly worstCase: number }) => {
        note(`the user confirms ${worstCase} credits`);
        service.book.account.credits += 100;
        return Promise.resolve(true);
      };
      await run(ids, { limits: { fitBalance: true, confirm } });
    },
  ],
});

stories('batches of both kinds', {
  'identifiers of the kind that a limit covers are sent, although the limit covers none of the other kind':
    [
      {},
      async ({ run, agree }) => {
        await agree('cnpj 1');
        const limits = { maxCredits: 2, fitBalance: true };
        await run(both(7), { limits, terms: { cpf: 3, cnpj: 1 } });
      },
    ],
  'a job is adopted for a job of its own kind alone, through the endpoint of that kind': [
    { submissions: ['drop_after', 'drop_after'] },
    async ({ run, decide, jobId }) => {
      const { batch } = await run(both(8));
      await decide(batch, 'abandon');
      await run(both(8));
      // Then the CNPJs were sent, and their answer was lost too.
      await decide(batch, { adopt: jobId(1) }, { seq: 2 });
      await decide(batch, { adopt: jobId(2) });
      await run(both(8));
    },
  ],
});
