import type { Obstacle } from '../../errors/service.js';
import { isRedirect, isSentence } from '../words.js';
import type { CommandMessages, ErrorMessages, TroubleMessages } from '../reader.js';
import { agree, phrases, plural, s, second } from './phrases.js';

const STARTS_EMPTY =
  ' With CONFERE_HOME set to another folder, confere starts empty: what is running or paid for here may be charged again.';

/** The ledger, its files and its database, for every reader. */
export const ledgerErrors = {
  no_sqlite: ({ platform, arch, lacks }) =>
    lacks === 'runtime'
      ? s`Nothing was sent: the SQLite library cannot be loaded (${platform} ${arch}). Install what it needs (on Windows the Visual C++ runtime, aka.ms/vc14/vc_redist.x64.exe), or run confere with Node 24.15 or newer, which includes SQLite.`
      : s`Nothing was sent: the SQLite library for this machine is not installed (${platform} ${arch}). Install confere again with its optional dependencies, or run it with Node 24.15 or newer, which includes SQLite.`,
  state_unusable: (facts) => {
    if (facts.of === 'sandbox_file')
      return s`The sandbox state in ${facts.path} is damaged. Delete the file, or add --ephemeral to 'confere sandbox'.`;
    if (facts.of !== 'file')
      return facts.of === 'sandbox'
        ? s`The sandbox cannot save its state in ${facts.folder}: ${facts.reason}. Check the folder, or add --ephemeral to save nothing.`
        : s`The data in ${facts.folder} cannot be used: ${facts.reason}. Check the folder.${STARTS_EMPTY}`;
    const advice = {
      full: 'the disk is full. Free some space',
      unreadable: 'it could not be read or written. Check the disk',
      read_only: 'it is read-only. Check its permissions and those of its folder',
      cannot_open:
        'it could not be opened. Check its permissions and those of its folder, or close the program that is using it',
      damaged: 'it is damaged. Restore it from a backup',
      no_database: 'it is not a database. Restore it from a backup',
    }[facts.why];
    const isGone = facts.why === 'damaged' || facts.why === 'no_database';
    return s`The file ${facts.path} cannot be used: ${advice}, then run the same command again. What was saved before is kept.${isGone ? STARTS_EMPTY : ''}`;
  },
  state_busy: ({ path }) =>
    s`Another program has been using ${path} for too long. Wait until it has ended, then run the same command again.`,
  ledger_lost: ({ why, place, batches }, { next }) => {
    const lost =
      why === 'missing'
        ? s`Nothing was sent: the ledger in ${place} is missing or empty, but ${plural(batches, 'batch', 'batches')} of it ${agree(batches, 'is', 'are')} still there. Restore ledger.db from a backup.`
        : s`Nothing was sent: the ledger in ${place} does not have ${plural(batches, 'batch', 'batches')} that ran on this machine; it may be an old backup. Restore a newer one.`;
    return next === undefined
      ? s`${lost} Without one, move the folder of batches elsewhere; what they paid for may be charged again.`
      : s`${lost} Without one, '${next.command('ledger check', '--accept')}' accepts the ledger as it is; what it does not have may be charged again.`;
  },
  ledger_newer: () =>
    'The ledger was written by a newer version of confere. Update confere, then run this again.',
  ledger_older: ({ place }) =>
    s`Nothing was changed: the ledger in ${place} was written by an earlier version of confere. Finish or purge it with that version, or move it away to start an empty one.`,
  database_unusable: ({ database, why, reason }) => {
    const advice = {
      unreachable: s`it cannot be reached (${reason}). Run the same command again when it is back`,
      read_only: s`it is read-only right now (${reason}; failover?). Run the same command again later`,
      refused: s`the database refused access (${reason}). Check the user, the password file and the permissions`,
      no_transactions: s`a pooler in statement mode is in between (${reason}). Set it to session or transaction mode`,
      no_options: s`a pooler in between does not accept PGOPTIONS (${reason}). Unset that variable`,
      insecure: s`its certificate could not be verified (${reason}). For a certificate authority of your own, set sslrootcert to its file`,
      full: s`its disk is full (${reason}). Free some space`,
      encoding: s`its encoding is ${reason}, but names need UTF8. Create the database with UTF8`,
    }[why];
    return s`The ledger in ${database} cannot be used: ${advice}. What was saved before is kept.`;
  },
  bad_ledger_url: (facts) => {
    const where = facts.place === undefined ? '' : `${phrases.place(facts.place)}: `;
    if (facts.why === 'option')
      return where + s`The address of the ledger has an unknown option: ${facts.option}.`;
    if (facts.why !== 'insecure')
      return (
        where +
        (facts.why === 'password'
          ? 'The address of the ledger contains a password, which others could see. Move it to a password file (PGPASSFILE or ~/.pgpass).'
          : 'The address of the ledger is not valid. Write it as postgres://user@host/database.')
      );
    const insecure = {
      address: s`The database of the ledger is on another machine (${facts.host}), so the connection must be encrypted. Remove sslmode=disable from its address.`,
      variable: s`The database of the ledger is on another machine (${facts.host}), so the connection must be encrypted. Remove PGSSLMODE=disable from the environment.`,
    };
    return where + insecure[facts.from];
  },
  ledger_elsewhere: ({ why, place }) =>
    ({
      moved: s`This ledger was moved to ${place} and is closed for lookups. Set the setting ledger or CONFERE_LEDGER to the new one, or unset both if it is on this machine.`,
      moving: s`This ledger is being copied to ${place} and is closed for lookups until the copy has ended or is undone.`,
      copying: s`A copy from ${place} into this ledger was interrupted. Run the same copy again.`,
    })[why],
  others_settling: ({ batch, by }) =>
    s`Nothing more was sent: ${by.host} has been checking an unconfirmed charge since ${second(by.since)}, and batch ${batch} waits for it. Run the same command again later.`,
  batch_lost: ({ batch, by }) =>
    by === null
      ? s`This process was suspended too long and lost batch ${batch}. It changed nothing after that; run the same command again.`
      : s`This process was suspended too long, and ${by.host} took over batch ${batch} at ${second(by.since)}. It changed nothing after that; wait for that run.`,
} satisfies Partial<ErrorMessages>;

