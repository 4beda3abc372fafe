import type { SettingErrors } from '../../../base/error-facts.js';
import { isTyped } from '../../next-steps.js';
import type { Sentences } from '../../reader.js';
import { quoteArgument } from '../../words.js';
import { phrases, s } from '../phrases.js';

/** The sentences of errors about a key, an address, a folder or another setting. */
export const settingErrors: Sentences<SettingErrors> = {
  no_api_key: ({ profile }, to) =>
    s`No API key for profile ${profile}. Log in with '${to.command('auth login')}', ` +
    s`or use CONFERE_API_KEY or ${to.option('--api-key-file')}.`,
  bad_api_key: ({ place }, to) =>
    s`${phrases.place(place, to)} is empty, or contains spaces or characters that no key has. ` +
    'A key is one word of unaccented letters, digits and signs.',
  bad_key_file: ({ path, source }, to) =>
    s`The API key file ${path} (${to.option(source)}) must contain only the key, in one line.`,
  key_file_unreadable: ({ source, reason }, to) =>
    s`${to.option(source)} names a file that cannot be read (${reason}). Give the path of a file that contains only the key.`,
  bad_key_command: ({ place, isRelative }, to) =>
    s`${phrases.place(place, to)} must be a program and its arguments, with words that contain blanks in quotes. ` +
    s`${isRelative ? 'Name the program alone or with its absolute path.' : 'There is no shell: no escapes, pipes, variables or ~.'}${phrases.remedy(place, to)}`,
  key_command_failed({ from, why, reason = '' }) {
    const program = s`the program of ${from}`;
    switch (why) {
      case 'start':
        return s`No API key: ${program} cannot be started (${reason}). Name a program in PATH, or its absolute path.`;
      case 'exit':
        return s`No API key: ${program} failed (${reason}). Run it separately to see why.`;
      case 'timeout':
        return s`No API key: ${program} took more than 10 s and was stopped. It gets no terminal, so it cannot ask anything.`;
      case 'lines':
        return s`No API key: ${program} must print only the key, in one line.`;
    }
  },
  settle_too_short({ least }, to) {
    const remedy = isTyped(to, '--settle')
      ? 'Leave settle out.'
      : s`To delete the setting: '${to.command('config unset', 'settle')}'.`;
    return (
      s`Nothing was sent: a settle time below ${least} is only for a sandbox on this machine. ` +
      'The service may process a job for about 10 minutes after its answer was lost, ' +
      s`and a job sent again before that is paid for twice. ${remedy}`
    );
  },
  plain_http: ({ place, origin }, to) =>
    s`${phrases.place(place, to)}: ${origin} is plain http, which would expose the key. ` +
    s`Use https.${phrases.remedy(place, to)}`,
  relative_folder: ({ variable, given }) =>
    s`${variable} must be the absolute path of a folder, and is "${given}". ` +
    'A relative path would be another ledger in each folder, and what is paid for here would be paid for again there. ' +
    s`Correct ${variable}, or set CONFERE_HOME to an absolute path.`,
  bad_proxy({ variable, why }) {
    const fault = why === 'scheme' ? 'names a proxy that is not HTTP' : 'is not a valid address';
    return (
      s`Nothing was sent: ${variable} ${fault}. Use http://host:port or http://user:password@host:port, ` +
      'with special characters percent-encoded (a backslash is %5C).'
    );
  },
  bad_base_url: ({ place }, to) =>
    s`${phrases.place(place, to)} must look like https://service.example/path, ` +
    s`without a user, a query or a fragment.${phrases.remedy(place, to)}`,
  bad_duration: ({ place, text }, to) =>
    s`${phrases.place(place, to)}: '${text}' is not a valid duration. ` +
    s`Use 500ms, 10s, 30m or 30d: more than zero, at most 100 years.${phrases.remedy(place, to)}`,
  bad_switch: ({ place, text }, to) =>
    s`${phrases.place(place, to)} must be true or false: ${text}.${phrases.remedy(place, to)}`,
  bad_purpose: ({ place, isPlaceholder }, to) =>
    isPlaceholder
      ? s`${phrases.place(place, to)} is a placeholder in angle brackets. ` +
        s`Write what the data are for instead, such as "credit analysis, contract 123".${phrases.remedy(place, to)}`
      : s`${phrases.place(place, to)} must be one line of 1 to 200 characters, ` +
        s`without control or invisible characters.${phrases.remedy(place, to)}`,
  purpose_required: (_, to) =>
    s`Nothing was sent: require-purpose is set, and no purpose was given. ` +
    s`Say what the data are for with ${to.option('--purpose')}, such as "credit analysis, contract 123".`,
  bad_number: ({ place, text, must }, to) =>
    s`${phrases.place(place, to)} must be ${NUMBER_RULES[must]}: ${text}.${phrases.remedy(place, to)}`,
  config_unreadable: ({ path, reason }) =>
    s`${path} cannot be read (${reason}). Check the file and its permissions.`,
  config_unwritable: ({ path, reason }) =>
    s`Nothing was changed: ${path} cannot be written (${phrases.writeFailure(reason)}). Correct that, then run this again.`,
  config_broken: ({ path, expected, at = 'its content' }) =>
    s`${path} is not valid: ${at} should be ${expected}. Fix it, or move it away to start over.`,
  config_newer: ({ path }) =>
    s`${path} was written by a newer version of confere. Update confere, then run this again.`,
  open_place(facts, to) {
    const { path } = facts;
    switch (facts.why) {
      case 'writable':
        return (
          s`Nothing was read or sent: other users of this machine can change ${path}. ` +
          s`Close it with: chmod go-w ${quoteArgument(path)}`
        );
      case 'volume':
        return (
          s`Nothing was read or sent: other users of this machine can change ${path}, which only root can close. ` +
          s`Use a folder of your own in it: CONFERE_HOME=${quoteArgument(facts.below)}`
        );
      case 'foreign':
        return (
          s`Nothing was read or sent: ${path} belongs to another user of this machine. ` +
          'Have it given to you with chown, or use a folder of your own (CONFERE_HOME); ' +
          'what was paid for here is unknown there and may be charged again.'
        );
      case 'sudo':
        return (
          s`Nothing was read or sent: ${path} belongs to another user than root. ` +
          s`Run ${to.sameCommand} without sudo.`
        );
    }
  },
};

const NUMBER_RULES = {
  be_whole_above_zero: 'a whole number above zero',
  be_above_zero: 'a number above zero, such as 1 or 2.5',
  be_money: 'an amount above zero, such as 0.25',
  not_be_negative: 'a number of zero or more, such as 1000 or 2.5, without a mark for thousands',
};
