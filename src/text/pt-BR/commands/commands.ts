import type { Catalogue } from '../../voice.js';

/** Descriptions, options and messages of the other commands. */
export const commands: Catalogue = {
  '{0} Nothing was sent; add --yes to confirm{1}.':
    '{0} Nada foi enviado; para confirmar, repita com --yes{1}.',
  '{0} Nothing was changed; add --yes to confirm{1}.':
    '{0} Nada foi alterado; para confirmar, repita com --yes{1}.',
  'y yes': 's sim',
  '{0} [y/N] ': '{0} [s/N] ',
  'The birth date must look like DD/MM/YYYY or DDMMYYYY.':
    'A data de nascimento deve ter a forma DD/MM/AAAA ou DDMMAAAA.',
  'The birth date is not a valid date since 1900; the order is day, month, year.':
    'A data de nascimento não é uma data válida a partir de 1900; a ordem é dia, mês, ano.',
  'The birth date lies in the future.': 'A data de nascimento está no futuro.',
  'check CPFs and CNPJs locally; - reads them from stdin; no key, no network':
    'verifica CPFs e CNPJs localmente; - lê de stdin; sem chave, sem rede',
  'where the records go (default: stdout)': 'onde ficam os registros (padrão: saída padrão)',
  'Ctrl-Z and Enter': 'Ctrl-Z e Enter',
  'Reading identifiers from the terminal, one per line; {0} ends.':
    'Lendo identificadores do terminal, um por linha; {0} encerra.',
  'Standard input held no identifier.': 'A entrada padrão não continha nenhum identificador.',
  "'-' reads all of standard input; give it once.":
    "'-' lê toda a entrada padrão; informe uma vez só.",
  '--birth-date belongs to --realtime.': '--birth-date só vale com --realtime.',
  'A real-time lookup needs --birth-date DD/MM/YYYY.':
    'Uma consulta em tempo real precisa de --birth-date DD/MM/AAAA.',
  'A real-time lookup takes one CPF.': 'Uma consulta em tempo real aceita um único CPF.',
  'Not asked, because one before it failed: {0}':
    'Não consultado, porque uma consulta anterior falhou: {0}',
  'ask the revenue authority now; one CPF, needs --birth-date':
    'consulta a Receita agora; um CPF, exige --birth-date',
  'DD/MM/YYYY or DDMMYYYY': 'DD/MM/AAAA ou DDMMAAAA',
  'look up {0}s; - reads them from stdin, one per line':
    'consulta {0}s; - lê de stdin, um por linha',
  'ask again for what is in the ledger': 'consulta de novo o que já está no histórico',
  'reuse paid records up to this age': 'idade máxima de um registro já pago para reaproveitá-lo',
  'give up instead of waiting past it (default: none)':
    'tempo máximo de espera (padrão: sem limite)',
  'exit 9 when one was not found': 'sai com 9 quando algum não foi encontrado',
  'An age keeps what is under way; an identifier that is under way or in doubt is refused until it is settled.':
    'Com uma idade, o que está em andamento fica; um identificador em andamento ou sem confirmação é recusado até a cobrança ser apurada.',
  'Charges stay counted, and your own files stay as they are. - reads identifiers from standard input.':
    'As cobranças continuam contadas, e os seus próprios arquivos não mudam. - lê identificadores da entrada padrão.',
  'Name the CPFs and CNPJs to forget, or an age with --older-than; one of both.':
    'Indique os CPFs e CNPJs a apagar ou uma idade com --older-than; um dos dois.',
  'Identifier {0} is not a valid CPF or CNPJ; nothing was removed. Correct it, or leave it out.':
    'Nada foi removido: o identificador {0} não é um CPF ou CNPJ válido. Corrija-o ou deixe-o de fora.',
  '{0} is being looked up, or nobody knows whether its lookup was charged; until that is settled, what is stored about it stays. Look it up once more, which settles that, and then run {1} again.':
    'O que está guardado sobre {0} fica: ele está sendo consultado, ou não se sabe se a consulta dele foi cobrada. Consulte-o mais uma vez, o que apura a cobrança, e depois execute {1} de novo.',
  'Still under way, kept: {0}.': 'Ainda em andamento, mantidos: {0}.',
  'the credit balance; free': 'o saldo de créditos; grátis',
  'exit 7 when fewer credits remain': 'sai com 7 quando restam menos créditos',
  'Stopped; what was printed is answered, and the rest was not asked.':
    'Interrompido; o que foi impresso está respondido, e o resto não foi consultado.',
  'Stopped.': 'Interrompido.',
  'Stopped at once.': 'Interrompido imediatamente.',
  'Stopped; nothing was sent, and nothing is kept.':
    'Interrompido; nada foi enviado, e nada fica guardado.',
  'Stopped; nothing was written.': 'Interrompido; nada foi gravado.',
  'Stopped; nothing was asked that costs anything.':
    'Interrompido; nada que custe créditos foi pedido.',
  '{0#credit remains|credits remain}, fewer than {1} (--min).':
    '{0?Resta|Restam} {0#crédito|créditos}, menos que {1} (--min).',
  'serve the whole service on 127.0.0.1, with invented records, until Ctrl-C':
    'oferece o serviço inteiro em 127.0.0.1, com registros inventados, até Ctrl-C',
  'port, 0 for a free one': 'porta, 0 para uma livre',
  'gratis, micro, basico, intermediario, avancado or a name of your own':
    'gratis, micro, basico, intermediario, avancado ou um nome à sua escolha',
  'credits per period (default: those of the plan)': 'créditos por período (padrão: os do plano)',
  'simple lookups per minute that it answers (default: 30)':
    'consultas simples por minuto que ele responde (padrão: 30)',
  'real-time lookups per minute (default: 5)': 'consultas em tempo real por minuto (padrão: 5)',
  'milliseconds before each answer (default: 0)':
    'milissegundos antes de cada resposta (padrão: 0)',
  'batch items per second (default: 5000)': 'itens de lote por segundo (padrão: 5000)',
  "what goes wrong, e.g. 'POST /cpf/bulk=503:2'": "o que dá errado, p. ex. 'POST /cpf/bulk=503:2'",
  'key of the account (default: a random one, the same at every start)':
    'chave da conta (padrão: uma aleatória, a mesma em cada início)',
  'seed of the invented records (default: 1)': 'semente dos registros inventados (padrão: 1)',
  'keep no state': 'não guarda estado',
  'The sandbox cannot keep its state in {0}: {1}. Check the folder, or add --ephemeral, which keeps none.':
    'O sandbox não consegue guardar seu estado em {0}: {1}. Verifique a pasta, ou acrescente --ephemeral, que não guarda estado.',
  'The state in {0} cannot be used: {1}. Check the folder.':
    'Não é possível usar os dados em {0}: {1}. Verifique a pasta.',
  'Stopped; everything is saved.': 'Interrompido; tudo está salvo.',
  '{0#identifier was|identifiers were} not sent.':
    '{0#identificador não foi enviado|identificadores não foram enviados}.',
  'Stopped watching. {0#job|jobs} ({1#identifier|identifiers}) {2?goes|go} on at the service, which charges what it finds.':
    'Acompanhamento interrompido. {0#remessa|remessas} ({1#identificador|identificadores}) {2?continua|continuam} no serviço, que cobra o que encontrar.',
  'Stopped at once; a lookup or submission that was under way may have been charged.':
    'Interrompido na hora; uma consulta ou um envio em andamento pode ter sido cobrado.',
  'Stopping after the current answer; once more stops at once.':
    'Parando depois da resposta atual; pressione Ctrl-C de novo para parar já.',
  'script that completes commands, options and batches in a shell':
    'script que completa comandos, opções e lotes em um shell',
  'shell to complete in': 'shell em que completar',
  'candidates for the last word; asked by the completion scripts':
    'candidatos para a última palavra; pedidos pelos scripts de completar',
  '\nInstall:\n  bash, in ~/.bashrc:\n    eval "$(confere completion bash)"\n  zsh, in ~/.zshrc after compinit:\n    eval "$(confere completion zsh)"\n  fish, in ~/.config/fish/config.fish:\n    confere completion fish | source\n  PowerShell, in $PROFILE:\n    confere completion powershell | Out-String | iex':
    '\nInstalação:\n  bash, em ~/.bashrc:\n    eval "$(confere completion bash)"\n  zsh, em ~/.zshrc, depois de compinit:\n    eval "$(confere completion zsh)"\n  fish, em ~/.config/fish/config.fish:\n    confere completion fish | source\n  PowerShell, em $PROFILE:\n    confere completion powershell | Out-String | iex',
};
