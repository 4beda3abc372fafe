/** The ledger of several machines. */
export const sharedLedger = {
  'The ledger in {0} cannot be used: {1}. Whatever was written down before is kept.':
    'Não é possível usar o histórico em {0}: {1}. O que já estava gravado é mantido.',
  'it cannot be reached ({0}); run the same command again when it can':
    'não foi possível conectar a ele ({0}); execute o mesmo comando outra vez quando for possível',
  'it takes no changes now ({0}), as while a standby takes over; run the same command again later':
    'ele não aceita mudanças agora ({0}), como enquanto outro servidor assume; execute o mesmo comando mais tarde',
  'the database refused it ({0}); check the user, the password file and the rights':
    'o banco de dados recusou ({0}); verifique o usuário, o arquivo de senhas e as permissões',
  'a pooler in statement mode is in between ({0}); set it to session or transaction mode':
    'há no meio um pooler no modo statement ({0}); configure-o no modo session ou transaction',
  'a pooler in between does not accept PGOPTIONS ({0}); unset that variable':
    'um pooler no meio não aceita PGOPTIONS ({0}); remova essa variável',
  'its certificate could not be checked ({0}); sslrootcert names the file of an authority of your own':
    'não foi possível verificar o certificado dele ({0}); sslrootcert indica o arquivo de uma autoridade sua',
  'its disk is full ({0})': 'o disco dele está cheio ({0})',
  'its encoding is {0}, and names need UTF8; create the database with it':
    'a codificação dele é {0}, e os nomes precisam de UTF8; crie o banco de dados com ela',
  'The address of the ledger has a password, which others could see; put it into a password file (PGPASSFILE, or ~/.pgpass) and leave it out of the address.':
    'O endereço do histórico traz uma senha, que outros poderiam ver; coloque-a em um arquivo de senhas (PGPASSFILE, ou ~/.pgpass) e tire-a do endereço.',
  'The database of the ledger is on {0}, another machine, so the connection must be encrypted; leave sslmode=disable out of its address.':
    'O banco de dados do histórico está em {0}, outra máquina, e a conexão precisa ser cifrada; tire sslmode=disable do endereço.',
  'The database of the ledger is on {0}, another machine, so the connection must be encrypted; leave sslmode=disable out of its service entry.':
    'O banco de dados do histórico está em {0}, outra máquina, e a conexão precisa ser cifrada; tire sslmode=disable da entrada do serviço.',
  'The database of the ledger is on {0}, another machine, so the connection must be encrypted; leave PGSSLMODE=disable out of the environment.':
    'O banco de dados do histórico está em {0}, outra máquina, e a conexão precisa ser cifrada; tire PGSSLMODE=disable do ambiente.',
  'The address of the ledger has an option that is not known: {0}.':
    'O endereço do histórico traz uma opção desconhecida: {0}.',
  'The address of the ledger cannot be read; write it as postgres://user@host/database.':
    'Não é possível ler o endereço do histórico; escreva-o como postgres://usuário@servidor/banco.',
  'This ledger was moved to {0}, and nothing is paid from here any more; name the new one with the setting ledger or CONFERE_LEDGER, or leave both out if it is on this machine.':
    'Este histórico foi movido para {0}, e nada mais é pago por aqui; indique o novo com a configuração ledger ou com CONFERE_LEDGER, ou tire as duas se ele estiver nesta máquina.',
  'This ledger is being copied to {0}, and nothing is paid from here until the copy has ended or was taken back.':
    'Este histórico está sendo copiado para {0}, e nada é pago por aqui até a cópia terminar ou ser desfeita.',
  'A copy from {0} into this ledger has not come to its end; run the same copy again.':
    'Uma cópia de {0} para este histórico não chegou ao fim; execute a mesma cópia outra vez.',
  '{0} has been finding out since {1} whether a request was charged, and nothing else is sent meanwhile; what is planned of batch {2} stays planned. Run the same command again later.':
    '{0} apura desde {1} uma cobrança sem confirmação, e nada mais é enviado enquanto isso; o que está planejado do lote {2} continua assim. Execute o mesmo comando mais tarde.',
  'This run stood still for so long that it lost batch {0}; what it wanted to change was not changed. Run the same command again.':
    'Esta execução ficou parada por tanto tempo que perdeu o lote {0}; o que ela ia mudar não foi mudado. Execute o mesmo comando outra vez.',
  'This run stood still for so long that {0} took batch {1} over at {2}; what it wanted to change was not changed. Wait for that run.':
    'Esta execução ficou parada por tanto tempo que {0} assumiu o lote {1} em {2}; o que ela ia mudar não foi mudado. Espere por aquela execução.',
  ' (on {0}, since {1})': ' (em {0}, desde {1})',
};
