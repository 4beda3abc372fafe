export { formatDay, formatMinute, formatSecond } from './formats.js';
export { formatNumber, tenthsOfPercent } from './formats.js';
export { agree, plural } from './plural.js';
export { say } from './say.js';
