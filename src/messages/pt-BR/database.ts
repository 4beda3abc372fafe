import type { database as en } from '../en/database.js';
import { s } from './words.js';

export const database: typeof en = {
  unusable: (database, advice) =>
    s`Não é possível usar o histórico em ${database}: ${advice}. O que já estava gravado é mantido.`,
  unreachable: (reason) =>
    s`não foi possível conectar a ele (${reason}); execute o mesmo comando outra vez quando for possível`,
  readOnly: (reason) =>
    s`ele não aceita mudanças agora (${reason}), como enquanto outro servidor assume; execute o mesmo comando mais tarde`,
  refused: (reason) =>
    s`o banco de dados recusou (${reason}); verifique o usuário, o arquivo de senhas e as permissões`,
  statementPooler: (reason) =>
    s`há no meio um pooler no modo statement (${reason}); configure-o no modo session ou transaction`,
  poolerOptions: (reason) =>
    s`um pooler no meio não aceita PGOPTIONS (${reason}); remova essa variável`,
  untrusted: (reason) =>
    s`não foi possível verificar o certificado dele (${reason}); sslrootcert indica o arquivo de uma autoridade sua`,
  diskFull: (reason) => s`o disco dele está cheio (${reason})`,
  encoding: (reason) =>
    s`a codificação dele é ${reason}, e os nomes precisam de UTF8; crie o banco de dados com ela`,
  passwordInAddress:
    'O endereço do histórico traz uma senha, que outros poderiam ver; coloque-a em um arquivo de senhas (PGPASSFILE, ou ~/.pgpass) e tire-a do endereço.',
  insecureAddress: (host) =>
    s`O banco de dados do histórico está em ${host}, outra máquina, e a conexão precisa ser cifrada; tire sslmode=disable do endereço.`,
  insecureService: (host) =>
    s`O banco de dados do histórico está em ${host}, outra máquina, e a conexão precisa ser cifrada; tire sslmode=disable da entrada do serviço.`,
  insecureVariable: (host) =>
    s`O banco de dados do histórico está em ${host}, outra máquina, e a conexão precisa ser cifrada; tire PGSSLMODE=disable do ambiente.`,
  unknownOption: (option) => s`O endereço do histórico traz uma opção desconhecida: ${option}.`,
  unreadableAddress:
    'Não é possível ler o endereço do histórico; escreva-o como postgres://usuário@servidor/banco.',
  moved: (place) =>
    s`Este histórico foi movido para ${place}, e nada mais é pago por aqui; indique o novo com a configuração ledger ou com CONFERE_LEDGER, ou tire as duas se ele estiver nesta máquina.`,
  beingCopied: (place) =>
    s`Este histórico está sendo copiado para ${place}, e nada é pago por aqui até a cópia terminar ou ser desfeita.`,
  copyUnfinished: (place) =>
    s`Uma cópia de ${place} para este histórico não chegou ao fim; execute a mesma cópia outra vez.`,
  othersSettling: (host, since, batch) =>
    s`${host} apura desde ${since} uma cobrança sem confirmação, e nada mais é enviado enquanto isso; o que está planejado do lote ${batch} continua assim. Execute o mesmo comando mais tarde.`,
  batchLost: (batch) =>
    s`Esta execução ficou parada por tanto tempo que perdeu o lote ${batch}; o que ela ia mudar não foi mudado. Execute o mesmo comando outra vez.`,
  batchLostTo: (host, batch, since) =>
    s`Esta execução ficou parada por tanto tempo que ${host} assumiu o lote ${batch} em ${since}; o que ela ia mudar não foi mudado. Espere por aquela execução.`,
  heldWhere: (host, since) => s` (em ${host}, desde ${since})`,
};
