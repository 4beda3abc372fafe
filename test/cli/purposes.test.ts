import { transcripts } from '../helpers/transcript.js';

const HOUR = 3_600_000;

transcripts('purposes', { 'an hour passes': ({ clock }) => clock.sleep(HOUR) });
transcripts('retention', {
  'a hundred days pass': ({ clock }) => clock.sleep(2_400 * HOUR),
  'an hour passes': ({ clock }) => clock.sleep(HOUR),
});
