import type { ReportNumbers } from '../index.js';
import { html, nothing, type Markup } from './markup.js';
import type { TextKey } from './english.js';
import type { Words } from './words.js';

/** What the batch cost, and what it did not. */
export function costSection(words: Words, { totals }: ReportNumbers): Markup {
  const { credits, notFound, duplicates, invalid, found } = totals;
  const share = words.share(credits.saved, found);
  const saved =
    credits.saved === 0
      ? nothing
      : html`<p class="hint">${words.text('cost.savedShare', { share })}</p>`;
  return html`<section>
    <h2>${words.text('cost.heading')}</h2>
    <div class="columns">
      <div class="card">
        <h3>${words.text('cost.credits')}</h3>
        ${costTable(words, [
          ['cost.estimated', credits.estimated],
          ['cost.charged', credits.charged],
          ['cost.saved', credits.saved],
        ])}
        ${saved}
      </div>
      <div class="card">
        <h3>${words.text('cost.freeHeading')}</h3>
        ${costTable(words, [
          ['cost.free', notFound],
          ['cost.duplicates', duplicates],
          ['cost.invalid', invalid],
        ])}
      </div>
    </div>
    <p class="hint">${words.text('cost.note')}</p>
  </section>`;
}

function costTable(words: Words, rows: readonly (readonly [TextKey, number])[]): Markup {
  return html`<table class="bars">
    <tbody>
      ${rows.map(
        ([key, count]) =>
          html`<tr>
            <th scope="row">${words.text(key)}</th>
            <td>${words.count(count)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