/** The same for the command. */
export const commandLedgerErrors = {
  ledger_copy_where: () =>
    'Choose one: --to <place> moves the ledger, --cancel undoes an interrupted move.',
  ledger_at_work: ({ why }, next) =>
    ({
      workers: s`Nothing was changed: the ledger is in use, so it cannot be copied. To see by whom: '${next.command('ledger status')}'.`,
      under_way: s`Nothing was changed: a request to the service is in progress, so the ledger cannot be copied. Wait for it, or finish it with '${next.command('bulk resume')}'.`,
      job_id: s`Nothing was changed: the id of a job is saved in a file and not yet in the ledger. Run '${next.command('bulk resume')}' first.`,
    })[why],
  ledger_not_empty: ({ place }) =>
    s`Nothing was changed: the ledger in ${place} is not empty, and a copy would replace it. Choose another place.`,
  ledger_differs: ({ table }, next) =>
    s`The copy differs from the ledger (${table}) and is not used. Run ${next.again()} again; if it still differs, '${next.command('ledger check')}' may show why.`,
  ledger_unsound: ({ findings }) =>
    s`Ledger check failed: ${plural(findings, 'problem', 'problems')} (above). Restore a backup before sending anything.`,
} satisfies Partial<CommandMessages>;

/** What the service answered, or that it did not; its own words replace ours where it sent any. */
export const serviceErrors = {
  key_refused: ({ serviceMessage }) =>
    serviceMessage ?? 'The service refused the API key or the account. Check both.',
  insufficient_credits: ({ balance, serviceMessage }) => {
    if (balance !== 'unread') return serviceMessage ?? 'Not enough credits. Check the balance.';
    const words =
      serviceMessage === undefined
        ? ''
        : `${serviceMessage}${isSentence(serviceMessage) ? '' : '.'} `;
    return (
      words +
      'Nothing was charged: the service refused this with HTTP 403, and GET /quota did not answer, so the reason may be the credits or the key. Run it again later.'
    );
  },
  not_found: ({ serviceMessage }) => serviceMessage ?? 'The service has no such record.',
  route_not_found: ({ host }) =>
    s`The service at ${host} does not have this address. Check the base URL.`,
  refused_input: ({ serviceMessage }) =>
    serviceMessage ?? 'The service refused the input. Correct it.',
  rate_limited: ({ serviceMessage }) =>
    serviceMessage ??
    'Rate limit reached, and waiting would pass the deadline. Run it again later.',
  service_failed: ({ serviceMessage, httpStatus, mayHaveCharged }, { inDoubt }) => {
    if (serviceMessage !== undefined) return serviceMessage;
    const status = httpStatus ?? 'no status';
    if (!isRedirect(httpStatus))
      return mayHaveCharged
        ? s`The service failed (HTTP ${status}); ${inDoubt()}.`
        : s`The service failed (HTTP ${status}). Try again later.`;
    const redirected = s`The service redirected the request (HTTP ${status}); redirects are not followed, to protect the API key. Check the base URL`;
    return mayHaveCharged ? `${redirected}; ${inDoubt()}.` : `${redirected}.`;
  },
  unreadable_answer: ({ serviceMessage, mayHaveCharged }, { inDoubt }) =>
    serviceMessage ??
    (mayHaveCharged
      ? `The service answered in an undocumented form; ${inDoubt()}.`
      : 'The service answered in an undocumented form. Check the base URL.'),
  network: ({ host, reason, obstacle, mayHaveCharged }, { inDoubt, tooSlow }) => {
    if (reason === 'untrusted')
      return s`Nothing was charged: the certificate of ${host} is not trusted. Check the base URL and the network; NODE_EXTRA_CA_CERTS adds a certificate authority, and Node 22.15 or newer also trusts those of the system.`;
    if (reason === 'unreachable')
      return s`Nothing was charged: the service at ${host} could not be reached${between(obstacle)}. Check the base URL and the network, then try again.`;
    const what = {
      dropped: 'The connection broke before the whole answer arrived',
      timeout: 'The service did not answer in time',
      too_large: 'The answer is larger than any that the service documents',
      bad_proxy: 'The proxy settings of the environment are not valid',
    }[reason];
    if (mayHaveCharged) return `${what}; ${inDoubt()}.`;
    if (reason === 'timeout' && tooSlow !== undefined) return `${what}; ${tooSlow()}.`;
    return reason === 'bad_proxy'
      ? s`${what}. Correct HTTPS_PROXY and HTTP_PROXY.`
      : s`${what}. Try again.`;
  },
  interrupted: (facts, { stopped }) =>
    'during' in facts
      ? stopped(facts)
      : (facts.serviceMessage ?? 'Stopped before the service answered.'),
  terminated: (facts, { stopped }) => stopped(facts),
} satisfies Partial<ErrorMessages>;

