import type * as en from '../../en/errors/ledger.js';
import { phrases } from '../phrases.js';
import { plural, second, s } from '../words.js';
import type { CommandErrorsOf, ErrorsOf } from '../../reader.js';

/** The ledger, its files and its database, for every reader. */
export const ledgerErrors: ErrorsOf<typeof en.ledgerErrors> = {
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? s`Não é possível carregar a biblioteca SQLite aqui (${platform} ${arch}): instale aquilo de que ela depende (no Windows, o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute o confere com o Node 24.15 ou mais novo, que já traz a dele. Nada foi enviado.`
      : s`A biblioteca SQLite para esta máquina não está instalada (${platform} ${arch}): instale o confere de novo com as dependências opcionais, ou execute com o Node 24.15 ou mais novo, que já traz a dele. Nada foi enviado.`,
  state_unusable: (facts) => {
    if (facts.of === 'sandbox_file')
      return s`O estado do sandbox em ${facts.path} está danificado: apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.`;
    if (facts.of !== 'file')
      return facts.of === 'sandbox'
        ? s`O sandbox não consegue guardar seu estado em ${facts.folder}: ${facts.reason}. Verifique a pasta, ou acrescente --ephemeral, que não guarda estado.`
        : s`Não é possível usar os dados em ${facts.folder}: ${facts.reason}. Verifique a pasta. Definir CONFERE_HOME com outra pasta começa do zero: lá não se sabe o que está em andamento ou já foi pago, e os mesmos identificadores podem ser cobrados de novo.`;
    const advice = {
      full: 'o disco está cheio; libere espaço',
      unreadable: 'não foi possível ler ou gravar; verifique o disco',
      read_only: 'sem permissão para gravar; verifique as permissões dele e da pasta',
      cannot_open:
        'não foi possível abrir; verifique as permissões dele e da pasta, ou espere outro programa soltá-lo',
      damaged: 'está danificado; restaure-o de um backup',
      no_database: 'não é um banco de dados; restaure-o de um backup',
    }[facts.why];
    const isGone = facts.why === 'damaged' || facts.why === 'no_database';
    return (
      s`Não é possível usar o arquivo ${facts.path}: ${advice}, e depois execute o mesmo comando outra vez. O que já estava gravado é mantido.` +
      (isGone
        ? ' Definir CONFERE_HOME com outra pasta começa do zero: lá não se sabe o que está em andamento ou já foi pago, e os mesmos identificadores podem ser cobrados de novo.'
        : '')
    );
  },
  state_busy: ({ path }) =>
    s`Outro programa está usando ${path} há tempo demais; espere ele terminar e execute o mesmo comando outra vez.`,
  ledger_lost: ({ why, place, batches }, { next }) => {
    const lost =
      why === 'missing'
        ? s`Nada foi enviado: o histórico em ${place} sumiu ou está vazio, e ainda há ${plural(batches, 'lote', 'lotes')} dele ali. Restaure ledger.db de um backup.`
        : s`Nada foi enviado: o histórico em ${place} não conhece ${plural(batches, 'lote', 'lotes')} em que esta máquina trabalhou, como quando volta um backup antigo. Restaure um mais novo.`;
    return next === undefined
      ? s`${lost} Sem backup, leve a pasta dos lotes para outro lugar; o que eles pagaram pode ser cobrado de novo.`
      : s`${lost} Sem backup, '${next.command('ledger check', '--accept')}' aceita o histórico como está: o que ele não conhece pode ser cobrado de novo.`;
  },
  ledger_newer: () =>
    'O histórico foi gravado por um confere mais novo; atualize o confere e execute de novo.',
  ledger_older: ({ place }) =>
    s`O histórico em ${place} foi gravado por uma versão anterior do confere; nada nele foi alterado. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um novo.`,
  database_unusable: ({ database, why, reason }) => {
    const advice = {
      unreachable: s`não foi possível conectar a ele (${reason}); execute o mesmo comando outra vez quando for possível`,
      read_only: s`ele não aceita mudanças agora (${reason}), como enquanto outro servidor assume; execute o mesmo comando mais tarde`,
      refused: s`o banco de dados recusou (${reason}); verifique o usuário, o arquivo de senhas e as permissões`,
      no_transactions: s`há no meio um pooler no modo statement (${reason}); configure-o no modo session ou transaction`,
      no_options: s`um pooler no meio não aceita PGOPTIONS (${reason}); remova essa variável`,
      insecure: s`não foi possível verificar o certificado dele (${reason}); sslrootcert indica o arquivo de uma autoridade sua`,
      full: s`o disco dele está cheio (${reason})`,
      encoding: s`a codificação dele é ${reason}, e os nomes precisam de UTF8; crie o banco de dados com ela`,
    }[why];
    return s`Não é possível usar o histórico em ${database}: ${advice}. O que já estava gravado é mantido.`;
  },
  bad_ledger_url: (facts) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`O endereço do histórico traz uma opção desconhecida: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return (
        where +
        (facts.why === 'password'
          ? 'O endereço do histórico traz uma senha, que outros poderiam ver; coloque-a em um arquivo de senhas (PGPASSFILE, ou ~/.pgpass) e tire-a do endereço.'
          : 'Não é possível ler o endereço do histórico; escreva-o como postgres://usuário@servidor/banco.')
      );
    const insecure = {
      address: s`O banco de dados do histórico está em ${facts.host}, outra máquina, e a conexão precisa ser cifrada; tire sslmode=disable do endereço.`,
      service: s`O banco de dados do histórico está em ${facts.host}, outra máquina, e a conexão precisa ser cifrada; tire sslmode=disable da entrada do serviço.`,
      variable: s`O banco de dados do histórico está em ${facts.host}, outra máquina, e a conexão precisa ser cifrada; tire PGSSLMODE=disable do ambiente.`,
    };
    return where + insecure[facts.from];
  },
  ledger_elsewhere: ({ why, place }) =>
    ({
      moved: s`Este histórico foi movido para ${place}, e nada mais é pago por aqui; indique o novo com a configuração ledger ou com CONFERE_LEDGER, ou tire as duas se ele estiver nesta máquina.`,
      moving: s`Este histórico está sendo copiado para ${place}, e nada é pago por aqui até a cópia terminar ou ser desfeita.`,
      copying: s`Uma cópia de ${place} para este histórico não chegou ao fim; execute a mesma cópia outra vez.`,
    })[why],
  others_settling: ({ batch, by }) =>
    s`${by.host} apura desde ${second(by.since)} uma cobrança sem confirmação, e nada mais é enviado enquanto isso; o que está planejado do lote ${batch} continua assim. Execute o mesmo comando mais tarde.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? s`Esta execução ficou parada por tanto tempo que perdeu o lote ${batch}; o que ela ia mudar não foi mudado. Execute o mesmo comando outra vez.`
      : s`Esta execução ficou parada por tanto tempo que ${by.host} assumiu o lote ${batch} em ${second(by.since)}; o que ela ia mudar não foi mudado. Espere por aquela execução.`,
};

