/** Ms: none lives longer than the 60 s of the spec ("Timeouts"). */
export const SETTLE_LOOKUP = 120_000;

/** Ms that a job given up may still take credits (spec, "Limits"). */
export const GIVEN_UP_GOES_ON = 660_000;

/** Ms between the readings that prove something: a nightly run meets the doubt of the last night. */
export const LONGEST_PROOF = 30 * 3_600_000;

export const LONGEST_PROOF_FROM_ZERO = 3_600_000;

/** Ms that the clock may be set back between two readings. */
export const CORRECTION = 60_000;

/** Ms before a balance that was read during another request is read again. */
export const SOON = 1_000;

export const LOOK_AGAIN = 5_000;

export const MOST_BLURRED = 30;
