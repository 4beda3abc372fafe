import { transcripts, type Scene } from '../../helpers/transcript.js';
import { expect } from '../../helpers/with-service.js';
import { cpfs } from '../support.js';

const drain =
  (used: number) =>
  ({ server }: Scene) => {
    const once = (line: string) => {
      if (line.startsWith('GET /cpf/bulk'))
        Object.assign(server.book.account, { credits: 0, used });
    };
    Object.assign(server.options, { onRequest: once });
  };

transcripts('bulk-costs', {
  'the balance is used up at the first look': drain(4),
  'others use up the balance at the first look': drain(100),
  'the account has a job with the first two': ({ server }) =>
    fetch(`${server.url}/cpf/bulk`, {
      method: 'POST',
      headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
      body: JSON.stringify({ cpfs: cpfs(2) }),
    }),
});
for (const name of ['bulk-again', 'bulk-limits', 'bulk-unfinished']) transcripts(name);
transcripts('bulk-run', {
  'the service was told CSV, TXT, TXT, Texto': ({ server }) => {
    expect(server.posts.map(({ format }) => format)).toEqual(['CSV', 'TXT', 'TXT', 'Texto']);
  },
});
