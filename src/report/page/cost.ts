import type { ReportNumbers } from '../index.js';
import { html, nothing, type Markup } from './markup.js';
import type { Words } from './page-language.js';

/** What the batch cost, and what it did not. */
export function costSection(words: Words, { totals }: ReportNumbers): Markup {
  const { credits, notFound, duplicates, invalid, found } = totals;
  const share = words.share(credits.saved, found);
  const saved =
    credits.saved === 0
      ? nothing
      : html`<p class="hint">${words.say`The ledger answered ${share} of what was found.`}</p>`;
  return html`<section>
    <h2>${words.say`Cost and savings`}</h2>
    <div class="columns">
      <div class="card">
        <h3>${words.say`Credits`}</h3>
        ${costTable(words, [
          [words.say`Maximum, if everything sent were found`, credits.estimated],
          [words.say`Charged: found and paid for by this batch`, credits.charged],
          [words.say`Saved: answered from the ledger, paid for before`, credits.saved],
        ])}
        ${saved}
      </div>
      <div class="card">
        <h3>${words.say`Not charged`}</h3>
        ${costTable(words, [
          [words.say`Identifiers not found: looked up, not charged`, notFound],
          [words.say`Duplicate rows: looked up once, charged once`, duplicates],
          [words.say`Invalid rows: not charged`, invalid],
        ])}
      </div>
    </div>
    <p class="hint">
      ${words.say`Counted at the usual price of one credit for each identifier found; a plan may have its own, and the bill is what the service says.`}
    </p>
  </section>`;
}

function costTable(
  words: Words,
  rows: readonly (readonly [label: string, count: number])[],
): Markup {
  return html`<table class="bars">
    <tbody>
      ${rows.map(
        ([label, count]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${words.count(count)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
