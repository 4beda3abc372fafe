/** Ordinary Brazilian names and places, with their accents; every record made of them is invented. */
export const MALE_NAMES = [
  'João',
  'José',
  'Antônio',
  'Luís',
  'César',
  'Fábio',
  'André',
  'Márcio',
  'Vinícius',
  'Caio',
  'Otávio',
  'Flávio',
  'Rogério',
  'Murilo',
  'Estêvão',
  'Tomás',
  'Heitor',
  'Joaquim',
  'Sérgio',
  'Davi',
] as const;

export const FEMALE_NAMES = [
  'Maria',
  'Ana',
  'Luísa',
  'Conceição',
  'Lúcia',
  'Márcia',
  'Patrícia',
  'Letícia',
  'Inês',
  'Cecília',
  'Beatriz',
  'Flávia',
  'Júlia',
  'Antônia',
  'Débora',
  'Mônica',
  'Natália',
  'Teresa',
  'Verônica',
  'Íris',
] as const;

export const SURNAMES = [
  'da Silva',
  'dos Santos',
  'Souza',
  'Gonçalves',
  'Araújo',
  'Conceição',
  'Magalhães',
  'Brandão',
  'Guimarães',
  'Falcão',
  'de Assunção',
  'Simões',
  'Leão',
  'Damião',
  'Sá',
  'Batista',
  'Ferrão',
  'de Oliveira',
  'Pereira',
  'Mendonça',
  'Galvão',
  'Corrêa',
  'Muñoz',
  'Avelãs',
  "d'Ávila",
] as const;

export const TRADES = [
  'Comércio de Calçados',
  'Padaria e Confeitaria',
  'Serviços de Informática',
  'Oficina Mecânica',
  'Distribuidora de Açúcar',
  'Construções',
  'Clínica Odontológica',
  'Transportes Rodoviários',
  'Gráfica e Papelaria',
  'Farmácia de Manipulação',
  'Agropecuária',
  'Confecções',
] as const;

export const NEIGHBOURHOODS = [
  'Centro',
  'Jardim América',
  'Vila São José',
  'Boa Esperança',
  'Santo Antônio',
  'Parque das Nações',
] as const;

export const STREET_KINDS = ['Rua', 'Avenida', 'Travessa', 'Praça', 'Rodovia'] as const;

/** State, city and area code belong together. */
export const CITIES = [
  ['SP', 'São Paulo', '11'],
  ['RJ', 'Niterói', '21'],
  ['MG', 'Uberlândia', '34'],
  ['GO', 'Goiânia', '62'],
  ['PR', 'Foz do Iguaçu', '45'],
  ['PA', 'Belém', '91'],
  ['MA', 'São Luís', '98'],
  ['SC', 'Florianópolis', '48'],
  ['CE', 'Sobral', '88'],
] as const;

export const LEGAL_NATURES = [
  ['2062', 'Sociedade Empresária Limitada', 'LTDA'],
  ['2135', 'Empresário (Individual)', 'ME'],
  ['2054', 'Sociedade Anônima Fechada', 'S.A.'],
  ['2240', 'Sociedade Simples Limitada', 'S/S LTDA'],
] as const;

export const ACTIVITIES = [
  '4782201',
  '1091102',
  '6201501',
  '4520001',
  '4637101',
  '4120400',
  '8630504',
  '4930202',
  '4761003',
] as const;

export const AGE_RANGES = [
  '21 a 30 anos',
  '31 a 40 anos',
  '41 a 50 anos',
  '51 a 60 anos',
  '61 a 70 anos',
] as const;
