import type { Messages } from '../en/index.js';

export const codes: Messages['codes'] = {
  usage: `Algo na linha de comando, nas configurações ou na entrada não pode ser usado. Nada foi enviado nem cobrado; a mensagem diz o que fazer.`,
  noService: `O endereço do serviço falta ou está errado. Ele começa com https://; confere auth login --base-url <url> o guarda. --sandbox não precisa dele.`,
  key:
    'Não há chave de API utilizável, ou o serviço a recusou. Verifique com confere auth status e faça login com confere auth login, ' +
    'ou indique um arquivo que só contém a chave: --api-key-file <caminho>. Uma chave guardada só é enviada à URL base com que foi guardada.',
  noAnswer:
    'Não veio resposta utilizável do serviço, ou outra coisa responde no endereço dele. ' +
    'Verifique rede, proxy e certificados e execute o mesmo comando de novo; nada é enviado duas vezes.',
  rateLimited: `As requisições deste minuto acabaram; outros programas podem usar as mesmas. Execute mais tarde, ou com um --deadline maior.`,
  notFound:
    'O serviço não tem esse registro, o que é uma resposta, sem custo; ou algo difere. ' +
    '--exit-status pede para avisar no código de saída. Nada falhou.',
  invalid:
    'Alguns identificadores ou linhas são inválidos ou foram recusados, e não foram cobrados. Um CPF tem 11 dígitos; ' +
    'um CNPJ, 14 letras e dígitos. A saída padrão traz os motivos; confere bulk check --rejects <arquivo> grava as linhas.',
  notAsked: `Uma consulta anterior encerrou o comando, e esta não foi enviada. Veja o primeiro erro.`,
  overBudget:
    'O saldo ou um teto de gasto não cobre isto, ou o saldo está abaixo de --min. Nada mais é enviado. ' +
    'Aumente o teto, envie o que cabe com --fit-balance, ou aceite o excedente com --allow-overage; confere quota mostra o saldo.',
  price:
    'A conta foi cobrada em mais do que os registros deveriam custar, ou acima de um teto. Nada mais é enviado. Se um registro custa mais no seu plano, ' +
    'defina cost-cpf ou cost-cnpj; se outros programas usam a conta, defina shared. Se não foi possível ler o saldo, execute mais tarde.',
  batchLeft:
    'Parte do lote não tem resposta: inválida, sem saldo, em andamento ou sem confirmação. ' +
    'confere bulk status mostra qual; a mensagem traz o comando que continua.',
  unconfirmed:
    'Não veio resposta inteira, e pode ter havido cobrança. Execute de novo, depois de alguns minutos, o comando que enviou, que apura a cobrança; ' +
    'se isso não resolver, decida com confere bulk resolve <lote>. Em uma consulta simples, --fresh consulta agora e pode cobrar duas vezes.',
  unwritable:
    'Uma resposta do serviço não pôde ser guardada ou lida. Libere espaço em disco, ou espere o banco de dados, ' +
    'e execute o mesmo comando de novo. Se a mensagem traz um jobId: confere bulk resolve <lote> --adopt <jobId>.',
  held:
    'Outra execução está com este lote ou consulta os mesmos identificadores. ' +
    'Execute o mesmo comando quando ela terminar: as respostas são compartilhadas. confere bulk status mostra o lote.',
  batch: `Nenhum lote tem esse id, ou vários começam com ele. confere bulk list mostra os lotes; cada URL base, cada perfil e o sandbox têm os próprios.`,
  underWay:
    'O lote não terminou, ou foi criado com outra chave. Espere com confere bulk watch (e essa chave), ' +
    'exporte o que há com --partial, ou descarte com confere bulk resolve <lote> --abandon.',
  decision:
    'Resolva as remessas sem confirmação de uma só forma: --adopt <jobId>, --resubmit (pode cobrar duas vezes) ou --abandon. ' +
    'Uma remessa pode ser vinculada quando traz identificadores deste lote e foi enviada com a sua chave; uma recém-enviada pode ainda não trazer nenhum.',
  input:
    'O arquivo falta, está protegido, vazio ou danificado, é de outro tipo, ou o texto não corresponde à codificação. ' +
    'Salve-o como .xlsx ou como CSV em UTF-8, ou corrija o que a mensagem indica. confere bulk check <arquivo> mostra como um arquivo é lido.',
  comparison: `bulk diff compara lotes, ou resultados de bulk run e export, de um só tipo. confere bulk export grava um resultado de novo.`,
  tooLarge: 'Passa do limite que a mensagem informa. Divida-o; um resultado também cabe em CSV.',
  column:
    'Não está claro qual coluna ou aba tem os identificadores, ou se são CPFs ou CNPJs. ' +
    'Use --column <nome> (1+2+3 junta as partes), --sheet <nome> ou --type.',
  output:
    'Um resultado precisa de um lugar próprio em que se possa gravar, e não substitui outro arquivo. ' +
    'Use outro -o, --out-dir para várias entradas, ou --overwrite; confere bulk export grava um resultado de novo, sem custo.',
  state:
    'Um arquivo do confere, o disco ou o banco de dados não pode ser usado: danificado, protegido, ocupado, ' +
    'cheio, ou aberto a outros usuários. Corrija o que a mensagem indica e execute o mesmo comando de novo.',
  copy: `A cópia guardada da entrada está danificada. Execute confere bulk run com o arquivo original; registros pagos são reaproveitados.`,
  version: `Outra versão do confere gravou isto. Atualize o confere; conclua ou apague um histórico anterior com a versão que o gravou, ou mova-o.`,
  ledger:
    'O histórico está em uso, ou está sendo ou foi movido para o local da mensagem. ' +
    'Pare as outras execuções e execute o mesmo comando de novo; --to <local> usa outro local, vazio, e --cancel desfaz uma mudança interrompida.',
  ledgerLost:
    'O histórico sumiu, está danificado ou é mais antigo que os lotes. Restaure um backup antes de enviar algo; ' +
    'confere ledger check --accept aceita a perda, que pode ser cobrada de novo.',
  stopped: `Interrompido por Ctrl-C ou um sinal. O que foi enviado está salvo; o mesmo comando continua.`,
  declined: `A resposta à pergunta não foi sim, e nada foi enviado nem alterado. Onde não há a quem perguntar, --yes confirma.`,
  notifyFailed: `O comando de --notify falhou ou não pôde ser iniciado. Lote, resultado e código de saída não mudam.`,
  programGone:
    'O confere foi atualizado ou desinstalado durante a execução. Inicie-o de novo; o que estava salvo foi mantido.',
  systemLimit:
    'O sistema deixa este processo usar muito pouco (ulimit -n ou -v). Aumente o limite; o que estava salvo foi mantido.',
  defect: 'Erro interno do confere. O que foi pago está guardado; por favor, reporte.',
  library: `Um programa usa a biblioteca de forma errada, ou a função ou o stream dele falhou: veja a causa do erro. Nada mais foi enviado.`,
  resultErased:
    'O arquivo é o resultado de um lote do qual pessoas ou empresas foram apagadas com confere purge. ' +
    'confere bulk export <lote> grava o restante, sem custo. ' +
    'Tire-as da entrada antes de usar --overwrite; senão elas serão consultadas, cobradas e armazenadas de novo.',
  rowErased: 'O identificador foi apagado desta máquina com confere purge.',
};
