import type { TroubleMessages } from '../reader.js';
import { isSentence, isRedirect } from '../words.js';
import type * as en from '../en/errors-service.js';
import type { Obstacle } from '../../errors/facts.js';
import { agree, n, number, phrases, plural, s } from './phrases.js';

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

export const lookupErrors: typeof en.lookupErrors = {
  bad_birth_date: () =>
    'A data de nascimento deve ser um dia a partir de 1900, na forma DD/MM/AAAA ou DDMMAAAA, e não no futuro.',
  lookup_under_way: () =>
    'Nada foi enviado: outro processo está consultando este identificador. Tente de novo; a resposta dele será reaproveitada.',
  job_under_lookup: ({ job, items }) =>
    s`A remessa ${job} não foi enviada: o prazo terminou com ${n.identifiers(items)} dela ainda em consulta simples. Execute de novo.`,
  not_asked: ({ because }, to) =>
    s`Não enviado, porque uma consulta anterior falhou: ${to.sentence(because)}`,
  empty: ({ kind }) => s`Isto não é um ${kind.toUpperCase()}: está vazio.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? 'Isto não é um CPF: não tem 11 dígitos.'
      : 'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  check_digit: ({ kind }) =>
    s`Isto não é um ${kind.toUpperCase()}: os dígitos verificadores não conferem.`,
  repeated: ({ kind }) =>
    s`Isto não é um ${kind.toUpperCase()}: todos os caracteres são iguais, e um número assim nunca é emitido.`,
  lookup_in_doubt: (facts, next) => {
    const what = (): string => {
      if (facts.why === 'not_settled')
        return s`Execute o mesmo comando de novo${facts.ms === undefined ? '' : s` daqui a ${plural(Math.ceil(facts.ms / 1000), 'segundo', 'segundos')}`} para ver no saldo se houve cobrança.`;
      if (facts.why === 'others_running')
        return s`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${phrases.watching(facts.liveBatches, next)}). Depois, execute o mesmo comando de novo.`;
      if (facts.why === 'other_account')
        return 'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso. Use aquela chave.';
      return facts.prices.length === 0
        ? 'O saldo não permite saber se houve cobrança.'
        : s`O saldo não permite saber se houve cobrança, porque o preço de um registro ainda é desconhecido. Se você sabe o preço, defina (${phrases.prices(facts.prices, next)}) e execute o mesmo comando de novo.`;
    };
    return s`Nada foi enviado: uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada. ${what()} Com --fresh, a consulta é feita agora e pode custar mais ${n.credits(facts.price)}.`;
  },
  lookup_in_batch: ({ batch, state, price }, next) =>
    state === 'running'
      ? s`Nada foi enviado: o lote ${batch} está consultando este identificador. Aguarde com '${next.command('bulk watch', batch)}'; o que ele encontrar não custa mais nada.`
      : s`Nada foi enviado: o lote ${batch} enviou este identificador e ficou sem resposta, por isso pode ter havido cobrança. Resolva com '${next.command('bulk resolve', batch)}'; com --fresh, a consulta é feita agora e pode custar mais ${n.credits(price)}.`,
  terminated: (facts, to) => to.stopped(facts),
};

/** Errors of a request: the service's own words replace ours where it sent any. */
export const serviceErrors: typeof en.serviceErrors = {
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
  rate_limited: ({ serviceMessage, retryAfter }, to) =>
    serviceMessage ??
    `Limite de requisições atingido, e a espera passaria do prazo. ${to.afterLimit(retryAfter)}`,
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }, to) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'sem status';
    if (!isRedirect(httpStatus))
      return mayHaveCharged
        ? s`O serviço falhou (HTTP ${status}); ${to.inDoubt()}.`
        : s`O serviço falhou (HTTP ${status}). Tente de novo mais tarde.`;
    const redirected = s`O serviço redirecionou a requisição (HTTP ${status}); o confere não segue redirecionamentos, para proteger a chave de API. Verifique a URL base`;
    return mayHaveCharged ? `${redirected}; ${to.inDoubt()}.` : `${redirected}.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }, to) =>
    serviceMessage ??
    (mayHaveCharged
      ? `O serviço respondeu em um formato não documentado; ${to.inDoubt()}.`
      : 'O serviço respondeu em um formato não documentado. Verifique a URL base.'),
  network: ({ host, reason, obstacle, mayHaveCharged }, to) => {
    if (reason === 'untrusted')
      return s`Nada foi cobrado: o certificado de ${host} não é confiável. Verifique a URL base e a rede; NODE_EXTRA_CA_CERTS acrescenta uma certificadora, e NODE_USE_SYSTEM_CA=1 as do sistema.`;
    if (reason === 'unreachable')
      return s`Nada foi cobrado: não foi possível conectar ao serviço em ${host}${between(obstacle)}. Verifique a URL base e a rede, e tente de novo.`;
    const what = {
      dropped: 'A conexão caiu antes de a resposta chegar inteira',
      timeout: 'O serviço não respondeu a tempo',
      too_large: 'A resposta é maior do que qualquer uma que o serviço documenta',
      bad_proxy: 'A configuração de proxy do ambiente não é válida',
    }[reason];
    if (mayHaveCharged) return `${what}; ${to.inDoubt()}.`;
    if (reason === 'timeout') return `${what}; ${to.tooSlow()}.`;
    return reason === 'bad_proxy'
      ? s`${what}. Corrija HTTPS_PROXY e HTTP_PROXY.`
      : s`${what}. Tente de novo.`;
  },
  interrupted: (facts, to) =>
    'during' in facts
      ? to.stopped(facts)
      : (facts.serviceMessage ?? 'Interrompido antes de o serviço responder.'),
};
