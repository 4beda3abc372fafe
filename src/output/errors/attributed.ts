import { maskIdentifiers } from '../../identifiers/index.js';
import { isSentence } from '../../sentences/service.js';
import { t } from '../../messages/index.js';

/**
 * A message for people: the service's own words, with which it may begin, are quoted as they came. They end with a
 * full stop of ours where they have none.
 */
export function attributed(facts: object, message: string): string {
  if (!('serviceMessage' in facts) || typeof facts.serviceMessage !== 'string') return message;
  const words = maskIdentifiers(facts.serviceMessage);
  if (words === '' || !message.startsWith(words)) return message;
  const after = message.slice(words.length).replace(/^\./, '');
  const end = isSentence(words) || after.startsWith(' (') ? '' : '.';
  return t.service.quoted(words) + end + after;
}
