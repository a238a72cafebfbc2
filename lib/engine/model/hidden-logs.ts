/*
 * Logs whose details may contain data that the bot sends elsewhere. They are stored with the result and shown
 * in previews, but never sent to respondents. Bot owners search for these texts, so the wording must not
 * change.
 */

export const REQUEST_SUCCEEDED = 'Webhook successfuly executed.';
export const REQUEST_FAILED = 'Webhook returned an error.';
export const MAIL_SENT = 'Email successfully sent';
export const MAIL_NOT_SENT = 'Email not sent';
export const MAIL_ADDRESS_LEFT_OUT = 'A variable named several email addresses: only the first was used';
export const MAIL_ADDRESS_REFUSED = 'Invalid email address';

export const HIDDEN_LOGS: ReadonlySet<string> = new Set([
  REQUEST_SUCCEEDED,
  REQUEST_FAILED,
  MAIL_SENT,
  MAIL_NOT_SENT,
  MAIL_ADDRESS_LEFT_OUT,
  MAIL_ADDRESS_REFUSED,
]);
