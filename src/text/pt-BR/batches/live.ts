import type { Catalogue } from '../../voice.js';

/** What moves in a terminal. */
export const live: Catalogue = {
  '{0} h {1} min': '{0} h {1} min',
  '{0} min {1} s': '{0} min {1} s',
  '{0} s': '{0} s',
  '{0} per second': '{0} por segundo',
  'is being read': 'em leitura',
  'the result is being written': 'gravando o resultado',
  'records are being counted': 'contando os registros',
  '{0#row|rows} unpacked': '{0#linha descompactada|linhas descompactadas}',
  '{0} of {1#row|rows} written': '{0} de {1#linha gravada|linhas gravadas}',
  '{0} of {1#record|records} counted': '{0} de {1#registro contado|registros contados}',
  '{0}{1} of {2}': '{0}{1} de {2}',
  '{0}, about {1} left': '{0}, faltam cerca de {1}',
  '{0#credit|credits}': '{0#crédito|créditos}',
  'and {0#more job|more jobs}': 'e mais {0#remessa|remessas}',
  '{0#job|jobs} ended, {1} found': '{0#remessa terminada|remessas terminadas}, {1} encontrados',
  'job {0}': 'remessa {0}',
  'asks the service': 'consulta o serviço',
  'is being sent': 'sendo enviada',
  'waits for the next minute, {0}': 'aguarda o próximo minuto, {0}',
  'the service asks to wait, {0}': 'o serviço pede para aguardar, {0}',
  'no usable answer; again in {0}': 'sem resposta válida; nova tentativa em {0}',
  'looks whether it was charged, {0}': 'apura se houve cobrança, {0}',
  '[count] {0} of {1}': '{0} de {1}',
  '{0} of {1#identifier|identifiers} answered':
    '{0} de {1#identificador respondido|identificadores respondidos}',
  '{0#identifier|identifiers}': '{0#identificador|identificadores}',
  'line {0}, ': 'linha {0}, ',
  '{0}: not found (free)': '{0}: não encontrado (grátis)',
  'For a list, bulk run sends up to 10,000 identifiers in one request.':
    'Para uma lista, bulk run envia até 10.000 identificadores em uma só requisição.',
};
