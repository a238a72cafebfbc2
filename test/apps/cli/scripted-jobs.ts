import { type ScriptedResponse, type ScriptedService, startScriptedService } from './scripted-service.ts';

/** A job of the workspace `w1`, as the API returns it. */
export const JOB = {
  id: 'j1',
  workspaceId: 'w1',
  kind: 'deleteResults',
  botId: 'b1',
  state: 'running',
  progress: { results: 1_200 },
  isCancelRequested: false,
  error: null,
  createdAt: '2026-11-22T10:00:00.000Z',
  startedAt: '2026-11-22T10:00:01.000Z',
  endedAt: null,
};

const ENDED_AT = '2026-11-22T10:09:00.000Z';

/** Returns a response that contains the job with these fields. */
export const running = (fields: object = {}, headers: Record<string, string> = {}): ScriptedResponse => ({
  headers,
  body: { job: { ...JOB, file: null, ...fields } },
});

export const ended = (state: string, fields: object = {}): ScriptedResponse =>
  running({ state, endedAt: ENDED_AT, ...fields });

/** An error response whose Retry-After is longer than the command line is willing to wait. */
export const failure = (status: number, code: string): ScriptedResponse => ({
  status,
  headers: { 'retry-after': '61' },
  body: { code, message: 'Not now.', requestId: 'r-1' },
});

export const WAIT_AGAIN = 'The job goes on by itself. To wait for it: bots jobs wait j1 --workspace w1';

export const POLL = 'GET /v1/workspaces/w1/jobs/j1';
export const START = 'POST /v1/workspaces/w1/jobs';

/**
 * Starts a fake service with the workspace `w1` and the bot `b1`, which accepts any job. Each poll gets the
 * next of these responses, and the last one from then on. Undefined breaks the connection.
 *
 * @param token fields of the caller's token
 */
export async function servePolls(
  polls: (ScriptedResponse | undefined)[],
  token: object = {},
): Promise<ScriptedService> {
  let count = 0;
  return await startScriptedService((line) => {
    if (line === 'GET /v1/me') {
      return {
        body: {
          token: { id: 't', name: 'CI', role: 'admin', expiresAt: null, ...token },
          workspaces: [{ id: 'w1', name: 'Support\u001b team', role: 'admin' }],
        },
      };
    }
    if (line === 'GET /v1/bots/b1') return { body: { bot: { id: 'b1', name: 'Orders', workspaceId: 'w1' } } };
    if (line === START) return running({ state: 'waiting', startedAt: null });
    return polls[Math.min(count++, polls.length - 1)];
  });
}
