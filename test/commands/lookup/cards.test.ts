import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordText } from '../../../src/commands/lookup/card.js';
import { partnersText } from '../../../src/commands/lookup/table.js';
import { look, widths } from './looks.js';
import { COMPANY, found, PERSON } from './records.js';
import { runs } from '../../helpers/runs.js';

const NOW = Date.UTC(2026, 0, 8, 1);

it('the card of a company fits every width, with every word of every value', () => {
  const data = { ...COMPANY, novo_campo_do_servico: 'uma coisa nova' };
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 160 }), (columns) => {
      const partners = { partners: partnersText };
      const text = recordText(found('cnpj', data), data, look(columns, true), NOW, partners);
      expect(Math.max(...widths(text))).toBeLessThanOrEqual(columns);
      const squeezed = text.replaceAll(/\s/g, '');
      for (const { nome_socio } of COMPANY.QSA)
        for (const word of nome_socio.split(' ')) expect(squeezed).toContain(word);
      for (const part of ['R$1.234.567,89', 'contato@teste.exemplo.com.br', 'umacoisanova'])
        expect(squeezed).toContain(part);
    }),
    { numRuns: runs(100) },
  );
});

it('the line about a record from the ledger fits a narrow terminal', () => {
  const { answer, ...rest } = found('cpf', PERSON);
  const lookup = { answer: { ...answer, source: 'ledger' as const }, ...rest };
  expect(Math.max(...widths(recordText(lookup, PERSON, look(40, true), NOW)))).toBeLessThan(40);
});
