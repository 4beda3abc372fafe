import type { Obstacle } from '../../errors/service.js';
import type * as en from '../en/errors-service.js';
import { isRedirect, isSentence } from '../words.js';
import type { CommandErrorsOf, ErrorsOf, TroubleMessages } from '../reader.js';
import { agree, number, phrases, plural, s, second } from './phrases.js';

const STARTS_EMPTY =
  ' Com CONFERE_HOME em outra pasta, o confere começa do zero: o que está em andamento ou já foi pago aqui pode ser cobrado de novo.';

/** The ledger, its files and its database, for every reader. */
export const ledgerErrors: ErrorsOf<typeof en.ledgerErrors> = {
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? s`Nada foi enviado: não foi possível carregar a biblioteca SQLite (${platform} ${arch}). Instale o que ela exige (no Windows, o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute o confere com o Node 24.15 ou mais novo, que já inclui o SQLite.`
      : s`Nada foi enviado: a biblioteca SQLite desta máquina não está instalada (${platform} ${arch}). Instale o confere de novo com as dependências opcionais, ou execute-o com o Node 24.15 ou mais novo, que já inclui o SQLite.`,
  state_unusable: (facts) => {
    if (facts.of === 'sandbox_file')
      return s`O estado do sandbox em ${facts.path} está danificado. Apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`;
    if (facts.of !== 'file')
      return facts.of === 'sandbox'
        ? s`O sandbox não consegue gravar seu estado em ${facts.folder}: ${facts.reason}. Verifique a pasta, ou acrescente --ephemeral para não gravar nada.`
        : s`Não é possível usar os dados em ${facts.folder}: ${facts.reason}. Verifique a pasta.${STARTS_EMPTY}`;
    const advice = {
      full: 'o disco está cheio. Libere espaço',
      unreadable: 'houve um erro de leitura ou gravação. Verifique o disco',
      read_only: 'sem permissão para gravar. Verifique as permissões dele e da pasta',
      cannot_open:
        'não foi possível abrir. Verifique as permissões dele e da pasta, ou feche o programa que o está usando',
      damaged: 'está danificado. Restaure-o de um backup',
      no_database: 'não é um banco de dados. Restaure-o de um backup',
    }[facts.why];
    const isGone = facts.why === 'damaged' || facts.why === 'no_database';
    return s`Não é possível usar o arquivo ${facts.path}: ${advice} e execute o mesmo comando de novo. O que já estava gravado foi mantido.${isGone ? STARTS_EMPTY : ''}`;
  },
  state_busy: ({ path }) =>
    s`Outro programa está usando ${path} há tempo demais. Espere ele terminar e execute o mesmo comando de novo.`,
  ledger_lost: ({ why, place, batches }, { next }) => {
    const lost =
      why === 'missing'
        ? s`Nada foi enviado: o histórico em ${place} sumiu ou está vazio, mas ainda há ${plural(batches, 'lote', 'lotes')} dele ali. Restaure ledger.db de um backup.`
        : s`Nada foi enviado: ${agree(batches, 'falta', 'faltam')} no histórico em ${place} ${plural(batches, 'lote executado', 'lotes executados')} nesta máquina; ele pode ser um backup antigo. Restaure um mais novo.`;
    return next === undefined
      ? s`${lost} Sem backup, mova a pasta dos lotes para outro lugar; o que eles pagaram pode ser cobrado de novo.`
      : s`${lost} Sem backup, '${next.command('ledger check', '--accept')}' aceita o histórico como está; o que falta nele pode ser cobrado de novo.`;
  },
  ledger_newer: () =>
    'O histórico foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.',
  ledger_older: ({ place }) =>
    s`Nada foi alterado: o histórico em ${place} foi gravado por uma versão anterior do confere. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um vazio.`,
  database_unusable: ({ database, why, reason }) => {
    const advice = {
      unreachable: s`o banco de dados está fora do ar (${reason}). Execute o mesmo comando de novo quando ele voltar`,
      read_only: s`está somente leitura no momento (${reason}; failover?). Execute o mesmo comando mais tarde`,
      refused: s`o banco de dados recusou o acesso (${reason}). Verifique o usuário, o arquivo de senhas e as permissões`,
      no_transactions: s`a conexão passa por um pooler no modo statement (${reason}). Configure-o no modo session ou transaction`,
      no_options: s`a conexão passa por um pooler que não aceita PGOPTIONS (${reason}). Remova essa variável`,
      insecure: s`não foi possível verificar o certificado dele (${reason}). Se a certificadora é sua, indique o arquivo dela em sslrootcert`,
      full: s`o disco dele está cheio (${reason}). Libere espaço`,
      encoding: s`a codificação dele é ${reason}, mas os nomes exigem UTF8. Crie o banco de dados com UTF8`,
    }[why];
    return s`Não é possível usar o histórico em ${database}: ${advice}. O que já estava gravado foi mantido.`;
  },
  bad_ledger_url: (facts) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`O endereço do histórico tem uma opção desconhecida: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return (
        where +
        (facts.why === 'password'
          ? 'O endereço do histórico contém uma senha, que outros poderiam ver. Passe a senha para um arquivo de senhas (PGPASSFILE ou ~/.pgpass).'
          : 'O endereço do histórico não é válido. Escreva-o como postgres://usuário@servidor/banco.')
      );
    const insecure = {
      address: s`O banco de dados do histórico está em outra máquina (${facts.host}), e a conexão precisa ser criptografada. Remova sslmode=disable do endereço.`,
      variable: s`O banco de dados do histórico está em outra máquina (${facts.host}), e a conexão precisa ser criptografada. Remova PGSSLMODE=disable do ambiente.`,
    };
    return where + insecure[facts.from];
  },
  ledger_elsewhere: ({ why, place }) =>
    ({
      moved: s`Este histórico foi movido para ${place} e está fechado para consultas. Indique o novo na configuração ledger ou em CONFERE_LEDGER, ou remova as duas se ele estiver nesta máquina.`,
      moving: s`Este histórico está sendo copiado para ${place} e fica fechado para consultas até a cópia terminar ou ser desfeita.`,
      copying: s`Uma cópia de ${place} para este histórico foi interrompida. Execute a mesma cópia de novo.`,
    })[why],
  others_settling: ({ batch, by }) =>
    s`Nada mais foi enviado: ${by.host} está apurando desde ${second(by.since)} uma cobrança sem confirmação, e o lote ${batch} aguarda. Execute o mesmo comando mais tarde.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? s`Este processo ficou suspenso por tempo demais e perdeu o lote ${batch}. Nada foi alterado depois disso; execute o mesmo comando de novo.`
      : s`Este processo ficou suspenso por tempo demais, e ${by.host} assumiu o lote ${batch} em ${second(by.since)}. Nada foi alterado depois disso; aguarde aquela execução.`,
};

