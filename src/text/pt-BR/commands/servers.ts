import type { Catalogue } from '../../voice.js';

/** The messages of `confere mcp` for the user. */
export const mcp: Catalogue = {
  'serve lookups to a Model Context Protocol client on stdin and stdout':
    'oferece consultas a um cliente do Model Context Protocol em stdin e stdout',
  'credits that this session may spend (default: 0)':
    'créditos que esta sessão pode gastar (padrão: 0)',
  'Serving the Model Context Protocol on stdin and stdout; the sandbox costs nothing.':
    'Servindo o Model Context Protocol em stdin e stdout; o sandbox não custa nada.',
  'Serving the Model Context Protocol on stdin and stdout; this session may spend at most {0#credit|credits}.':
    'Servindo o Model Context Protocol em stdin e stdout; esta sessão pode gastar no máximo {0#crédito|créditos}.',
  'Serving the Model Context Protocol on stdin and stdout; paid lookups are refused, because no --max-credits <n> was given.':
    'Servindo o Model Context Protocol em stdin e stdout; consultas pagas são recusadas, porque --max-credits <n> não foi informado.',
  'A client starts it with this command and these arguments; docs/mcp.md shows how.':
    'Um cliente o inicia com este comando e estes argumentos; docs/mcp.md mostra como.',
  'What is paid for already is answered free. Without --max-credits, or max-credits in the profile, paid lookups are refused.':
    'O que já foi pago é respondido de graça. Sem --max-credits, ou max-credits no perfil, consultas pagas são recusadas.',
};

/** `confere sandbox`. */
export const sandbox: Catalogue = {
  'continue and bill overage when the credits run out':
    'continua e cobra o excedente quando os créditos acabam',
  'refuse lookups when the credits run out': 'recusa consultas quando os créditos acabam',
  'credits of a found record: cpf=2, cnpj=1, realtime=2.5':
    'créditos de um registro encontrado: cpf=2, cnpj=1, realtime=2.5',
  'most CNPJ batches under way (default: 20)': 'máximo de lotes de CNPJ em andamento (padrão: 20)',
  "--fault '{0}' cannot be used: {1}.": "Não é possível usar --fault '{0}': {1}.",
  "it must look like 'POST /cpf/bulk=503:2'": "deve ter a forma 'POST /cpf/bulk=503:2'",
  'there is no such endpoint; there are {0}, and * for any part':
    'esse endpoint não existe; existem {0}, e * para qualquer parte',
  "'{0}' is not an answer there; use a status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, or one of {1}":
    "'{0}' não é uma resposta desse endpoint; use um status, drop, drop-after, slow:<ms>, renew, spend:<credits>, refund:<credits>, replace-key, ou uma destas: {1}",
  "slow needs its milliseconds, as in 'slow:2000'":
    "slow precisa dos milissegundos, como em 'slow:2000'",
  "spend and refund need their credits, as in 'spend:5'":
    "spend e refund precisam dos créditos, como em 'spend:5'",
  "'{0}' must be a count such as 2 (the first two) or a probability such as 0.1":
    "'{0}' deve ser uma quantidade como 2 (as duas primeiras) ou uma probabilidade como 0.1",
  'Port {0} does not exist; ports are 1 to {1}.':
    'A porta {0} não existe; as portas vão de 1 a {1}.',
  'Port {0} is already in use on this machine; choose another with --port, or --port 0 for a free one.':
    'A porta {0} já está em uso nesta máquina; escolha outra com --port, ou --port 0 para uma livre.',
  'Port {0} is refused on this machine; choose another with --port, or --port 0 for a free one.':
    'A porta {0} é recusada nesta máquina; escolha outra com --port, ou --port 0 para uma livre.',
  "The sandbox state in {0} was written by a newer version of confere: use that version, delete the file, or add --ephemeral to 'confere sandbox'.":
    "O estado do sandbox em {0} foi gravado por uma versão mais nova do confere: use essa versão, apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.",
  "The sandbox state in {0} is damaged: delete the file, or add --ephemeral to 'confere sandbox'.":
    "O estado do sandbox em {0} está danificado: apague o arquivo, ou acrescente --ephemeral a 'confere sandbox'.",
};
