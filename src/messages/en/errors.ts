import { m, next, pick } from '../sentence.js';
import { agree, n } from './dsl-phrases.js';

/** Each choice as a whole command, and what it may cost. */
export const choices = m`Choose: '${next.command('bulk resolve', 'batch', '--abandon')}' abandons ${agree('items', 'it', 'them')}, and what was charged stays charged; '${next.command('bulk resolve', 'batch', '--adopt', '<jobId>')}' takes the results of that job at the service for nothing more (its support or a proxy log may know the id); '${next.command('bulk resolve', 'batch', '--resubmit')}' sends ${agree('items', 'it', 'them')} again for up to ${n.credits('cost')}, paying twice if the service took ${agree('items', 'it', 'them')}.`;

export const declined = pick('nothing', {
  changed: 'Nothing was changed.',
  sent: 'Nothing was sent.',
});
