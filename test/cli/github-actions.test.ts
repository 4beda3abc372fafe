import { formatMarkdownTable } from '../../src/commands/shared/step-summary.js';
import { formatAnnotation } from '../../src/terminal/github.js';
import { transcripts } from '../helpers/transcript.js';
import { describe, expect, it } from '../helpers/with-service.js';

transcripts('github-actions');

describe('what the runner of GitHub Actions reads', () => {
  it('an annotation has no line break and no percent of its own', () => {
    expect(formatAnnotation('error', '100%\r\n::set-env::')).toBe(
      '::error::100%25%0D%0A::set-env::\n',
    );
  });

  it('names in a table are no markup', () => {
    const text = formatMarkdownTable('x', ['a'], [['<img>|[b](c) `d`\n# e']]);
    expect(text.split('\n')[4]).not.toMatch(/[<>[\]`]|\|.*\|.*\|/);
  });
});
