import { transcripts } from '../helpers/transcript.js';

const DAY = 86_400_000;

transcripts('purposes');
transcripts('retention', {
  'a hundred days pass': ({ clock }) => clock.sleep(100 * DAY),
  'an hour passes': ({ clock }) => clock.sleep(3_600_000),
});
