/** A trade as it occurs in company names, and its activity (CNAE 2.3): code and description. */
export const TRADES = [
  ['Calçados', '4782201', 'Comércio varejista de calçados'],
  ['Padaria', '1091102', 'Padaria e confeitaria com predominância de produção própria'],
  ['Sistemas', '6201501', 'Desenvolvimento de programas de computador sob encomenda'],
  [
    'Oficina Mecânica',
    '4520001',
    'Serviços de manutenção e reparação mecânica de veículos automotores',
  ],
  ['Distribuidora de Açúcar', '4637102', 'Comércio atacadista de açúcar'],
  ['Construções', '4120400', 'Construção de edifícios'],
  ['Odontologia', '8630504', 'Atividade odontológica'],
  [
    'Transportes',
    '4930202',
    'Transporte rodoviário de carga, exceto produtos perigosos e mudanças, intermunicipal, interestadual e internacional',
  ],
  ['Papelaria', '4761003', 'Comércio varejista de artigos de papelaria'],
  [
    'Farmácia',
    '4771702',
    'Comércio varejista de produtos farmacêuticos, com manipulação de fórmulas',
  ],
  ['Agropecuária', '0115600', 'Cultivo de soja'],
  [
    'Confecções',
    '1412601',
    'Confecção de peças do vestuário, exceto roupas íntimas e as confeccionadas sob medida',
  ],
  ['Modas', '4781400', 'Comércio varejista de artigos do vestuário e acessórios'],
  ['Restaurante', '5611201', 'Restaurantes e similares'],
  ['Salão de Beleza', '9602501', 'Cabeleireiros, manicure e pedicure'],
  ['Contabilidade', '6920601', 'Atividades de contabilidade'],
  ['Treinamentos', '8599604', 'Treinamento em desenvolvimento profissional e gerencial'],
  ['Materiais de Construção', '4744099', 'Comércio varejista de materiais de construção em geral'],
] as const;

/** Trades that are closed to a MEI: regulated professions, farming, building, wholesale, haulage. */
const CLOSED_TO_MEI = new Set<string>([
  ...['6201501', '4637102', '4120400', '8630504', '4930202'],
  ...['4771702', '0115600', '6920601'],
]);

const [shoes, ...others] = TRADES;
export const MEI_TRADES = [
  shoes,
  ...others.filter(([, code]) => !CLOSED_TO_MEI.has(code)),
] as const;
