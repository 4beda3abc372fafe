/** How long (ms) the outcome of a single lookup must have been unknown: none lives longer than the 60 s of the spec ("Timeouts"). */
export const SETTLE_LOOKUP = 120_000;

/** How long (ms) a job that the user gave up may still take credits: the service ends one without progress (spec, "Limits"). */
export const GIVEN_UP_GOES_ON = 660_000;

/** The longest time (ms) between the readings that prove something: a nightly run meets the doubt of the last night. */
export const LONGEST_PROOF = 30 * 3_600_000;

/** The same where nothing was used before. */
export const LONGEST_PROOF_FROM_ZERO = 3_600_000;

/** How far (ms) the clock may be set back between two readings before it no longer shows the time that passed. */
export const CORRECTION = 60_000;

/** The pause (ms) before a balance that was read during another request is read again. */
export const SOON = 1_000;

/** How often (ms) is looked whether another machine has settled what it settles, or its jobs have ended. */
export const LOOK_AGAIN = 5_000;

/** Readings that are made during other requests: those may follow each other without a pause. */
export const MOST_BLURRED = 30;
