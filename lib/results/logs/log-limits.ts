/* Limits of a log entry that comes from outside: from a respondent's browser, or with an imported result. */

export const MAX_STATUS_CHARS = 100;
export const MAX_DESCRIPTION_CHARS = 10_000;
/** Maximum size of `details`, serialized as JSON in UTF-8. */
export const MAX_DETAILS_BYTES = 16 * 1_024;
export const MAX_CONTEXT_CHARS = 1_000;
