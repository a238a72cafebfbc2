/**
 * What a parameter means, for the contracts that do not say it themselves: wherever it comes up or, with the id of an
 * endpoint before it, in that one.
 */
export const PARAMETER_DESCRIPTIONS: Record<string, string> = {
  botId: 'The id of the bot',
  'start-chat bot': 'The publicId of the bot',
  'start-preview-chat bot': 'The id of the bot',
  resultId: 'The id of the result',
  sessionId: 'The id of the chat session; whoever knows it may use the session',
  workspaceId: 'The id of the workspace',
  tokenId: 'The id of the token, not the token itself',
  folderId: 'The id of the folder',
  release: 'The number of the release',
  archived: 'Whether the archived bots are listed, in place of the others',
  from: 'When the span begins; included',
  to: 'When the span ends; not included',
  'get-bot-graph release': 'The number of a release, or `draft`',
  'diff-bot from': 'The earlier state: `draft`, or the number of a release',
  'diff-bot to': 'The later state',
  timeFilter: 'A span of time up to now, in days of `timeZone`',
  timeZone: 'IANA time zone, such as Europe/Berlin',
  isCompleted: 'Only results that were completed, or only those that were not',
  format: 'The form of the file',
  migrateToLatestVersion: 'Whether the document is converted to the latest schema version',
  dryRun: 'Whether nothing is changed, and the answer says what would be',
  cursor: 'Where the page begins: `nextCursor` of the page before it',
  limit: 'How many entries the page holds at most',
  'if-match': 'The ETag of the bot that the change is based on; another one is refused with 412',
  'idempotency-key':
    'Makes a repeated request harmless: the same key with the same body gets the first answer again',
};
