import type { Messages } from '../en/index.js';

export const codes: Messages['codes'] = {
  usage:
    'Algo na linha de comando, nas configurações ou na entrada não pode ser usado. Nada foi enviado nem cobrado; a mensagem diz o que fazer.',
  noService:
    'O endereço do serviço falta ou está errado. Ele começa com https://; confere auth login --base-url <url> o guarda. --sandbox não precisa dele.',
  noKey:
    'Não há chave de API utilizável; uma chave guardada só é enviada à URL base com que foi guardada. Faça login com confere auth login, ou indique um arquivo que só contém a chave: --api-key-file <caminho>.',
  keyRefused:
    'O serviço recusou a chave ou a conta: trocada, suspensa ou digitada errado. Verifique com confere auth status e faça login de novo.',
  network:
    'Não veio resposta do serviço. Verifique rede, proxy e certificados e execute o mesmo comando de novo; nada é enviado duas vezes.',
  serviceFailed:
    'O serviço falhou, ou outra coisa responde no endereço dele. Execute o mesmo comando mais tarde; nada é enviado duas vezes.',
  rateLimited:
    'As requisições deste minuto acabaram; outros programas podem usar as mesmas. Execute mais tarde, ou com um --deadline maior.',
  notFound: 'O serviço não tem registro deste identificador. É uma resposta, sem custo.',
  exitStatus: 'Algo não foi encontrado, ou difere, e --exit-status pede para avisar. Nada falhou.',
  refusedInput: 'O serviço recusou este identificador. Não foi cobrado.',
  notAsked:
    'Uma consulta anterior encerrou o comando, e esta não foi enviada. Veja o primeiro erro.',
  someInvalid:
    'Alguns identificadores ou linhas são inválidos e não foram enviados. A saída padrão traz os motivos; confere bulk check --rejects <arquivo> grava as linhas.',
  overBudget:
    'O custo máximo passa do saldo ou do seu teto de gasto, e nada foi enviado por isso. Aumente o teto, envie o que cabe com --fit-balance, ou aceite o excedente com --allow-overage; confere quota mostra o saldo.',
  limitPassed:
    'Um preço subiu durante a execução, e o teto de gasto foi ultrapassado. Nada mais é enviado; confere spend mostra o que foi cobrado.',
  priceUnproved:
    'Ainda não se sabe o preço, e o que está em andamento pode gastar o resto. Execute mais tarde, ou defina cost-cpf ou cost-cnpj.',
  belowMin: 'Restam menos créditos que --min.',
  notifyFailed:
    'O comando de --notify falhou ou não pôde ser iniciado. Lote, resultado e código de saída não mudam.',
  batchLeft:
    'Parte do lote não tem resposta: inválida, sem saldo, em andamento ou sem confirmação. confere bulk status mostra qual; a mensagem traz o comando que continua.',
  declined: 'Você respondeu não, e nada foi enviado nem alterado.',
  needsYes: 'Não há a quem perguntar, e nada foi enviado nem alterado. Use --yes para confirmar.',
  unconfirmed:
    'Uma remessa ficou sem resposta e pode ter sido cobrada. Execute o mesmo comando depois de alguns minutos; se isso não resolver, decida com confere bulk resolve <lote>.',
  lookupInDoubt:
    'Uma consulta anterior, ou um lote, ficou sem resposta e pode ter sido cobrado. Execute o mesmo comando mais tarde, depois de confere bulk watch se é um lote; --fresh consulta agora e pode cobrar duas vezes.',
  unwritable:
    'Uma resposta do serviço não pôde ser guardada ou lida. Libere espaço em disco, ou espere o banco de dados, e execute o mesmo comando de novo. Se a mensagem traz um jobId: confere bulk resolve <lote> --adopt <jobId>.',
  miscounted:
    'Os resultados desta remessa não batem com a contagem dela. O que eles trazem fica guardado; pergunte ao serviço sobre a remessa.',
  held: 'Outra execução está com este lote ou consulta os mesmos identificadores. Execute o mesmo comando quando ela terminar: as respostas são compartilhadas. confere bulk status mostra o lote.',
  otherKey:
    'O lote foi feito com outra chave. Use essa chave; sem ela, confere bulk resolve <lote> --abandon descarta o que falta.',
  noBatch:
    'Esse lote não existe. confere bulk list mostra os lotes; cada URL base, cada perfil e o sandbox têm os próprios.',
  underWay:
    'O lote está em andamento ou sem confirmação. Espere com confere bulk watch, exporte o que há com --partial, ou descarte com confere bulk resolve <lote> --abandon.',
  decision:
    'Resolva as remessas sem confirmação de uma só forma: --adopt <jobId>, --resubmit (pode cobrar duas vezes) ou --abandon.',
  adoptOther:
    'A remessa é de outro lote ou de outra chave, tem outros identificadores, ou ainda não traz nenhum. Verifique o jobId e a chave, tente mais tarde, ou resolva com --abandon ou --resubmit.',
  inputMissing:
    'O caminho está errado, protegido, aberto em outro programa, ou é uma pasta; ou o arquivo está vazio ou ainda sendo gravado. confere bulk check <arquivo> mostra como um arquivo é lido.',
  tooLarge: 'Passa do limite que a mensagem informa. Divida-o; um resultado também cabe em CSV.',
  column:
    'Não está claro qual coluna ou aba tem os identificadores, ou se são CPFs ou CNPJs. Use --column <nome> (1+2+3 junta as partes), --sheet <nome> ou --type.',
  notATable:
    'O arquivo está danificado ou é de outro tipo, ou o texto não corresponde à codificação. Salve-o como .xlsx ou como CSV em UTF-8, ou corrija a linha da mensagem.',
  output:
    'Um resultado precisa de um lugar próprio e não substitui outro arquivo. Use outro -o, --out-dir para várias entradas, ou --overwrite.',
  outputFailed:
    'Não é possível gravar ali: aberto em outro programa, protegido, inexistente ou cheio. Corrija isso; confere bulk export grava um resultado de novo, sem custo.',
  copyDamaged:
    'A cópia guardada da entrada está danificada. Execute confere bulk run com o arquivo original; registros pagos são reaproveitados.',
  notComparable:
    'bulk diff compara lotes, ou resultados de bulk run e export, de um só tipo. confere bulk export grava um resultado de novo.',
  state:
    'Um arquivo do confere, o disco ou o banco de dados não pode ser usado: danificado, protegido, ocupado ou cheio. Corrija o que a mensagem indica e execute o mesmo comando de novo.',
  openPlace:
    'Outros usuários desta máquina são donos de uma pasta do confere ou podem alterá-la; nada foi lido dali nem enviado. A mensagem traz o comando que a fecha.',
  ledgerMoved:
    'O histórico está em uso, ou está sendo ou foi movido para o local da mensagem. Pare as outras execuções e execute o mesmo comando de novo; --to <local> usa outro local, vazio, e --cancel desfaz uma mudança interrompida.',
  ledgerLost:
    'O histórico sumiu, está danificado ou é mais antigo que os lotes. Restaure um backup antes de enviar algo; confere ledger check --accept aceita a perda, que pode ser cobrada de novo.',
  stopped:
    'Interrompido por Ctrl-C ou um sinal. O que foi enviado está salvo; o mesmo comando continua.',
  defect: 'Erro interno do confere. O que foi pago está guardado; por favor, reporte.',
  library:
    'Um programa usa a biblioteca de forma errada, ou a função ou o stream dele falhou: veja a causa do erro. Nada mais foi enviado.',
  rowFormat: 'Não tem a forma de um CPF (11 dígitos) nem de um CNPJ (14 letras e dígitos).',
  rowErased: 'O identificador foi apagado desta máquina com confere purge.',
  lookupNotOver:
    'Está em consulta, ou pode ter sido cobrado. Consulte de novo, o que apura a cobrança, e depois apague.',
  otherVersion:
    'Outra versão do confere gravou isto. Atualize o confere; conclua ou apague um histórico anterior com a versão que o gravou, ou mova-o.',
};
