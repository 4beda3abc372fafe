import type * as en from '../../en/errors/service.js';
import type { Obstacle } from '../../../errors/service.js';
import type { TroubleMessages } from '../../reader.js';
import { agree, number, plural, s } from '../words.js';
import { isSentence, isRedirect } from '../../lists.js';
import type { ErrorsOf } from '../../reader.js';

/** What the service answered, or that it did not; its own words replace ours where it sent any. */
export const serviceErrors: ErrorsOf<typeof en.serviceErrors> = {
  key_refused: ({ serviceMessage }) =>
    serviceMessage ?? 'O serviço recusou a chave de API ou a conta. Verifique as duas.',
  insufficient_credits: ({ balance, serviceMessage }) => {
    if (balance !== 'unread') return serviceMessage ?? 'Créditos insuficientes. Verifique o saldo.';
    const words =
      serviceMessage === undefined
        ? ''
        : `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} `;
    return (
      words +
      'Nada foi cobrado: o serviço recusou com HTTP 403, e GET /quota não respondeu, por isso o motivo pode ser os créditos ou a chave. Execute de novo mais tarde.'
    );
  },
  not_found: ({ serviceMessage }) => serviceMessage ?? 'O serviço não tem esse registro.',
  route_not_found: ({ host }) =>
    s`O serviço em ${host} não tem este endereço. Verifique a URL base.`,
  refused_input: ({ serviceMessage }) =>
    serviceMessage ?? 'O serviço recusou a entrada. Corrija-a.',
  rate_limited: ({ serviceMessage }) =>
    serviceMessage ??
    'Limite de requisições atingido, e a espera passaria do prazo. Execute de novo mais tarde.',
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }, { inDoubt }) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'sem status';
    if (!isRedirect(httpStatus))
      return mayHaveCharged
        ? s`O serviço falhou (HTTP ${status}); ${inDoubt()}.`
        : s`O serviço falhou (HTTP ${status}). Tente de novo mais tarde.`;
    const redirected = s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para proteger a chave de API. Verifique a URL base`;
    return mayHaveCharged ? `${redirected}; ${inDoubt()}.` : `${redirected}.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }, { inDoubt }) =>
    serviceMessage ??
    (mayHaveCharged
      ? `O serviço respondeu em um formato não documentado; ${inDoubt()}.`
      : 'O serviço respondeu em um formato não documentado. Verifique a URL base.'),
  network: ({ host, reason, obstacle, mayHaveCharged }, { inDoubt, tooSlow }) => {
    if (reason === 'untrusted')
      return s`Nada foi cobrado: o certificado de ${host} não é confiável. Verifique a URL base e a rede; NODE_EXTRA_CA_CERTS acrescenta uma certificadora, e o Node 22.15 ou mais novo também aceita as do sistema.`;
    if (reason === 'unreachable')
      return s`Nada foi cobrado: não foi possível conectar ao serviço em ${host}${between(obstacle)}. Verifique a URL base e a rede, e tente de novo.`;
    const what = {
      dropped: 'A conexão caiu antes de a resposta chegar inteira',
      timeout: 'O serviço não respondeu a tempo',
      too_large: 'A resposta é maior do que qualquer uma que o serviço documenta',
      bad_proxy: 'A configuração de proxy do ambiente não é válida',
    }[reason];
    if (mayHaveCharged) return `${what}; ${inDoubt()}.`;
    if (reason === 'timeout' && tooSlow !== undefined) return `${what}; ${tooSlow()}.`;
    return reason === 'bad_proxy'
      ? s`${what}. Corrija HTTPS_PROXY e HTTP_PROXY.`
      : s`${what}. Tente de novo.`;
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
  not_covered: () => 'Sem saldo, ou acima do teto de gasto.',
  adopted_part: ({ items, total }) => {
    const rest = items - total;
    return s`A remessa vinculada tem ${total} ${plural(items, 'do identificador', 'dos identificadores')} desta. ${plural(String(rest), 'outro foi descartado pelo serviço sem custo, ou está em outra remessa, que pode tê-lo cobrado', 'outros foram descartados pelo serviço sem custo, ou estão em outra remessa, que pode tê-los cobrado')}: você pode vincular outra remessa no lugar dela, descartar sem custo a mais, ou reenviar, o que pode custar o preço outra vez.`;
  },
  lookup_in_doubt: () =>
    'Uma consulta simples deste identificador ficou sem resposta e pode ter sido cobrada.',
  unnamed: ({ found, unnamed }) =>
    s`O serviço conta ${plural(String(found), 'encontrado', 'encontrados')}, mas ${plural(String(unnamed), 'deles não está', 'deles não estão')} nos resultados.`,
  miscounted: ({ total }) =>
    s`Os números e resultados do serviço não fecham com ${agree(total, 'o identificador', 'os identificadores')} da remessa (${number(total)}).`,
};
