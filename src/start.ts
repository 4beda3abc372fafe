/** The parts of confere that `bin/confere.js` loads. */
export { processContext } from './base/context.js';
export { main } from './main.js';
