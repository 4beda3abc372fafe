import type { ledger as en } from '../en/ledger.js';
import { agree, number, plural, s } from './words.js';

export const ledger: typeof en = {
  missing: (place, batches) =>
    s`Nada foi enviado: o histórico em ${place} sumiu ou está vazio, e ainda há ${plural(batches, 'lote', 'lotes')} dele ali. Restaure ledger.db de um backup.`,
  behind: (place, batches) =>
    s`Nada foi enviado: o histórico em ${place} não conhece ${plural(batches, 'lote', 'lotes')} em que esta máquina trabalhou, como quando volta um backup antigo. Restaure um mais novo.`,
  acceptAtOwnRisk:
    'Sem backup, leve a pasta dos lotes para outro lugar; o que eles pagaram pode ser cobrado de novo.',
  acceptWith: (accept) =>
    s`Sem backup, '${accept}' aceita o histórico como está: o que ele não conhece pode ser cobrado de novo.`,
  accepted: (batches, folder) =>
    s`Este histórico não conhece ${plural(batches, 'lote', 'lotes')}: o que ${agree(batches, 'ele pagou', 'eles pagaram')}, ou o que ainda está em andamento, pode ser cobrado de novo. As cópias das entradas agora estão em ${folder}.`,
  copied: (batches, records, to) =>
    s`${plural(batches, 'lote levado', 'lotes levados')} e ${plural(records, 'registro', 'registros')} para ${to}; os dois foram comparados.`,
  oldPaysNothing: (from) =>
    s`O histórico antigo em ${from} não paga mais nada. Cada máquina agora precisa do novo lugar:`,
  copyTakenBack: 'A cópia foi desfeita; este histórico voltou a funcionar.',
  copyToOrCancel:
    'Diga para onde o histórico vai com --to, ou desista de uma cópia com --cancel; um dos dois.',
  noCopy: 'Não há cópia para desfazer.',
  atWork: (command) =>
    s`Alguém está usando o histórico, que assim não pode ser copiado; '${command}' mostra quem. Nada foi mudado.`,
  underWay: (finish) =>
    s`Algo está a caminho do serviço, e por isso o histórico não pode ser copiado; espere, ou termine com '${finish}'. Nada foi mudado.`,
  jobIdWaits: (finish) =>
    s`O id de uma remessa espera em um arquivo para entrar no histórico; execute antes '${finish}'. Nada foi mudado.`,
  notEmpty: (place) =>
    s`O histórico em ${place} não está vazio, e uma cópia o substituiria; nada foi mudado. Indique outro lugar.`,
  copyDiffers: (table, again, command) =>
    s`A cópia difere do histórico (${table}) e não é usada. Execute ${again} outra vez; se continuar assim, '${command}' pode mostrar por quê.`,
  place: 'Lugar',
  schema: 'Esquema',
  engine: 'Banco',
  size: 'Tamanho',
  records: 'Registros',
  batches: 'Lotes',
  atWorkTitle: 'Em uso',
  inDoubt: 'Em dúvida',
  postgres: 'PostgreSQL, compartilhado',
  pooler: 'há um pooler no meio',
  transactionPooler:
    'há um pooler em modo de transação no meio, e os comandos não são preparados; o modo de sessão é mais rápido',
  sqlite: 'SQLite, desta máquina',
  nobody: 'por ninguém',
  nothing: 'nada',
  noBatches: 'nenhum',
  sizes: (size, copies) => s`${size}, mais ${copies} de entradas`,
  batch: (batch) => s`lote ${batch}`,
  worker: (what, host, since) => s`${what} em ${host} desde ${since}`,
  unknownOutcomesWith: (unsettled, command) =>
    s`${number(unsettled)} sem confirmação; '${command}' mostra os lotes`,
  unknownOutcomes: (unsettled) => s`${number(unsettled)} sem confirmação`,
  doubtedLookup: (name, begunAt, command) =>
    s`${name}, em ${begunAt}: '${command}' verifica se a consulta foi cobrada; com --fresh você pode pagar duas vezes`,
  none: (folder) =>
    s`Ainda não há histórico; a primeira consulta ou o primeiro lote o cria em ${folder}.`,
  counted: (batches, records) =>
    s`${plural(batches, 'lote', 'lotes')} e ${plural(records, 'registro', 'registros')}`,
  addsUp: (counted) => s`As contas do histórico fecham: ${counted}.`,
  damaged: (said) =>
    s`O arquivo do histórico está danificado (${said}): pare todas as execuções e restaure-o de um backup.`,
  orphanRows: (counted) =>
    s`${plural(counted, 'linha não pertence', 'linhas não pertencem')} a nenhum lote: restaure o histórico de um backup.`,
  mixedEvents: (counted, told) =>
    s`O evento ${number(counted)} é posterior ao último, ${number(told)}: partes de dois históricos foram misturadas; restaure um backup inteiro.`,
  inputGone: (batch, path) =>
    s`Lote ${batch}: a cópia da entrada sumiu; restaure ${path} de um backup, ou os resultados não poderão ser gravados.`,
  inputChanged: (batch, path) =>
    s`Lote ${batch}: a cópia da entrada foi alterada; restaure ${path} de um backup, ou os resultados não poderão ser gravados.`,
  rowsDiffer: (batch, told, counted) =>
    s`Lote ${batch}: diz ter ${plural(told, 'linha', 'linhas')}, e a conta dá ${plural(counted, 'linha', 'linhas')}; restaure o histórico de um backup.`,
  jobDiffers: (batch, job, told, counted) =>
    s`Lote ${batch}: a remessa ${job} diz ter ${plural(told, 'identificador', 'identificadores')} e tem ${plural(counted, 'identificador', 'identificadores')}; restaure o histórico de um backup.`,
  megabytes: (size) => s`${size} MB`,
  jobDamaged: (batch, job) =>
    s`Lote ${batch}: o que está gravado da remessa ${job} está danificado; restaure o histórico de um backup.`,
  identifiersTwice: (batch, counted) =>
    s`Lote ${batch}: ${plural(counted, 'identificador está', 'identificadores estão')} nele duas vezes e ${agree(counted, 'poderia ser pago', 'poderiam ser pagos')} duas vezes; restaure o histórico de um backup.`,
  identifiersWithoutJob: (batch, counted) =>
    s`Lote ${batch}: ${plural(counted, 'identificador não pertence', 'identificadores não pertencem')} a nenhuma remessa e nunca ${agree(counted, 'seria enviado', 'seriam enviados')}; restaure o histórico de um backup.`,
  recordsGone: (batch, counted) =>
    s`Lote ${batch}: ${plural(counted, 'registro pago sumiu', 'registros pagos sumiram')}; restaure o histórico de um backup.`,
  doesNotAddUp: (findings) =>
    s`As contas do histórico não fecham (${plural(findings, 'achado', 'achados')}, acima); até o conserto, nada deve ser enviado com ele.`,
  older: (place) =>
    s`O histórico em ${place} foi gravado por uma versão anterior do confere; nada nele foi alterado. Conclua-o ou apague-o com aquela versão, ou mova-o para outro lugar para começar um novo.`,
  newer: 'O histórico foi gravado por um confere mais novo; atualize o confere e execute de novo.',
  diskFull: 'o disco está cheio; libere espaço',
  ioFailed: 'não foi possível ler ou gravar; verifique o disco',
  readOnly: 'sem permissão para gravar; verifique as permissões dele e da pasta',
  cannotOpen:
    'não foi possível abrir; verifique as permissões dele e da pasta, ou espere outro programa soltá-lo',
  sqliteRuntimeMissing: (platform, arch) =>
    s`Não é possível carregar a biblioteca SQLite aqui (${platform} ${arch}): instale aquilo de que ela depende (no Windows, o runtime do Visual C++, aka.ms/vc14/vc_redist.x64.exe), ou execute o confere com o Node 24.15 ou mais novo, que já traz a dele. Nada foi enviado.`,
  sqliteMissing: (platform, arch) =>
    s`A biblioteca SQLite para esta máquina não está instalada (${platform} ${arch}): instale o confere de novo com as dependências opcionais, ou execute com o Node 24.15 ou mais novo, que já traz a dele. Nada foi enviado.`,
  fileDamaged: 'está danificado; restaure-o de um backup',
  notADatabase: 'não é um banco de dados; restaure-o de um backup',
  newHomeForgets:
    'Definir CONFERE_HOME com outra pasta começa do zero: lá não se sabe o que está em andamento ou já foi pago, e os mesmos identificadores podem ser cobrados de novo.',
  fileUnusable: (path, advice) =>
    s`Não é possível usar o arquivo ${path}: ${advice}, e depois execute o mesmo comando outra vez. O que já estava gravado é mantido.`,
  busy: (path) =>
    s`Outro programa está usando ${path} há tempo demais; espere ele terminar e execute o mesmo comando outra vez.`,
};
