/**
 * Descriptions of parameters whose contracts have none. Keyed by parameter name, or by endpoint id and
 * parameter name where the meaning differs.
 */
export const PARAMETER_DESCRIPTIONS: Record<string, string> = {
  botId: 'The id of the bot',
  typebotId: 'The id of the bot',
  'start-chat bot': 'The publicId of the bot',
  'start-chat typebotId': 'The publicId of the bot',
  'start-preview-chat bot': 'The id of the bot',
  resultId: 'The id of the result',
  sessionId: 'The id of the chat session, which grants access to it',
  workspaceId: 'The id of the workspace',
  jobId: 'The id of the job',
  tokenId: 'The id of the token, not the token itself',
  folderId: 'The id of the folder',
  release: 'The number of the release',
  archived: 'Whether to list the archived bots instead of the others',
  from: 'Start of the period (inclusive)',
  to: 'End of the period (exclusive)',
  'get-bot-graph release': 'The number of a release, or `draft`',
  'diff-bot from': 'The earlier state: `draft`, or the number of a release',
  'diff-bot to': 'The later state',
  timeFilter: 'A period up to now, in days of `timeZone`',
  timeZone: 'IANA time zone, such as Europe/Berlin',
  isCompleted: 'Only results that were completed, or only those that were not',
  format: 'The format of the file',
  migrateToLatestVersion: 'Whether the document is converted to the latest schema version',
  dryRun: 'Whether to change nothing and only report what would be changed',
  strict: 'Whether to refuse a flow with errors',
  cursor: 'Where the page begins: `nextCursor` of the previous page',
  limit: 'Maximum number of entries on the page',
  'if-match':
    'The ETag of the bot that the change is based on; if it is not the current one, the response is 412',
  'idempotency-key': 'Makes retries safe: the same key with the same body gets the first response again',
};
