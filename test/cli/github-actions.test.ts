import { markdownTable } from '../../src/commands/shared/step-summary.js';
import { annotation } from '../../src/terminal/github.js';
import { transcripts } from '../helpers/transcript.js';
import { describe, expect, it } from '../helpers/with-service.js';
import { sized } from './support.js';

const ACTIONS = 'GITHUB_ACTIONS=true CI=true GITHUB_STEP_SUMMARY=summary.md';

transcripts('github actions', [
  [
    'errors are annotations too, masked, but not under --json',
    {},
    `${ACTIONS} bulk check {1}.csv`,
    `${ACTIONS} bulk check none.csv --timestamps`,
    `${ACTIONS} bulk check none.csv --json`,
    'bulk check none.csv',
  ],
  [
    'a run and the balance write a table into the summary of the step',
    { files: { 'a|b.csv': `${sized(2)}11111111111\n`, 'none.csv': 'cpf\n1\n' } },
    `${ACTIONS} bulk run a|b.csv none.csv --keep-going -q`,
    `${ACTIONS} bulk run a|b.csv -q`,
    `${ACTIONS} quota --min 1 -q`,
  ],
  [
    'a low balance and a limit of requests are warnings',
    { credits: 0 },
    `${ACTIONS} quota`,
    { service: 'GET /quota', does: { status: 429, headers: { 'retry-after': '2' }, body: {} } },
    `${ACTIONS} quota --min 0`,
  ],
]);

describe('what the runner of GitHub Actions reads', () => {
  it('an annotation has no line break and no percent of its own', () => {
    expect(annotation('error', '100%\r\n::set-env::')).toBe('::error::100%25%0D%0A::set-env::\n');
  });

  it('names in a table are no markup', () => {
    const text = markdownTable('x', ['a'], [['<img>|[b](c) `d`\n# e']]);
    expect(text.split('\n')[4]).not.toMatch(/[<>[\]`]|\|.*\|.*\|/);
  });
});