/** The same for the command. */
export const commandLedgerErrors: CommandErrorsOf<typeof en.commandLedgerErrors> = {
  ledger_copy_where: () =>
    'Escolha uma: --to <local> move o histórico, --cancel desfaz uma mudança interrompida.',
  ledger_at_work: ({ why }, next) =>
    ({
      workers: s`Nada foi alterado: o histórico está em uso e não pode ser copiado. Para ver quem o usa: '${next.command('ledger status')}'.`,
      under_way: s`Nada foi alterado: há um envio em andamento, e o histórico não pode ser copiado. Aguarde, ou conclua com '${next.command('bulk resume')}'.`,
      job_id: s`Nada foi alterado: falta registrar o jobId de uma remessa, guardado em arquivo. Execute antes '${next.command('bulk resume')}'.`,
    })[why],
  ledger_not_empty: ({ place }) =>
    s`Nada foi alterado: o histórico em ${place} não está vazio, e uma cópia o substituiria. Escolha outro local.`,
  ledger_differs: ({ table }, next) =>
    s`A cópia é diferente do histórico (${table}) e não foi usada. Execute ${next.again()} de novo; se a diferença continuar, '${next.command('ledger check')}' pode mostrar o motivo.`,
  ledger_unsound: ({ findings }) =>
    s`A verificação encontrou ${plural(findings, 'problema', 'problemas')} (acima). Não envie nada antes de restaurar um backup.`,
};

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

/** Calls of the library. */
export const libraryErrors: ErrorsOf<typeof en.libraryErrors> = {
  bad_argument: ({ argument, given, expected }) => {
    const must =
      typeof expected === 'string'
        ? {
            above_zero: 'um número maior que 0',
            not_negative: 'um número maior ou igual a 0',
            text: 'um texto não vazio',
            texts: 'uma lista de textos',
            date: 'uma Date válida',
            boolean: 'true ou false',
            function: 'uma função',
            signal: 'um AbortSignal',
            options: 'um objeto com opções',
            batch: 'o id de um lote, ou um começo único dele',
            decision: "'abandon', 'resubmit' ou { adopt: jobId }",
            input: 'um caminho, uma lista de identificadores ou um iterável assíncrono de bytes',
            output: 'um caminho, ou um stream de escrita',
            identifiers: 'uma lista de 1 a 10.000 textos',
            prices: 'créditos, não negativos, de cpf, cnpj e realtime',
          }[expected]
        : phrases.oneOf(expected);
    return s`Nada foi enviado: ${argument} deve ser ${must}, e não ${given}.`;
  },
  unknown_argument: ({ near }) =>
    near === undefined
      ? 'Nada foi enviado: as opções têm um nome que a biblioteca não conhece.'
      : s`Nada foi enviado: as opções têm um nome que a biblioteca não conhece. Você quis dizer ${near}?`,
  closed: ({ of }) =>
    of === 'client'
      ? 'Nada foi enviado: este cliente está fechado. Crie outro.'
      : 'Nada foi enviado: este histórico está fechado. Abra-o de novo.',
  confirm_failed: () => 'Nada foi enviado: a função confirm lançou um erro.',
  input_failed: () => 'Nada foi enviado: o iterável com a entrada lançou um erro.',
  input_endless: ({ gigabytes }) =>
    s`Nada foi enviado: o iterável com a entrada tem mais de ${gigabytes} GB e não foi lido até o fim.`,
  stream_closed: () =>
    'O stream foi fechado antes de todo o resultado ser gravado. Os resultados estão salvos; exporte-os de novo.',
  defect: () =>
    'Erro interno do confere; veja a causa. Requisições em andamento podem ter sido cobradas.',
};
