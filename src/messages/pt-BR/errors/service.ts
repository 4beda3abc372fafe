import type * as en from '../../en/errors/service.js';
import type { Obstacle } from '../../../errors/service.js';
import type { TroubleMessages } from '../../reader.js';
import { agree, number, plural, s } from '../words.js';
import { isSentence, isRedirect } from '../../lists.js';
import type { ErrorsOf } from '../../reader.js';

/** What the service answered, or that it did not; its own words replace ours where it sent any. */
export const serviceErrors: ErrorsOf<typeof en.serviceErrors> = {
  key_refused: ({ serviceMessage }) =>
    serviceMessage ?? 'O serviço recusou a chave de API ou a conta; verifique as duas.',
  insufficient_credits: ({ balance, serviceMessage }) => {
    if (balance !== 'unread') return serviceMessage ?? 'Créditos insuficientes; verifique o saldo.';
    const words =
      serviceMessage === undefined
        ? ''
        : `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} `;
    return (
      words +
      'O serviço recusou com HTTP 403, e GET /quota não respondeu para dizer se é por causa dos créditos ou da chave; nada foi cobrado. Execute de novo mais tarde.'
    );
  },
  not_found: ({ serviceMessage }) => serviceMessage ?? 'O serviço não tem esse registro.',
  route_not_found: ({ host }) =>
    s`O serviço em ${host} não reconhece este endereço; verifique a URL base.`,
  refused_input: ({ serviceMessage }) =>
    serviceMessage ?? 'O serviço recusou a entrada; corrija-a.',
  rate_limited: ({ serviceMessage }) =>
    serviceMessage ??
    'Limite de requisições atingido, e a espera passaria do prazo; execute de novo mais tarde.',
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }, { inDoubt }) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'sem status';
    if (!isRedirect(httpStatus))
      return s`O serviço falhou com HTTP ${status}; ${mayHaveCharged ? inDoubt() : 'tente de novo mais tarde'}.`;
    return mayHaveCharged
      ? s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para não expor a chave de API. Verifique a URL base; ${inDoubt()}.`
      : s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para não expor a chave de API. Verifique a URL base.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }, { inDoubt }) =>
    serviceMessage ??
    s`O serviço respondeu de uma forma não documentada; ${mayHaveCharged ? inDoubt() : 'verifique a URL base'}.`,
  network: ({ host, reason, obstacle, mayHaveCharged }, { inDoubt, tooSlow }) => {
    if (reason === 'untrusted')
      return s`O certificado de ${host} não é confiável (NODE_EXTRA_CA_CERTS acrescenta autoridades; a partir do Node 22.15, as do sistema também valem); nada foi cobrado. Verifique a URL base e a rede, e tente de novo.`;
    if (reason === 'unreachable')
      return s`Não foi possível conectar ao serviço em ${host}${between(obstacle)}; nada foi cobrado. Verifique a URL base e a rede, e tente de novo.`;
    const what = {
      dropped: 'A conexão caiu antes de a resposta chegar inteira',
      timeout: 'O serviço não respondeu a tempo',
      too_large: 'A resposta é maior do que qualquer uma que o serviço documenta',
      bad_proxy: 'A configuração de proxy do ambiente não pode ser usada',
    }[reason];
    if (mayHaveCharged) return `${what}; ${inDoubt()}.`;
    if (reason === 'timeout' && tooSlow !== undefined) return `${what}; ${tooSlow()}.`;
    return reason === 'bad_proxy'
      ? s`${what}; corrija HTTPS_PROXY e HTTP_PROXY.`
      : s`${what}; tente de novo.`;
  },
  interrupted: (facts, { stopped }) =>
    'during' in facts
      ? stopped(facts)
      : (facts.serviceMessage ?? 'Interrompido antes de o serviço responder.'),
  terminated: (facts, { stopped }) => stopped(facts),
};

function between({ proxyStatus, code, address }: Obstacle): string {
  if (proxyStatus !== undefined) return s` (o proxy respondeu ${proxyStatus})`;
  if (code === undefined) return '';
  return address === undefined ? ` (${code})` : s` (${code} em ${address})`;
}

/** Why a job failed or its outcome is unknown, where no request says it. */
export const troubles: TroubleMessages = {
  run_ended: () => 'A execução terminou antes de a resposta chegar.',
  not_covered: () => 'Não enviado: o saldo ou um teto de gasto não o cobria.',
  adopted_part: ({ items, total }) => {
    const rest = items - total;
    return s`A remessa vinculada tem ${total} ${plural(items, 'do identificador', 'dos identificadores')} deste; ${plural(String(rest), 'outro foi descartado pelo serviço sem custo, ou outra remessa o recebeu e pode tê-lo cobrado', 'outros foram descartados pelo serviço sem custo, ou outra remessa os recebeu e pode tê-los cobrado')}. Outra remessa pode ser vinculada no lugar dela. Descartar não custa mais nada; reenviar pode custar o preço outra vez.`;
  },
  lookup_in_doubt: () =>
    'Uma consulta avulsa deste identificador ficou sem resposta e pode ter sido cobrada.',
  unnamed: ({ found, unnamed }) =>
    s`O serviço conta ${plural(String(found), 'encontrado', 'encontrados')}, mas ${plural(String(unnamed), 'deles não está', 'deles não estão')} nos resultados.`,
  miscounted: ({ total }) =>
    s`Os números e resultados que o serviço mostra não explicam ${agree(total, 'o identificador', 'os identificadores')} da remessa (${number(total)}).`,
};
