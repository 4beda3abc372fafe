import { by, given, inside, is, m, next, pick, when, where } from '../sentence.js';
import * as words from '../words.js';
import type * as en from '../en/errors.js';
import { agree, count, n, num, phrases, s, second, unexpectedCharges } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Escolha: '${next.command('bulk resolve', 'batch', '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' vincula a remessa que está no serviço, sem custo a mais (o suporte dele ou o log de um proxy pode informar o jobId); '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia ${agree('items', 'o identificador', 'os identificadores')} por até ${n.credits('cost')}, e você paga duas vezes se o serviço já ${agree('items', 'o recebeu', 'os recebeu')}.`;

export const declined = pick('nothing', {
  changed: 'Nada foi alterado.',
  sent: 'Nada foi enviado.',
});

const fitOrWait = where(
  is.divisible,
  m` Use --fit-balance para enviar o que ele cobre${next.shown('--fit-balance')}`,
  m` Execute ${next.again} de novo quando houver créditos`,
);

const withoutFresh = where(
  is.fresh,
  ' (sem --fresh, para que o que já foi respondido não seja cobrado de novo)',
);

/** In a list, the others of it are paid for again. */
const lookedUpNow = where(
  is.list,
  m` Para consultar agora, execute só este identificador com --fresh, o que pode custar mais ${n.credits('price')}; com a lista inteira, --fresh paga de novo por cada identificador.`,
  m` Com --fresh, a consulta é feita agora e pode custar mais ${n.credits('price')}.`,
);

const startsEmpty = m` Com CONFERE_HOME em outra pasta, o confere começa do zero: o que está em andamento ou já foi pago aqui pode ser cobrado de novo.`;

/** The sentence of each other error code that programs meet, too. */
export const errors: typeof en.errors = () => ({
  no_sqlite: m`Nada foi enviado: não foi possível carregar a biblioteca SQLite (${'platform'} ${'arch'}). Instale o confere de novo com as dependências opcionais (no Windows, também o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute-o com o Node 24.15 ou mais novo, que já inclui o SQLite.`,
  state_unusable: pick('of', {
    sandbox_file: m`O estado do sandbox em ${'path'} está danificado ou não foi criado pelo confere. Apague ou mova o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`,
    value: m`O histórico tem na tabela ${'table'} um valor danificado ou que o confere não gravou. Restaure-o de um backup e execute o mesmo comando de novo.`,
    batch: m`Nada foi alterado: o histórico tem um lote que o confere não criou (${'batch'}). Quem cuida do histórico pode apagar essa linha da tabela batches ou restaurar um backup.`,
    sandbox: m`Não é possível usar os dados em ${'folder'}: ${'reason'}. Verifique a pasta.`,
    ledger: m`Não é possível usar os dados em ${'folder'}: ${'reason'}. Verifique a pasta.${startsEmpty}`,
    file: m`Não é possível usar o arquivo ${'path'}: ${pick('why', {
      full: 'o disco está cheio. Libere espaço',
      unreadable: 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele',
      refused: 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele',
      damaged: 'está danificado. Restaure-o de um backup',
      foreign:
        'não foi criado pelo confere (é um link, ou um banco de dados com views ou triggers). Restaure-o de um backup',
    })} e execute o mesmo comando de novo. O que já estava gravado foi mantido.${when('why', 'damaged', startsEmpty)}${when('why', 'foreign', startsEmpty)}`,
  }),
  program_gone: m`O confere foi atualizado ou removido enquanto este processo estava em execução, e não pode continuar. Inicie-o de novo (instale-o de novo, se foi removido); o que já estava salvo foi mantido.`,
  state_busy: m`Outro programa está usando ${'path'} há tempo demais. Espere ele terminar e execute o mesmo comando de novo.`,
  ledger_lost: m`${pick('why', {
    missing: m`Nada foi enviado: o histórico em ${'place'} sumiu ou está vazio, mas ainda há ${n.batches('batches')} dele ali. Restaure ledger.db de um backup.`,
    behind: m`Nada foi enviado: ${agree('batches', 'falta', 'faltam')} no histórico em ${'place'} ${count('batches', 'lote executado', 'lotes executados')} nesta máquina; ele pode ser um backup antigo. Restaure um mais novo.`,
    jobs: m`Nada foi enviado: ${agree('jobs', 'falta', 'faltam')} no histórico ${count('jobs', 'remessa', 'remessas')} do lote ${'batch'} que o serviço aceitou, e o que ele enviaria no lugar é diferente; ele pode ser um backup antigo. Restaure um mais novo.`,
  })} Sem backup, '${next.command('ledger check', '--accept')}' aceita o histórico como está; o que falta nele pode ser cobrado de novo.`,
  ledger_newer: m`O histórico foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.`,
  ledger_older: m`Nada foi alterado: o histórico em ${'place'} foi gravado por uma versão anterior do confere. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um vazio.`,
  database_unusable: m`Não é possível usar o histórico em ${'database'}: ${pick('why', {
    unreachable: m`o banco de dados está fora do ar (${'reason'}). Execute o mesmo comando de novo quando ele voltar`,
    read_only: m`está somente leitura no momento (${'reason'}; failover?). Execute o mesmo comando mais tarde`,
    refused: m`${given('passfile', m`outros usuários desta máquina podem ler o arquivo de senhas ${'passfile'}, por isso ele foi ignorado. Feche o acesso com: chmod 600 ${by(words.argument, 'passfile')}`, m`o banco de dados recusou o acesso (${'reason'}). Verifique o usuário, o arquivo de senhas e as permissões`)}`,
    insecure: m`${when('isPlain', true, 'o servidor dele não criptografa conexões. Ative ssl no servidor; se o banco fica nesta máquina, retire sslmode do endereço', m`não foi possível verificar o certificado dele (${'reason'}). Se a certificadora é sua, indique o arquivo dela em sslrootcert`)}`,
    full: m`o disco dele está cheio (${'reason'}). Libere espaço`,
    changed: m`as tabelas dele não são como o confere as criou (${'reason'}). Restaure um backup`,
    encoding: m`a codificação dele é ${'reason'}, mas os nomes exigem UTF8. Crie o banco de dados com UTF8`,
  })}. O que já estava gravado foi mantido.`,
  bad_ledger_url: m`${given('place', by(phrases.place, 'place'), 'O endereço do histórico')} ${pick(
    'why',
    {
      option: m`tem uma opção desconhecida: ${'option'}.`,
      password: `contém uma senha, que outros poderiam ver. Passe a senha para um arquivo de senhas (PGPASSFILE ou ~/.pgpass).`,
      unreadable: `não é válido. Escreva o endereço como postgres://usuário@servidor/banco, com um só servidor; diante de vários pode haver um pooler.`,
      insecure: m`indica um banco de dados em outra máquina (${'host'}), e a conexão precisa ser criptografada. Remova sslmode=disable do endereço.`,
    },
  )}`,
  ledger_elsewhere: pick('why', {
    moved: m`Este histórico foi movido para ${'place'} e está fechado para consultas. Indique o novo na configuração ledger ou em CONFERE_LEDGER, ou remova as duas se ele estiver nesta máquina.`,
    moving: m`Este histórico está sendo copiado para ${'place'} e fica fechado para consultas até a cópia terminar ou ser desfeita.`,
    copying: m`Uma cópia de ${'place'} para este histórico foi interrompida. Execute a mesma cópia de novo.`,
  }),
  others_settling: m`Nada mais foi enviado: ${inside('by', m`${'host'} está apurando desde ${by(second, 'since')} uma cobrança`)} sem confirmação, e o lote ${'batch'} aguarda. Execute o mesmo comando mais tarde.`,
  bad_birth_date: m`A data de nascimento deve ser um dia a partir de 1900, na forma DD/MM/AAAA ou DDMMAAAA, e não no futuro.`,
  lookup_under_way: m`Nada foi enviado: outro processo está consultando este identificador. Tente de novo; a resposta dele será reaproveitada.`,
  job_under_lookup: m`A remessa ${'job'} não foi enviada: o prazo terminou com ${n.identifiers('items')} dela ainda em consulta simples. Execute de novo.`,
  not_asked: m`Não enviado, porque uma consulta anterior falhou: ${next.because}`,
  empty: m`Isto não é um ${by(words.upper, 'kind')}: está vazio.`,
  format: pick('kind', {
    cpf: 'Isto não é um CPF: não tem 11 dígitos.',
    cnpj: 'Isto não é um CNPJ: não tem 12 letras ou dígitos mais 2 dígitos verificadores.',
  }),
  check_digit: m`Isto não é um ${by(words.upper, 'kind')}: os dígitos verificadores não conferem.`,
  repeated: m`Isto não é um ${by(words.upper, 'kind')}: todos os caracteres são iguais, e um número assim nunca é emitido.`,
  lookup_in_doubt: m`Nada foi enviado: uma consulta anterior deste identificador ficou sem resposta e pode ter sido cobrada. ${pick(
    'why',
    {
      not_settled: m`Execute o mesmo comando de novo${given('ms', m` daqui a ${by(phrases.seconds, 'ms')}`)} para ver no saldo se houve cobrança.`,
      others_running: m`O saldo só pode mostrar isso quando nenhuma remessa estiver em andamento (${phrases.watching}). Depois, execute o mesmo comando de novo.`,
      other_account:
        'Ela foi feita com a chave de outra conta, e só o saldo dessa conta pode mostrar isso. Use aquela chave.',
      undecidable: 'O saldo não permite saber se houve cobrança.',
    },
  )}${lookedUpNow}`,
  lookup_in_batch: pick('state', {
    running: m`Nada foi enviado: o lote ${'batch'} está consultando este identificador. Aguarde com '${next.command('bulk watch', 'batch')}'; o que ele encontrar não custa mais nada.`,
    unconfirmed: m`Nada foi enviado: o lote ${'batch'} enviou este identificador e ficou sem resposta, por isso pode ter havido cobrança. Resolva com '${next.command('bulk resolve', 'batch')}'.${lookedUpNow}`,
  }),
  batch_forgotten: m`Outra execução acabou de descartar ou remover este lote. Execute ${next.again} de novo.`,
  job_id_unreadable: m`Nada foi enviado nem alterado: não é possível ler o arquivo ${'path'}, com o id da remessa ${'job'} do lote ${'batch'}, que o serviço aceitou. Mova-o para outra pasta e execute de novo; a remessa fica então sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.`,
  ledger_unwritable: pick('of', {
    record: when(
      'waits',
      true,
      'O registro está pago e guardado nesta máquina, mas o banco de dados do histórico está fora do ar. Quando ele voltar, o próximo comando aqui grava o registro; depois, execute isto de novo.',
      'O registro está pago, mas não foi possível gravá-lo no histórico (disco cheio?). Guarde esta saída: consultar de novo será cobrado de novo.',
    ),
    job_id: when(
      'waits',
      true,
      m`O serviço aceitou a remessa ${'job'} do lote ${'batch'} como ${'jobId'}, mas o banco de dados do histórico está fora do ar. O id está guardado nesta máquina; quando o banco voltar, execute isto de novo para gravá-lo.`,
      m`O serviço aceitou a remessa ${'job'} do lote ${'batch'} como ${'jobId'}, mas não foi possível gravar o histórico. Anote esse id e libere espaço em disco. Depois, execute '${next.command('bulk resolve', 'batch', '--adopt', 'jobId')}'.`,
    ),
  }),
  empty_batch_name: m`O nome do lote está vazio. Use o id dele, ou o começo do id.`,
  ambiguous_batch: m`Vários lotes começam com ${'prefix'}: ${'ids'}. Digite mais caracteres do id.`,
  batch_not_planned: m`O lote ${'batch'} foi interrompido durante a leitura de ${'file'}. Para ler o arquivo de novo: '${next.command('bulk run', 'file')}'.`,
  adopt_known: m`Nada foi alterado no lote ${'batch'}: a remessa ${'jobId'} já pertence ao lote ${'owner'}.`,
  adopt_not_found: m`O serviço não mostra nenhuma remessa ${'jobId'} a esta chave${given('said', m` e respondeu: "${'said'}"`)}${by(words.fullStop, 'said')} Verifique o id e a chave.`,
  adopt_too_early: m`Nada foi alterado: a remessa ${'jobId'} ainda não tem resultados e não pode ser vinculada. Execute ${next.again} de novo quando ela tiver algum.`,
  adopt_nameless: m`Nada foi alterado: a remessa ${'jobId'} terminou sem resultados e não pode ser vinculada. '${next.command('bulk resolve', 'batch', '--abandon')}' descarta o que falta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia, e você paga duas vezes se o serviço já recebeu.`,
  adopt_misfit: m`Nada foi alterado: a remessa ${'jobId'} (${n.identifiers('items')}) não corresponde a nenhuma remessa sem confirmação do lote ${'batch'}; o tamanho ou os identificadores são outros.`,
  limit_passed: m`Nada mais foi enviado: ${count('spent', 'crédito foi cobrado', 'créditos foram cobrados')} ${pick('of', { run: 'nesta execução', day: 'hoje (UTC)', month: 'neste mês (UTC)' })}, mais que o teto de ${num('limit')}. Para ver o que foi cobrado: '${next.command('spend')}'.`,
  unexpected_charges: unexpectedCharges,
  balance_unreadable: when(
    'only',
    true,
    m`Nada foi enviado: não foi possível ler o saldo. Repita ${next.again} mais tarde, ou use --allow-overage para enviar sem saber o saldo.`,
    m`Nada foi enviado: não foi possível ler o saldo, e sem ele o teto não pode ser cumprido. Repita ${next.again} mais tarde.`,
  ),
  balance_awaited: (facts, to) =>
    facts.batches.length === 0
      ? s`Nada foi enviado: o saldo ainda não mostra quanto custaram as consultas anteriores. Repita ${to.again()} em dois minutos.`
      : s`Nada foi enviado: o lote ${facts.batches[0] ?? ''} ainda está em andamento e, até o saldo mostrar quanto custa um registro, os envios são feitos um por vez. Aguarde com '${to.command('bulk watch', facts.batches[0] ?? '')}' ou descarte com '${to.command('bulk resolve', facts.batches[0] ?? '', '--abandon')}'; depois, repita ${to.again()}.`,
  shared_needs_prices: m`Nada foi enviado: outros programas usam esta conta ('shared'), então um teto precisa do preço de um registro. Defina: ${phrases.untoldPrices}.`,
  batch_held: m`Outra execução está trabalhando no lote ${'batch'}${phrases.heldBy}. Espere por ela, ou veja a situação: '${next.command('bulk status', 'batch')}'.`,
  no_such_batch: m`O lote ${'prefix'} não existe aqui. '${next.command('bulk list')}' mostra os lotes; o sandbox, cada perfil e cada URL base têm os seus.`,
  no_batches: m`Ainda não há lotes. Para criar um: '${next.command('bulk run', '<arquivo>')}'.`,
  batch_not_ended: m`O lote ${'batch'} não terminou. ${pick('state', { running: m`Aguarde com '${next.command('bulk watch', 'batch')}'`, unsent: m`Parte dele nunca foi enviada: '${next.command('bulk status', 'batch')}' mostra como enviá-la` })}, ou use --partial para exportar o que já existe.`,
  batch_under_way: m`Nada foi removido: o lote ${'batch'} está em andamento ou sem confirmação, e os resultados podem já estar pagos. ${pick('state', { running: m`Aguarde com '${next.command('bulk watch', 'batch')}', ou descarte`, unconfirmed: 'Descarte' })}-o antes com '${next.command('bulk resolve', 'batch', '--abandon')}'; o que foi cobrado continua cobrado.`,
  nothing_unconfirmed: m`Não há nada a decidir: o lote ${'batch'} não tem remessa sem confirmação${given('job', m` de número ${'job'}`)}. Para ver a situação: '${next.command('bulk status', 'batch')}'.`,
  looked_up_elsewhere: pick('state', {
    running: m`A remessa ${'job'} não foi enviada: ${n.identifiers('items')} dela já ${agree('items', 'está sendo consultado', 'estão sendo consultados')} no lote ${'batch'}. Aguarde '${next.command('bulk watch', 'batch')}' e execute ${next.again} de novo; ${agree('items', 'a resposta então não custa', 'as respostas então não custam')} mais nada.`,
    unconfirmed: m`A remessa ${'job'} não foi enviada: ${n.identifiers('items')} dela ${agree('items', 'pode ter sido cobrado', 'podem ter sido cobrados')} no lote ${'batch'}, que está sem confirmação. Apure com '${next.command('bulk resume', 'batch')}', ou resolva com '${next.command('bulk resolve', 'batch')}'; depois, execute ${next.again} de novo.`,
  }),
  declined,
  job_taken: m`Outra execução acabou de alterar a remessa ${'job'}. Para ver: '${next.command('bulk status')}'.`,
  batch_lost: m`Este processo ficou suspenso por tempo demais, e outra execução assumiu o lote ${'batch'}${phrases.heldBy}. Nada foi alterado depois disso; execute o mesmo comando de novo.`,
  submission_unconfirmed: pick('why', {
    no_answer: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada. Execute ${next.patiently} de novo: ele espera, e só reenvia a remessa se o saldo mostrar que nada foi cobrado.`,
    deadline: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada, e o prazo não dá tempo de apurar. Nada é reenviado. Para esperar mais, execute ${next.longer}.`,
    others_running: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada, o que só aparece quando nenhuma outra remessa estiver em andamento (${phrases.watching}). Nada é reenviado. Depois, execute ${next.onward('batch')} de novo.`,
    undecided: m`A remessa ${'job'} do lote ${'batch'} (${n.identifiers('items')}) pode ter sido cobrada: ${pick('because', phrases.undecided)}. Nada é reenviado automaticamente; '${next.command('bulk status', 'batch')}' mostra os dados. ${choices}`,
    left_out: m`${n.identifiers('items')} do lote ${'batch'} não ${agree('items', 'foi enviado', 'foram enviados')}: uma consulta simples ficou sem resposta e pode ter sido cobrada. ${when('isDecided', true, 'O saldo não permite saber se houve cobrança.', m`Execute ${next.patiently} de novo para ver no saldo se houve cobrança.`)} Para enviar ${agree('items', 'esse identificador', 'esses identificadores')} assim mesmo, talvez pagando duas vezes: '${next.command('bulk resolve', 'batch', '--resubmit')}'.`,
  }),
  over_max_credits: when(
    'of',
    'rest',
    m`O restante não foi enviado e não custou nada: pode custar ${n.credits('worstCase')}, e esta execução ainda pode gastar ${num('maxCredits')}. Para enviar, execute ${next.raisedOnward}.`,
    when(
      'of',
      'files',
      m`Nada foi enviado: juntos, os arquivos podem custar ${n.credits('worstCase')}, acima do teto de ${'maxCredits'} (--max-credits). Aumente --max-credits para enviá-los${next.raisedAll}${where(is.divisible, m`, ou use --fit-balance para enviar o que cabe no teto${next.shown('--fit-balance')}`)}.`,
      given(
        'limit',
        m`Nada foi enviado: pode custar ${n.credits('worstCase')}, e ${agree('maxCredits', 'resta', 'restam')} ${num('maxCredits')} de --max-credits ${'limit'}. Para enviar, use um teto só para ele${next.raised}${withoutFresh}.`,
        m`Nada foi enviado: o lote pode custar ${n.credits('worstCase')}, acima do teto de ${'maxCredits'} (--max-credits). Aumente --max-credits para enviá-lo${next.raised}${where(is.divisible, m`, ou use --fit-balance para enviar o que cabe no teto${next.shown('--fit-balance')}`)}.`,
      ),
    ),
  ),
  over_period_budget: m`Nada foi enviado: pode custar ${n.credits('cost')}, e do teto ${pick('of', { day: 'de hoje', month: 'deste mês' })} (${num('limit')}, UTC) ${agree('left', 'resta', 'restam')} ${num('left')}. Aumente --max-credits-per-${'of'}${withoutFresh}${where(
    is.coveredLater,
    m`, ou continue ${pick('of', { day: 'amanhã', month: 'no mês que vem' })} (UTC) com ${next.again}`,
    where(
      is.divisible,
      m` ou use --fit-balance para enviar agora o que cabe${next.shown('--fit-balance')}`,
    ),
  )}.`,
  over_balance: m`${pick('of', { batch: 'Nada foi enviado: o lote', files: 'Nada foi enviado: o total dos arquivos', resubmission: 'Nada foi alterado: reenviar', next_job: 'A próxima remessa não foi enviada:' })} pode custar ${n.credits('worstCase')}, e o saldo é ${num('balance')}${given('withoutOverage', m` (o plano ${'withoutOverage'} não tem excedente)`)}.${pick(
    'of',
    {
      batch: fitOrWait,
      files: fitOrWait,
      resubmission: m` Execute ${next.again} de novo quando houver créditos`,
      next_job: m` Execute ${next.onward()} de novo quando houver créditos${where(is.divisible, ', ou com --fit-balance para enviar o que ele cobre')}`,
    },
  )}${given('withoutOverage', '', m`, ou use --allow-overage para aceitar o excedente${when('of', 'batch', next.shown('--allow-overage'), when('of', 'files', next.shown('--allow-overage')))}`)}.`,
  terminated: next.stopped,
  other_key: m`O lote ${'batch'} foi criado com outra chave de API (código ${'madeWith'}; em uso: ${'inUse'}), e o serviço só mostra as remessas a ela: ${when(
    'isUnderWay',
    true,
    m`use aquela chave. Se ela não existe mais, '${next.command('bulk resolve', 'batch', '--abandon')}' descarta as remessas em andamento; o que elas custaram continua cobrado.`,
    m`nenhuma remessa dele está em andamento. '${when('isPlanned', true, next.command('bulk export', 'batch', '--partial'), next.command('bulk export', 'batch'))}' grava o que existe. Depois, ${next.renewed} cria um lote novo com a chave em uso e reaproveita o que você já pagou${when('isOwed', true, m`; ${next.again} consultaria e cobraria tudo de novo`)}.`,
  )}`,
});
