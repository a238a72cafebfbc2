import type { Example } from '#functions/endpoint-description.ts';
import { BOT_ID, RESULT_ID, SESSION_ID, TOKEN_ID, WORKSPACE_ID } from '#functions/example-data.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ENDPOINT_DESCRIPTIONS } from './endpoint-descriptions.ts';

/** Ids that the examples share. The reference page of a local server replaces them with those of its own data. */
export const EXAMPLE_IDS = {
  workspaceId: WORKSPACE_ID,
  botId: BOT_ID,
  resultId: RESULT_ID,
  sessionId: SESSION_ID,
};

/** The token of the examples. Some responses at addresses of Typebot say what it may do. */
export const EXAMPLE_CALLER: Caller = {
  tokenId: TOKEN_ID,
  tokenName: 'CI',
  grants: new Map([[WORKSPACE_ID, 'admin']]),
};

/** One example per operation, by endpoint id. */
export const EXAMPLES: Record<string, Example> = Object.fromEntries(
  [...ENDPOINT_DESCRIPTIONS].flatMap(([id, { example, examplesElsewhere = {} }]) => [
    [id, example] as const,
    ...Object.entries(examplesElsewhere),
  ]),
);
