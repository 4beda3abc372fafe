import type { LedgerErrors } from '../../../base/error-facts.js';
import type { FileTrouble } from '../../../base/facts.js';
import type { Sentences } from '../../reader.js';
import { quoteArgument } from '../../words.js';
import { agree, batches, jobs, phrases, plural, s } from '../phrases.js';

const STARTS_EMPTY =
  ' Com CONFERE_HOME em outra pasta, o confere começa do zero: ' +
  'o que está em andamento ou já foi pago aqui pode ser cobrado de novo.';

/**
 * The sentences of errors about the ledger. Each keeps its own type, so that `program_gone` can be written without a
 * reader: when the files of confere are gone, no code for a reader can be loaded.
 */
export const ledgerErrors = {
  no_sqlite: ({ platform, arch }) =>
    s`Nada foi enviado: não foi possível carregar a biblioteca SQLite (${platform} ${arch}). ` +
    'Instale o confere de novo com as dependências opcionais ' +
    '(no Windows, também o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ' +
    'ou execute-o com o Node 24.15 ou mais novo, que já inclui o SQLite.',
  program_gone: () =>
    'O confere foi atualizado ou desinstalado enquanto este processo estava em execução, e não pode continuar. ' +
    'Inicie-o de novo (instale-o de novo, se foi desinstalado); o que já estava salvo foi mantido.',
  state_unusable(facts) {
    switch (facts.of) {
      case 'sandbox_file':
        return (
          s`O estado do sandbox em ${facts.path} está danificado ou não foi criado pelo confere. ` +
          "Apague ou mova o arquivo, ou acrescente --ephemeral a 'confere sandbox'."
        );
      case 'value':
        return (
          s`O histórico tem na tabela ${facts.table} um valor danificado ou que o confere não gravou. ` +
          'Restaure-o de um backup e execute o mesmo comando de novo.'
        );
      case 'batch':
        return (
          s`Nada foi alterado: o histórico tem um lote que o confere não criou (${facts.batch}). ` +
          'Quem cuida do histórico pode apagar essa linha da tabela batches ou restaurar um backup.'
        );
      case 'sandbox':
        return describeUnusableFolder(facts);
      case 'ledger':
        return describeUnusableFolder(facts) + STARTS_EMPTY;
      case 'file': {
        const { path, why } = facts;
        const isLost = why === 'damaged' || why === 'foreign';
        return (
          s`Não é possível usar o arquivo ${path}: ${FILE_TROUBLES[why]} e execute o mesmo comando de novo. ` +
          s`O que já estava gravado foi mantido.${isLost ? STARTS_EMPTY : ''}`
        );
      }
    }
  },
  state_busy: ({ path }) =>
    s`Outro programa está usando ${path} há tempo demais. Espere ele terminar e execute o mesmo comando de novo.`,
  ledger_lost: (facts, to) =>
    s`Nada foi enviado: ${describeLoss(facts)} ` +
    s`Sem backup, '${to.command('ledger check', '--accept')}' aceita o histórico como está; o que falta nele pode ser cobrado de novo.`,
  ledger_newer: () =>
    'O histórico foi gravado por uma versão mais nova do confere. Atualize o confere e execute de novo.',
  ledger_older: ({ place }) =>
    s`Nada foi alterado: o histórico em ${place} foi gravado por uma versão anterior do confere. ` +
    'Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um vazio.',
  database_unusable: (facts) =>
    s`Não é possível usar o histórico em ${facts.database}: ${describeDatabaseTrouble(facts)}. O que já estava gravado foi mantido.`,
  bad_ledger_url(facts, to) {
    const address = facts.place ? phrases.place(facts.place, to) : 'O endereço do histórico';
    switch (facts.why) {
      case 'option':
        return s`${address} tem uma opção desconhecida: ${facts.option}.`;
      case 'password':
        return (
          s`${address} contém uma senha, que outros poderiam ver. ` +
          'Passe a senha para um arquivo de senhas (PGPASSFILE ou ~/.pgpass).'
        );
      case 'unreadable':
        return (
          s`${address} não é válido. Escreva o endereço como postgres://usuário@servidor/banco, com um só servidor; ` +
          'diante de vários pode haver um pooler.'
        );
      case 'insecure':
        return (
          s`${address} indica um banco de dados em outra máquina (${facts.host}), e a conexão precisa ser criptografada. ` +
          'Retire sslmode=disable do endereço.'
        );
    }
  },
  ledger_elsewhere({ why, place }) {
    switch (why) {
      case 'moved':
        return (
          s`Este histórico foi movido para ${place} e está fechado para consultas. ` +
          'Indique o novo na configuração ledger ou em CONFERE_LEDGER, ou apague as duas se ele estiver nesta máquina.'
        );
      case 'moving':
        return (
          s`Este histórico está sendo copiado para ${place} ` +
          'e fica fechado para consultas até a cópia terminar ou ser desfeita.'
        );
      case 'copying':
        return s`Uma cópia de ${place} para este histórico foi interrompida. Execute a mesma cópia de novo.`;
    }
  },
  ledger_unwritable(facts, to) {
    if (facts.of === 'record')
      return facts.waits
        ? 'O registro está pago e guardado nesta máquina, mas o banco de dados do histórico está fora do ar. ' +
            'Quando ele voltar, o próximo comando aqui grava o registro; depois, execute isto de novo.'
        : 'O registro está pago, mas não foi possível gravá-lo no histórico (disco cheio?). ' +
            'Guarde esta saída: consultar de novo será cobrado de novo.';
    const { batch, job, jobId, waits } = facts;
    const accepted = s`O serviço aceitou a remessa ${job} do lote ${batch} como ${jobId}`;
    if (waits)
      return (
        s`${accepted}, mas o banco de dados do histórico está fora do ar. ` +
        'O id está guardado nesta máquina; quando o banco voltar, execute isto de novo para gravá-lo.'
      );
    return (
      s`${accepted}, mas não foi possível gravar o histórico. Anote esse id e libere espaço em disco. ` +
      s`Depois, execute '${to.command('bulk resolve', batch, '--adopt', jobId)}'.`
    );
  },
  job_id_unreadable: ({ path, batch, job }) =>
    s`Nada foi enviado nem alterado: não é possível ler o arquivo ${path}, com o id da remessa ${job} do lote ${batch}, que o serviço aceitou. ` +
    'Mova-o para outra pasta e execute de novo; ' +
    'a remessa fica então sem confirmação, e pode ser vinculada pelo id, se ainda estiver legível.',
} satisfies Sentences<LedgerErrors>;

