import type * as en from '../../en/errors/ledger.js';
import { phrases } from '../phrases.js';
import { agree, plural, second, s } from '../words.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

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
      service: s`O banco de dados do histórico está em outra máquina (${facts.host}), e a conexão precisa ser criptografada. Remova sslmode=disable da entrada do serviço.`,
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
