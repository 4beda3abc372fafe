import { m, next, pick } from '../sentence.js';
import { agree, n } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Escolha: '${next.command('bulk resolve', 'batch', '--abandon')}' descarta, e o que foi cobrado continua cobrado; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' vincula a remessa que está no serviço, sem custo a mais (o suporte dele ou o log de um proxy pode informar o jobId); '${next.command('bulk resolve', 'batch', '--resubmit')}' reenvia ${agree('items', 'o identificador', 'os identificadores')} por até ${n.credits('cost')}, e você paga duas vezes se o serviço já ${agree('items', 'o recebeu', 'os recebeu')}.`;

export const declined = pick('nothing', {
  changed: 'Nada foi alterado.',
  sent: 'Nada foi enviado.',
});
