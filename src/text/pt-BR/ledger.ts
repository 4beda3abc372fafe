import type { Catalogue } from '../voice.js';

/** `confere ledger`. */
export const ledger: Catalogue = {
  'the ledger itself: where it is, who is at work, whether it adds up':
    'o próprio histórico: onde está, quem o usa, se as contas fecham',
  'accept a ledger that does not know every batch of this machine':
    'aceita um histórico que não conhece todos os lotes desta máquina',
  'Nothing was sent: the ledger in {0} is missing or empty, and {1#batch|batches} of it {2?is|are} still there. Restore ledger.db from a backup.':
    'Nada foi enviado: o histórico em {0} sumiu ou está vazio, e ainda há {1#lote|lotes} dele ali. Restaure ledger.db de um backup.',
  'Nothing was sent: the ledger in {0} does not know {1#batch|batches} on which this machine has worked, as when an old backup came back. Restore a newer one.':
    'Nada foi enviado: o histórico em {0} não conhece {1#lote|lotes} em que esta máquina trabalhou, como quando volta um backup antigo. Restaure um mais novo.',
  'Without one, move the folder of batches elsewhere; what they paid for may be charged again.':
    'Sem backup, leve a pasta dos lotes para outro lugar; o que eles pagaram pode ser cobrado de novo.',
  "Without one, '{0}' takes the ledger as it is: what it does not know may be charged again.":
    "Sem backup, '{0}' aceita o histórico como está: o que ele não conhece pode ser cobrado de novo.",
  '{0#batch is|batches are} unknown to this ledger: what {1?it|they} paid for, or what is still under way, may be charged again. The copies of {2?its input|their inputs} are in {3} now.':
    'Este histórico não conhece {0#lote|lotes}: o que {1?ele pagou|eles pagaram}, ou o que ainda está em andamento, pode ser cobrado de novo. As cópias das entradas agora estão em {3}.',
  'place, size, batches, who is at work and what has no outcome':
    'lugar, tamanho, lotes, quem o usa e o que não tem resultado',
  'read all of it and every copy of an input: sums, orphans, damage':
    'lê tudo e cada cópia de entrada: somas, órfãos, danos',
  'move the whole ledger into a database or back, so that it is one for all machines':
    'leva o histórico inteiro para um banco de dados, ou de volta, para ser um só para todas as máquinas',
  'a postgres:// address, or local: the place on this machine':
    'um endereço postgres:// ou local, o lugar nesta máquina',
  'take a copy back that was cut short; this ledger works again':
    'desiste de uma cópia interrompida; este histórico volta a funcionar',
  'Nobody may work with it meanwhile. Interrupted, the same command continues; the copy is compared row by row, and only then the old ledger refuses to pay.':
    'Ninguém pode usá-lo enquanto isso. Interrompido, o mesmo comando continua; a cópia é comparada linha por linha, e só então o histórico antigo se recusa a pagar.',
  'Moved {0#batch|batches} and {1#record|records} to {2}; both were compared.':
    '{0#lote levado|lotes levados} e {1#registro|registros} para {2}; os dois foram comparados.',
  'The old ledger in {0} pays for nothing any more. Every machine now needs the new place:':
    'O histórico antigo em {0} não paga mais nada. Cada máquina agora precisa do novo lugar:',
  'The copy was taken back; this ledger works again.':
    'A cópia foi desfeita; este histórico voltou a funcionar.',
  'Name where the ledger goes with --to, or take a copy back with --cancel; one of both.':
    'Diga para onde o histórico vai com --to, ou desista de uma cópia com --cancel; um dos dois.',
  'There is no copy to take back.': 'Não há cópia para desfazer.',
  "Somebody works with the ledger, so that it cannot be copied; '{0}' shows who. Nothing was changed.":
    "Alguém está usando o histórico, que assim não pode ser copiado; '{0}' mostra quem. Nada foi mudado.",
  "Something is on its way to the service, so that the ledger cannot be copied; wait for it, or finish it with '{0}'. Nothing was changed.":
    "Algo está a caminho do serviço, e por isso o histórico não pode ser copiado; espere, ou termine com '{0}'. Nada foi mudado.",
  "The id of a job waits in a file to be written into the ledger; run '{0}' first. Nothing was changed.":
    "O id de uma remessa espera em um arquivo para entrar no histórico; execute antes '{0}'. Nada foi mudado.",
  'The ledger in {0} is not empty, and a copy would replace it; nothing was changed. Name another place.':
    'O histórico em {0} não está vazio, e uma cópia o substituiria; nada foi mudado. Indique outro lugar.',
  "The copy differs from the ledger ({0}) and is not used. Run {1} again; if it stays so, '{2}' may show why.":
    "A cópia difere do histórico ({0}) e não é usada. Execute {1} outra vez; se continuar assim, '{2}' pode mostrar por quê.",
  Place: 'Lugar',
  Schema: 'Esquema',
  Engine: 'Banco',
  '[ledger] Size': 'Tamanho',
  Records: 'Registros',
  Batches: 'Lotes',
  'At work': 'Em uso',
  'In doubt': 'Em dúvida',
  'PostgreSQL, shared': 'PostgreSQL, compartilhado',
  'a pooler is in between': 'há um pooler no meio',
  'a pooler in transaction mode is in between, so statements are not prepared; session mode is faster':
    'há um pooler em modo de transação no meio, e os comandos não são preparados; o modo de sessão é mais rápido',
  'SQLite, this machine': 'SQLite, desta máquina',
  nobody: 'por ninguém',
  nothing: 'nada',
  '[batches] none': 'nenhum',
  '{0}, and {1} of inputs': '{0}, mais {1} de entradas',
  'batch {0}': 'lote {0}',
  '{0} on {1} since {2}': '{0} em {1} desde {2}',
  "{0#outcome is|outcomes are} unknown; '{1}' shows the batches":
    "{0} sem confirmação; '{1}' mostra os lotes",
  '{0#outcome is|outcomes are} unknown': '{0} sem confirmação',
  "{0}, asked for at {1}: '{2}' sees whether it was charged; with --fresh you may pay twice":
    "{0}, em {1}: '{2}' verifica se a consulta foi cobrada; com --fresh você pode pagar duas vezes",
  'There is no ledger yet; the first lookup or batch makes it in {0}.':
    'Ainda não há histórico; a primeira consulta ou o primeiro lote o cria em {0}.',
  '{0#batch|batches} and {1#record|records}': '{0#lote|lotes} e {1#registro|registros}',
  'The ledger adds up: {0}.': 'As contas do histórico fecham: {0}.',
  'The file of the ledger is damaged ({0}): stop every run and restore it from a backup.':
    'O arquivo do histórico está danificado ({0}): pare todas as execuções e restaure-o de um backup.',
  '{0#row belongs|rows belong} to no batch: restore the ledger from a backup.':
    '{0#linha não pertence|linhas não pertencem} a nenhum lote: restaure o histórico de um backup.',
  'Event {0} is later than the last one, {1}: parts of two ledgers were mixed; restore one whole backup.':
    'O evento {0} é posterior ao último, {1}: partes de dois históricos foram misturadas; restaure um backup inteiro.',
  'Batch {0}: its copy of the input is gone; restore {1} from a backup, or its results cannot be written.':
    'Lote {0}: a cópia da entrada sumiu; restaure {1} de um backup, ou os resultados não poderão ser gravados.',
  'Batch {0}: its copy of the input was changed; restore {1} from a backup, or its results cannot be written.':
    'Lote {0}: a cópia da entrada foi alterada; restaure {1} de um backup, ou os resultados não poderão ser gravados.',
  'Batch {0}: it says {1#row|rows}, and {2#row is|rows are} accounted for; restore the ledger from a backup.':
    'Lote {0}: diz ter {1#linha|linhas}, e a conta dá {2#linha|linhas}; restaure o histórico de um backup.',
  'Batch {0}: job {1} says {2#identifier|identifiers} and has {3#identifier|identifiers}; restore the ledger from a backup.':
    'Lote {0}: a remessa {1} diz ter {2#identificador|identificadores} e tem {3#identificador|identificadores}; restaure o histórico de um backup.',
  'Somebody who was killed may be named for half a minute, where several machines share the ledger.':
    'Quem foi interrompido à força ainda pode aparecer por meio minuto, onde várias máquinas compartilham o histórico.',
  'With --accept it first accepts the loss of what this machine has paid for and the ledger does not know.':
    'Com --accept, antes aceita a perda do que esta máquina pagou e o histórico não conhece.',
  'It changes nothing, and other runs may work meanwhile. Every finding is one line.':
    'Não muda nada, e outras execuções podem trabalhar enquanto isso. Cada achado é uma linha.',
  '{0} MB': '{0} MB',
  'Batch {0}: what is stored of job {1} is damaged; restore the ledger from a backup.':
    'Lote {0}: o que está gravado da remessa {1} está danificado; restaure o histórico de um backup.',
  'Batch {0}: {1#identifier is|identifiers are} in it twice and could be paid for twice; restore the ledger from a backup.':
    'Lote {0}: {1#identificador está|identificadores estão} nele duas vezes e {1?poderia ser pago|poderiam ser pagos} duas vezes; restaure o histórico de um backup.',
  'Batch {0}: {1#identifier belongs|identifiers belong} to no job and would never be sent; restore the ledger from a backup.':
    'Lote {0}: {1#identificador não pertence|identificadores não pertencem} a nenhuma remessa e nunca {1?seria enviado|seriam enviados}; restaure o histórico de um backup.',
  'Batch {0}: {1#record|records} that were paid for are gone; restore the ledger from a backup.':
    'Lote {0}: {1#registro pago sumiu|registros pagos sumiram}; restaure o histórico de um backup.',
  'The ledger does not add up ({0#finding|findings}, above); until it is mended, nothing should be sent from it.':
    'As contas do histórico não fecham ({0#achado|achados}, acima); até o conserto, nada deve ser enviado com ele.',
};
