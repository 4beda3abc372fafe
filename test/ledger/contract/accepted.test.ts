import { expect } from 'vitest';
import { computeSentCheck, type Acceptance } from '../../../src/ledger/accepted.js';
import type { AcceptanceVerdict } from '../../../src/ledger/index.js';
import type { TestLedger } from '../support.js';
import { contractOf } from './engines.js';

const FIVE = ['d', 'b', 'e', 'a', 'c'];
const PLANNED = { id: 'abc0000000', inputHash: null };

/** The service took these identifiers as job `seq`; its id is theirs. */
function answer(job: number, sent: string, more: Partial<Acceptance> = {}): Acceptance {
  const outcome = { is: 'accepted', jobId: `of ${sent}`, rejected: 0 } as const;
  const check = computeSentCheck(PLANNED, outcome.jobId, sent.split(''));
  const facts = { job, submittedAt: 5, outcome, at: 6, price: 2, items: sent.length, check };
  return { ...facts, ...more };
}

/** Each job as its number, state, size and job id. */
const jobsOf = async (ledger: TestLedger) =>
  (await ledger.readJobs(1)).map(({ seq, state, items, jobId }) =>
    [seq, state, items, jobId].filter((each) => each !== null).join(' '),
  );

/** The jobs of a plan of five when a backup was made, by what had happened until then. */
const BACKUPS = {
  nothing: () => Promise.resolve(),
  'a split': async (own: TestLedger) => void (await own.splitJob(1, 1, 2)),
  'a submission of all that was refused later': (own: TestLedger) => own.begin(1, { at: 3 }),
  'a doubt that ended later': (own: TestLedger) => own.doubt(1),
} as const satisfies Record<string, (own: TestLedger) => Promise<unknown>>;

type Backup = keyof typeof BACKUPS;
const RETURNS: Record<string, [backup: Backup, answers: Acceptance[], after: string[]]> = {
  'a whole job': ['nothing', [answer(1, 'dbeac')], ['1 accepted 5 of dbeac']],
  'a part of a job, as the split before the submission left it': [
    'nothing',
    [answer(1, 'db')],
    ['1 accepted 2 of db', '2 planned 3'],
  ],
  'all parts of a job': [
    'nothing',
    [answer(1, 'd'), answer(3, 'be'), answer(2, 'ac')],
    ['1 accepted 1 of d', '2 accepted 2 of ac', '3 accepted 2 of be'],
  ],
  'the second of two jobs': ['a split', [answer(2, 'eac')], ['1 planned 2', '2 accepted 3 of eac']],
  'a part that was sent after a refusal': [
    'a submission of all that was refused later',
    [answer(1, 'db')],
    ['1 accepted 2 of db', '2 planned 3'],
  ],
  'a whole job that was sent again after a doubt': [
    'a doubt that ended later',
    [answer(1, 'dbeac')],
    ['1 accepted 5 of dbeac'],
  ],
};

contractOf('a job id that the ledger does not have', (it) => {
  it.for(Object.entries(RETURNS))(
    'a job id that the ledger does not have is stored for %s',
    async ([, [backup, answers, after]], own) => {
      await own.plannedBatch(FIVE);
      await BACKUPS[backup](own);
      for (const one of answers) expect(await own.storeAcceptance(1, one)).toBe('came_back');
      expect(await jobsOf(own)).toEqual(after);
      const known = (await own.readJobs(1)).find(({ seq }) => seq === answers[0]?.job);
      expect(known).toMatchObject({ submittedAt: 5, acceptedAt: 6, price: 2, verdict: null });
      for (const one of answers) expect(await own.storeAcceptance(1, one)).toBe('not_needed');
    },
  );

  it.for<[string, Backup, Acceptance, AcceptanceVerdict]>([
    ['other identifiers were sent', 'nothing', answer(1, 'dbx'), 'misfit'],
    ['they were sent in another order', 'nothing', answer(1, 'bd'), 'misfit'],
    ['more were sent', 'a split', answer(1, 'dbe'), 'misfit'],
    ['no job begins with them', 'nothing', answer(2, 'be'), 'misfit'],
    ['another job has its number', 'a split', answer(1, 'eac'), 'misfit'],
    ['the checksum is gone', 'nothing', answer(1, 'db', { check: undefined }), 'misfit'],
    ['the checksum is that of another id', 'nothing', { ...answer(1, 'db'), outcome: { is: 'accepted', jobId: 'x', rejected: 0 } }, 'misfit'], // prettier-ignore
    ['a doubt is younger', 'a doubt that ended later', answer(1, 'dbeac', { submittedAt: 0 }), 'not_needed'], // prettier-ignore
  ])('a job id changes nothing if %s', async ([, backup, one, end], own) => {
    await own.plannedBatch(FIVE);
    await BACKUPS[backup](own);
    const before = [await jobsOf(own), await own.everything(FIVE)];
    expect(await own.storeAcceptance(1, one)).toBe(end);
    expect([await jobsOf(own), await own.everything(FIVE)]).toEqual(before);
  });

  it('a job that waits for its job id gets it, whatever identifiers the file names', async (own) => {
    await own.plannedBatch(FIVE);
    await own.begin(1, { at: 5 });
    expect(await own.findWithoutJobIds(['abc0000000', 'other'])).toEqual([
      { num: 1, id: 'abc0000000' },
    ]);
    expect(await own.storeAcceptance(1, answer(1, 'x', { check: undefined }))).toBe('stored');
    expect(await jobsOf(own)).toEqual(['1 accepted 5 of x']);
    expect(await own.findWithoutJobIds(['abc0000000'])).toEqual([]);
  });

  it('an abandoned job gets the job id of its own submission, and no other one', async (own) => {
    await own.plannedBatch(FIVE);
    await own.doubt(1);
    await own.abandon(1, [1], 4);
    expect(await own.storeAcceptance(1, answer(1, 'dbeac'))).toBe('misfit');
    expect(await own.storeAcceptance(1, answer(1, 'dbeac', { submittedAt: 1 }))).toBe('stored');
    expect(await jobsOf(own)).toEqual(['1 accepted 5 of dbeac']);
  });
});
