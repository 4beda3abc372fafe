import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordText, refusalText } from '../../../src/commands/lookup/card.js';
import { loadActivities } from '../../../src/records/activities.js';
import { partnersText } from '../../../src/commands/lookup/table.js';
import { flat, look, widths } from './looks.js';
import { COMPANY, found, PERSON } from './records.js';
import { runs } from '../../helpers/runs.js';

const NOW = Date.UTC(2026, 0, 8, 1);
const company = (more: Record<string, unknown> = {}, columns = 100, isTTY = false) => {
  const data = { ...COMPANY, ...more };
  return recordText(found('cnpj', data), data, look(columns, isTTY), NOW, {
    partners: partnersText,
  });
};
const person = (more: Record<string, unknown> = {}) =>
  recordText(found('cpf', { ...PERSON, ...more }), { ...PERSON, ...more }, look(80), NOW);

describe('the card of a person', () => {
  it('shows each value once', () => {
    expect(person()).toBe(
      [
        'CPF 529.982.247-25',
        '  Name    Íris Conceição de Teste',
        '  Gender  female',
        '  Born    02/03/1980 (45 years)',
        '',
      ].join('\n'),
    );
  });

  it('leaves out empty fields and shows unknown ones', () => {
    const text = person({ gender: null, situacao: 'Regular', dependentes: ['a', 'b'], lista: [] });
    expect(text).not.toContain('Gender');
    expect(text).not.toContain('lista');
    expect(text).toContain('situacao     Regular\n');
    expect(text).toContain('dependentes  a | b\n');
  });

  it('shows a field that contradicts the others', () => {
    const text = person({ year: 1981, nameUpper: 'OUTRA', cpf: '00000000191' });
    for (const field of ['year', 'nameUpper', 'cpf']) expect(text).toContain(field);
  });

  it('shows the age and the saving of a record from the ledger', () => {
    const { answer, ...rest } = found('cpf', PERSON);
    const lookup = { answer: { ...answer, source: 'ledger' as const }, ...rest };
    expect(recordText(lookup, PERSON, look(80), NOW)).toContain('from the ledger, fetched 20');
    expect(Math.max(...widths(recordText(lookup, PERSON, look(40, true), NOW)))).toBeLessThan(40);
    expect(person()).not.toContain('ledger');
  });

  it('writes no control characters to a terminal', () => {
    expect(person({ name: 'A\u001b[2JB', '\u001b[31mfield': 'x' })).not.toContain('\u001b');
  });
});

describe('the card of a company', () => {
  it('names its activities by the official table', async () => {
    const data = { ...COMPANY, cnaes_secundarios: ['0115600', '9999999'] };
    const activities = await loadActivities();
    const text = recordText(found('cnpj', data), data, look(100), NOW, { activities });
    expect(text).toMatch(/Main activity {8}1091-1\/02 \S+/);
    expect(text).toContain(
      'Other activities     0115-6/00 Cultivo de soja\n' + `${' '.repeat(23)}9999-9/99\n`,
    );
  });

  it('uses the Brazilian formats', () => {
    expect(company()).toBe(`CNPJ 12.ABC.345/01DE-35
  Legal name           PADARIA DE TESTE LTDA
  Registration status  Suspensa since 06/05/2024
  Branch               Matriz
  Legal nature         206-2 Sociedade Empresária Limitada
  Size                 Demais
  Capital              R$ 1.234.567,89
  Simples              yes since 01/01/2010
  MEI                  no
  Main activity        1091-1/02
  Other activities     4712-1/00
                       5611-2/03
  Address              Rua das Invenções, 10, Centro, São Paulo/SP 01000-000
  Phone                (11) 3000-0000, (11) 3000-0001 (fax)
  E-mail               contato@teste.exemplo.com.br
  Partners and managers (QSA)
    Name                         Role                 Since       Document            Kind             Age range
    JOSÉ INVENTADO DA SILVA      Sócio-Administrador  01/01/2010  ***123456**         Pessoa Física    41 a 50 anos
    PARTICIPAÇÕES DE TESTE S.A.  Sócio                            01.234.567/8901-07  Pessoa Jurídica  Não se aplica
`);
  });

  it('states clearly that data were hidden', () => {
    expect(company({ lgpd_anonimizado: true })).toContain('Anonymized           on request');
  });

  it('keeps every field, in any form', () => {
    const odd = { QSA: 'oculto', telefones: 'nenhum', capital_social: 12, novo: { a: [1] } };
    const text = company({ ...odd, opcao_mei: 'N', data_opcao_mei: '2009-07-01', cnpj: 'outro' });
    for (const part of ['oculto', 'nenhum', '{"a":[1]}', 'no (opted in 01/07/2009)', 'outro'])
      expect(text).toContain(part);
    expect(text).toMatch(/Capital +R\$ 12,00|Capital +12/);
  });

  it('shows an unknown field of a partner as a column', () => {
    const QSA = [{ ...COMPANY.QSA[0], pais: 'Portugal' }];
    expect(flat(company({ QSA }, 140))).toContain('Age range pais');
  });

  it('fits every width, with every word of every value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 24, max: 160 }), (columns) => {
        const text = company({ novo_campo_do_servico: 'uma coisa nova' }, columns, true);
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
});

const base = { input: '529.982.247-25', kind: 'cpf', id: '52998224725' } as const;

it('a lookup without a record shows the CPF masked', () => {
  expect(refusalText({ ...base, status: 'not_found', source: 'api' })).toBe(
    '***.982.247-**: not found (free)\n',
  );
  const error = { code: 'network', message: 'Nothing came.', httpStatus: null };
  expect(refusalText({ ...base, status: 'error', error })).toBe('***.982.247-**: Nothing came.\n');
});
