/**
 * Descriptions of parameters, by name. An endpoint describes its own, and those whose meaning differs, in
 * `describeEndpoint` of its contract's module.
 */
export const PARAMETER_DESCRIPTIONS: Record<string, string> = {
  publicId: 'The publicId of the bot',
  sessionId: 'The id of the chat session, which grants access to it',
  credentialsId: 'The id under which blocks name the credentials',
  tokenId: 'The id of the token, not the token itself',
  release: 'The number of the release',
  archived: 'Whether to list the archived bots instead of the others',
  state: 'Only bots in this state',
  search: 'A text that an answer contains, whatever its case and accents',
  variable: 'The name or the id of a variable that has `value`',
  value: 'The value of `variable`, whatever its case and accents; empty selects results without one',
  from: 'Start of the period (inclusive)',
  to: 'End of the period (exclusive)',
  timeFilter: 'A period up to now, in days of `timeZone`',
  timeZone: 'IANA time zone, such as Europe/Berlin',
  isCompleted: 'Only results that were completed, or only those that were not',
  migrateToLatestVersion: 'Whether the document is converted to the latest schema version',
  dryRun: 'Whether to change nothing and only report what would be changed',
  strict: 'Whether to refuse a flow with errors',
  cursor: 'Where the page begins: `nextCursor` of the previous page',
  limit: 'Maximum number of entries on the page',
  'if-match':
    'The ETag of the bot that the change is based on; if it is not the current one, the response is 412',
  'if-none-match': 'The ETag that the caller has; as long as it is the current one, the response is 304',
  'idempotency-key': 'Makes retries safe: the same key with the same body gets the first response again',
};