/** The same for the command. */
export const commandLedgerErrors: CommandErrorsOf<typeof en.commandLedgerErrors> = {
  ledger_copy_where: () =>
    'Diga para onde o histórico vai com --to, ou desista de uma cópia com --cancel; um dos dois.',
  ledger_at_work: ({ why }, next) =>
    ({
      workers: s`Alguém está usando o histórico, que assim não pode ser copiado; '${next.command('ledger status')}' mostra quem. Nada foi mudado.`,
      under_way: s`Algo está a caminho do serviço, e por isso o histórico não pode ser copiado; espere, ou termine com '${next.command('bulk resume')}'. Nada foi mudado.`,
      job_id: s`O id de uma remessa espera em um arquivo para entrar no histórico; execute antes '${next.command('bulk resume')}'. Nada foi mudado.`,
    })[why],
  ledger_not_empty: ({ place }) =>
    s`O histórico em ${place} não está vazio, e uma cópia o substituiria; nada foi mudado. Indique outro lugar.`,
  ledger_differs: ({ table }, next) =>
    s`A cópia difere do histórico (${table}) e não é usada. Execute ${next.again()} outra vez; se continuar assim, '${next.command('ledger check')}' pode mostrar por quê.`,
  ledger_unsound: ({ findings }) =>
    s`As contas do histórico não fecham (${plural(findings, 'achado', 'achados')}, acima); até o conserto, nada deve ser enviado com ele.`,
};
