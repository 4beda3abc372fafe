export { formatDay, formatMinute, formatSecond } from './dates.js';
export { formatNumber, tenthsOfPercent } from './numbers.js';
export { agree, plural } from './plural.js';
export { say } from './say.js';
