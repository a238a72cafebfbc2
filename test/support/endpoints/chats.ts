import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { chat } from './requests.ts';

/* Chats that the fixtures in test/endpoints are about. */

/** Publishes a bot and starts a chat with it. */
export async function createChat(api: Api, document: JsonObject = contactBot()) {
  const { id, publicId } = await publishedBot(api, document);
  const { sessionId, resultId = '', turnId } = await startedChat(api, publicId);
  return { botId: id, publicId, sessionId, resultId, turnId };
}

/** Starts a chat with one answer and one log entry. */
export async function createAnsweredChat(api: Api) {
  const started = await createChat(api);
  await reply(api, started.sessionId, 'Ada');
  await api.request(toLogs(started.sessionId));
  return started;
}

/** Publishes a bot and starts a chat, so that this instance has read the release. */
export async function createChattedBot(api: Api, document: JsonObject = contactBot()): Promise<string> {
  return (await createChat(api, document)).publicId;
}

export const toReply = (sessionId: string, body: object): ApiRequest =>
  chat(`/v1/sessions/${sessionId}/continueChat`, body);

export const toLogs = (sessionId: string, version = 2): ApiRequest =>
  chat(`/v${version}/sessions/${sessionId}/clientLogs`, { clientLogs: [{ description: 'Slow' }] });

/** Short log entries with details. */
export const toManyLogs = (sessionId: string, count: number, version = 1): ApiRequest =>
  chat(`/v${version}/sessions/${sessionId}/clientLogs`, {
    clientLogs: Array.from({ length: count }, (_, index) => ({
      description: `Block ${index} could not be shown: the answer had the status 50${index % 10}`,
      details: { blockId: `block-${index}`, attempt: index },
    })),
  });
