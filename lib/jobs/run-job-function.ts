/** Maximum working time of a slice. The next slice does the rest. */
export const SLICE_MS = 10 * 60 * 1_000;

/**
 * Describes `functions/triggers/run-job.ts` as a contract describes an endpoint. It is called by the state machine or
 * the local server, not over HTTP.
 */
export const RUN_JOB = {
  id: 'run-job',
  memoryMb: 1024,
  /** A slice, plus two minutes to finish its last page. */
  timeoutSeconds: SLICE_MS / 1_000 + 120,
  table: {
    reads: [
      'JOB',
      'RESULT',
      'LOGS',
      'ERASED',
      'WORKSPACE',
      'TOKEN',
      'INVITATION',
      'PERSON',
      'BOT',
      'PUBLIC_ID',
      'DOMAIN',
      'CREDENTIALS',
      'FOLDERS',
      'STATS',
      'QUOTA',
      'AUDIT',
    ],
    writes: [
      'JOB',
      'RESULT',
      'LOGS',
      'ERASED',
      'SESSION',
      'WORKSPACE',
      'TOKEN',
      'INVITATION',
      'PERSON',
      'BOT',
      'PUBLIC_ID',
      'DOMAIN',
      'CREDENTIALS',
      'FOLDERS',
      'HOST',
      'STATS',
      'QUOTA',
      'AUDIT',
    ],
    lists: ['results', 'jobs', 'tokens', 'bots', 'archivedBots', 'domains'],
  },
} as const;
