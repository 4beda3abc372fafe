import type { JobTrouble } from '../../errors/jobs.js';
import { jobSentence } from '../../sentences/jobs.js';
import { serviceSentences } from '../../sentences/service.js';
import {
  formatNumber,
  type Language,
  type Messages,
  t,
  tenthsOfPercent,
  withMessages,
} from '../../messages/index.js';
import { withoutIdentifiers } from '../../identifiers/index.js';

/** How a page speaks, whatever the process does: its sentences, numbers and times. */
export interface Words {
  readonly language: Language;
  readonly timeZone: string;
  readonly t: Messages;
  count(value: number): string;
  /** `part` of `whole`, rounded as a calculator does, but 100% is all of it and 0% nothing; `–` of nothing. */
  share(part: number, whole: number): string;
  /** Epoch ms as date and time of day. */
  time(at: number): string;
  /** The time of day, with the date where `from` and `to` are on different days. */
  within(at: number, from: number, to: number): string;
  duration(ms: number): string;
  /** Why a job failed or is unconfirmed. */
  trouble(trouble: JobTrouble): string;
}

export function createWords(messages: Messages, timeZone: string): Words {
  const { language } = messages;
  return {
    language,
    timeZone,
    t: messages,
    trouble: (trouble) => withMessages(messages, () => troubleText(trouble)),
    count: (value) => formatNumber(value, undefined, language),
    share: createShare(language),
    duration: createDuration(language),
    ...createTimes(language, timeZone),
  };
}

const ofService = serviceSentences(() => t.service.mayBeCharged);

/** Why a job failed or is unconfirmed, without identifiers, in the language of the process. */
export function troubleText(trouble: JobTrouble): string {
  return withoutIdentifiers(jobSentence(trouble, ofService));
}

function createShare(language: Language): Words['share'] {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (part, whole) => {
    if (whole === 0) return '–';
    const tenths = tenthsOfPercent(part, whole);
    if (part > 0 && tenths === 0) return `< ${percent.format(0.001)}`;
    if (part < whole && tenths === 1000) return `> ${percent.format(0.999)}`;
    return percent.format(tenths / 1000);
  };
}

function createTimes(language: Language, timeZone: string): Pick<Words, 'time' | 'within'> {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, hourCycle: 'h23', ...options });
  const whole = format({ dateStyle: 'long', timeStyle: 'short' });
  const day = format({ dateStyle: 'short' });
  const clock = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const dayAndClock = format({ dateStyle: 'short', timeStyle: 'short' });
  return {
    time: (at) => whole.format(at),
    within: (at, from, to) =>
      (day.format(from) === day.format(to) ? clock : dayAndClock).format(at),
  };
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The two largest units: `2 h 5 min`. */
function createDuration(language: Language): Words['duration'] {
  return (ms) => {
    let rest = Math.round(ms / 1_000);
    const parts = UNITS.map(([unit, seconds]) => {
      const value = Math.floor(rest / seconds);
      rest -= value * seconds;
      return { unit, value };
    });
    const first = parts.findIndex(({ value }) => value > 0);
    const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
    return shown
      .filter(({ value }, index) => value > 0 || index === 0)
      .map(({ unit, value }) =>
        new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
          value,
        ),
      )
      .join(' ');
  };
}