function between({ proxyStatus, code, address }: Obstacle): string {
  if (proxyStatus !== undefined) return s` (the proxy answered ${proxyStatus})`;
  if (code === undefined) return '';
  return address === undefined ? ` (${code})` : s` (${code} at ${address})`;
}

/** Why a job failed or its outcome is unknown, where no request says it. */
export const troubles: TroubleMessages = {
  run_ended: () => 'The run ended before the answer arrived.',
  not_covered: () => 'The balance or a budget did not cover it.',
  adopted_part: ({ items, total }) => {
    const rest = items - total;
    return s`The adopted job has ${total} of the ${plural(items, 'identifier', 'identifiers')} of this one. The service discarded the other ${rest} for free, or another job took ${agree(rest, 'it', 'them')} and may have charged ${agree(rest, 'it', 'them')}: you can adopt another job instead, abandon ${agree(rest, 'it', 'them')} at no further cost, or send ${agree(rest, 'it', 'them')} again, which may cost ${agree(rest, 'its', 'their')} price once more.`;
  },
  lookup_in_doubt: () => 'A single lookup of it got no answer and may have been charged.',
  unnamed: ({ found, unnamed }) =>
    s`The service counts ${found} found, but ${unnamed} of them ${agree(unnamed, 'is', 'are')} not in its results.`,
  miscounted: ({ total }) =>
    s`The counts and results of the service do not add up to the ${plural(total, 'identifier', 'identifiers')} of the job.`,
};

/** Calls of the library. */
export const libraryErrors = {
  bad_argument: ({ argument, given, expected }) => {
    const must =
      typeof expected === 'string'
        ? {
            above_zero: 'a number above 0',
            not_negative: 'a number of 0 or more',
            text: 'a non-empty text',
            texts: 'a list of texts',
            date: 'a valid Date',
            boolean: 'true or false',
            function: 'a function',
            signal: 'an AbortSignal',
            options: 'an object with options',
            batch: 'the id of a batch, or a unique beginning of it',
            decision: "'abandon', 'resubmit' or { adopt: jobId }",
            input: 'a path, a list of identifiers, or an async iterable of bytes',
            output: 'a path, or a writable stream',
            identifiers: 'a list of 1 to 10,000 texts',
            prices: 'credits, not negative, of cpf, cnpj and realtime',
          }[expected]
        : phrases.oneOf(expected);
    return s`Nothing was sent: ${argument} must be ${must}, not ${given}.`;
  },
  unknown_argument: ({ near }) =>
    near === undefined
      ? 'Nothing was sent: the options have a name that the library does not know.'
      : s`Nothing was sent: the options have a name that the library does not know. Did you mean ${near}?`,
  closed: ({ of }) =>
    of === 'client'
      ? 'Nothing was sent: this client is closed. Create another one.'
      : 'Nothing was sent: this ledger is closed. Open it again.',
  confirm_failed: () => 'Nothing was sent: the function confirm threw an error.',
  input_failed: () => 'Nothing was sent: the iterable with the input threw an error.',
  input_endless: ({ gigabytes }) =>
    s`Nothing was sent: the iterable with the input has more than ${gigabytes} GB and was not read to its end.`,
  stream_closed: () =>
    'The stream was closed before the whole result was written. The results are saved; export them again.',
  defect: () =>
    'Internal error in confere; see its cause. Requests in progress may have been charged.',
} satisfies Partial<ErrorMessages>;