const FILE_TROUBLES: Readonly<Record<FileTrouble, string>> = {
  full: 'o disco está cheio. Libere espaço',
  unreadable: 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele',
  refused: 'não pode ser lido ou gravado. Verifique as permissões, a pasta e o disco dele',
  damaged: 'está danificado. Restaure-o de um backup',
  foreign:
    'não foi criado pelo confere (é um link, ou um banco de dados com views ou triggers). Restaure-o de um backup',
};

function describeUnusableFolder({ folder, reason }: { folder: string; reason: string }): string {
  return s`Não é possível usar os dados em ${folder}: ${reason}. Verifique a pasta.`;
}

function describeLoss(facts: LedgerErrors['ledger_lost']): string {
  switch (facts.why) {
    case 'missing':
      return (
        s`o histórico em ${facts.place} sumiu ou está vazio, mas ainda há ${batches(facts.batches)} dele ali. ` +
        'Restaure ledger.db de um backup.'
      );
    case 'behind': {
      const missing = agree(facts.batches, 'falta', 'faltam');
      const executed = plural(facts.batches, 'lote executado', 'lotes executados');
      return (
        s`${missing} no histórico em ${facts.place} ${executed} nesta máquina; ` +
        'ele pode ser um backup antigo. Restaure um mais novo.'
      );
    }
    case 'jobs': {
      const missing = agree(facts.jobs, 'falta', 'faltam');
      return (
        s`${missing} no histórico ${jobs(facts.jobs)} do lote ${facts.batch} que o serviço aceitou, ` +
        'e o que ele enviaria no lugar é diferente; ele pode ser um backup antigo. Restaure um mais novo.'
      );
    }
  }
}

function describeDatabaseTrouble(facts: LedgerErrors['database_unusable']): string {
  const { why, reason, passfile, isPlain } = facts;
  switch (why) {
    case 'unreachable':
      return s`o banco de dados está fora do ar (${reason}). Execute o mesmo comando de novo quando ele voltar`;
    case 'read_only':
      return s`está somente leitura no momento (${reason}; failover?). Execute o mesmo comando mais tarde`;
    case 'refused':
      return passfile
        ? s`outros usuários desta máquina podem ler o arquivo de senhas ${passfile}, por isso ele foi ignorado. ` +
            s`Feche o acesso com: chmod 600 ${quoteArgument(passfile)}`
        : s`o banco de dados recusou o acesso (${reason}). Verifique o usuário, o arquivo de senhas e as permissões`;
    case 'insecure':
      return isPlain
        ? 'o servidor dele não criptografa conexões. Ative ssl no servidor; ' +
            'se o banco fica nesta máquina, retire sslmode do endereço'
        : s`não foi possível verificar o certificado dele (${reason}). Se a certificadora é sua, indique o arquivo dela em sslrootcert`;
    case 'full':
      return s`o disco dele está cheio (${reason}). Libere espaço`;
    case 'changed':
      return s`as tabelas dele não são como o confere as criou (${reason}). Restaure um backup`;
    case 'encoding':
      return s`a codificação dele é ${reason}, mas os nomes exigem UTF8. Crie o banco de dados com UTF8`;
  }
}
