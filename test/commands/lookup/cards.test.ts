import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRecord } from '../../../src/commands/lookup/card.js';
import { formatPartners } from '../../../src/commands/lookup/table.js';
import type { LookupResult } from '../../../src/lookups/answer.js';
import { goldenData } from '../../contract/calls.js';
import { runs } from '../../helpers/runs.js';
import { look } from './looks.js';

it('the card of a company fits every width, with every word of every value', () => {
  const company = goldenData('cnpj') as { readonly QSA: readonly { nome_socio: string }[] };
  const data = { ...company, novo_campo_do_servico: 'uma coisa nova' };
  const id = '12ABC34501DE35';
  const lookup: LookupResult = {
    answer: { input: id, kind: 'cnpj', id, status: 'found', source: 'ledger', data },
    answeredAt: Date.UTC(2026, 0, 5),
  };
  const words = ['umacoisanova', ...company.QSA.flatMap((one) => one.nome_socio.split(' '))];
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 160 }), (columns) => {
      const now = Date.UTC(2026, 0, 8);
      const text = formatRecord(lookup, data, look(columns, true), now, { formatPartners });
      // eslint-disable-next-line no-control-regex
      const lines = text.replaceAll(/\u001b\[\d+m/g, '').split('\n');
      for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(columns);
      for (const word of words) expect(text.replaceAll(/\s/g, '')).toContain(word);
    }),
    { numRuns: runs(100) },
  );
});
