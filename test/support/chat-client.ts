import { expect } from 'vitest';
import type { Trace } from '#lib/engine/model/turn-trace.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { importBot, publishBot } from './bot-client.ts';
import type { Api } from './describe-api.ts';

export type ChatTurn = {
  sessionId: string;
  resultId?: string;
  bot: JsonObject & { id: string };
  messages: { id: string; type: string; content: JsonObject }[];
  input?: JsonObject & { id: string; type: string; items?: JsonObject[] };
  clientSideActions?: JsonObject[];
  logs?: { status?: string; description: string; details?: string }[];
  lastMessageNewFormat?: string;
  progress?: number;
  turnId?: string;
  trace?: Trace;
};

/** Imports and publishes a bot. */
export async function publishedBot(
  api: Api,
  document: JsonObject,
): Promise<{ id: string; publicId: string }> {
  const { id } = await importBot(api, document);
  const { publicId } = await publishBot(api, id);
  return { id, publicId };
}

export function startChat(api: Api, publicId: string, body?: unknown, headers: Record<string, string> = {}) {
  return api.request({
    api: 'chat',
    method: 'POST',
    path: `/v1/bots/${publicId}/startChat`,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Starts a chat and expects 200. */
export async function startedChat(api: Api, publicId: string, body?: unknown): Promise<ChatTurn> {
  const response = await startChat(api, publicId, body);
  expect(response, response.text).toMatchObject({ status: 200 });
  return response.body as ChatTurn;
}

export function continueChat(
  api: Api,
  sessionId: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  return api.request({
    api: 'chat',
    method: 'POST',
    path: `/v1/sessions/${sessionId}/continueChat`,
    headers,
    ...(body !== undefined && { body }),
  });
}

/** Sends a text reply and expects 200, even if the bot rejects the reply. */
export async function reply(api: Api, sessionId: string, text: string): Promise<ChatTurn> {
  const response = await continueChat(api, sessionId, { message: { type: 'text', text } });
  expect(response, response.text).toMatchObject({ status: 200 });
  return response.body as ChatTurn;
}

/** Returns the plain texts of a turn's messages, without formatting. */
export function texts({ messages }: Pick<ChatTurn, 'messages'>): string[] {
  return messages.map(({ content }) =>
    typeof content.markdown === 'string' ? content.markdown : getLeaves(content.richText).join(''),
  );
}

function getLeaves(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(getLeaves);
  const { text, children } = node as { text?: unknown; children?: unknown };
  if (typeof text === 'string') return [text];
  return Array.isArray(children) ? children.flatMap(getLeaves) : [];
}
