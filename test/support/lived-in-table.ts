import { chatBot, contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { importBot, importResponse, patchBot, publishBot, sendImport } from './bot-client.ts';
import { archiveBot, createBot, duplicateBot, restoreRelease } from './bot-life.ts';
import { type ChatTurn, continueChat, publishedBot, reply, startedChat } from './chat-client.ts';
import type { Api } from './describe-api.ts';
import { storeCredentials } from './endpoints/credentials.ts';
import { registerDomain } from './endpoints/domains.ts';
import { createFolder } from './endpoints/folders.ts';
import { acceptInvitation, createInvitation } from './invitation-client.ts';
import { forgetIdentityProvider, signIn } from './sign-in/sign-in-client.ts';
import { createToken, createWorkspace } from './token-client.ts';
import { uniqueName } from './unique-name.ts';

/** Large enough to be split into several items. */
const LARGE_BYTES = 700_000;

export type LivedIn = {
  /** A bot with a publicId, a custom domain, two releases, and a draft that differs from both. */
  botId: string;
  /** A published bot that is split into several items and whose draft has changed since. */
  largeBotId: string;
  archivedBotId: string;
  /** Result of a completed chat. */
  resultId: string;
  /** Session of a chat that is waiting for a reply. */
  sessionId: string;
  /** Session of a chat that is over, with its last turn. */
  endedSessionId: string;
};

/** Uses the service so that its table contains items of every kind. */
export async function liveIn(api: Api): Promise<LivedIn> {
  const { id: botId } = await importBot(api, v6Document());
  await patchBot(api, botId, {
    publicId: uniqueName('lived-in'),
    customDomain: `${await registerDomain(api)}/A/`,
  });
  await publishBot(api, botId);
  await patchBot(api, botId, { variables: [] });
  await publishBot(api, botId);
  await restoreRelease(api, botId, 1);
  await patchBot(api, botId, { name: 'Renamed', isClosed: true });

  const { id: largeBotId } = await importBot(api, noiseBot(LARGE_BYTES, '6', 1));
  await publishBot(api, largeBotId);
  await patchBot(api, largeBotId, { groups: noiseBot(LARGE_BYTES, '6', 2).groups });
  // The import saves the previous draft as an unpublished release.
  await importResponse(api, noiseBot(LARGE_BYTES, '6', 3), { mode: 'replace', botId: largeBotId });
  await duplicateBot(api, largeBotId);

  const moved = { ...v6Document(), publicId: uniqueName('moved') };
  const source = { id: 'cl0ibhv8d0130n21aw8doxhj5', revision: '2026-05-04T08:00:00.000Z' };
  await importBot(api, moved, { keepPublicId: true, source });

  const { bot } = await createBot(api, { publicId: uniqueName('archived') });
  await publishBot(api, bot.id);
  await archiveBot(api, bot.id);

  for (const document of [v6Document(), noiseBot(LARGE_BYTES, '6', 4)]) {
    await api.request({
      method: 'POST',
      path: '/v1/bots/import',
      headers: { 'Idempotency-Key': uniqueName('key') },
      body: { workspaceId: api.workspaceId, bot: document },
    });
  }
  await sendImport(api, 'not a bot');
  await createToken(api, { expiresInDays: 1 });
  await createWorkspace(api);
  await storeCredentials(api);
  await createFolder(api, { parentFolderId: (await createFolder(api)).id });
  await createInvitation(api);
  await acceptInvitation(api);
  // The other targets have no identity provider.
  if (api.canInjectFaults) {
    await signIn(api);
    forgetIdentityProvider();
  }
  await api.request({
    method: 'POST',
    path: `/v1/workspaces/${api.workspaceId}/jobs`,
    body: { kind: 'deleteResults', botId, all: true },
  });
  return { botId, largeBotId, archivedBotId: bot.id, ...(await talk(api)) };
}

async function talk(api: Api): Promise<Pick<LivedIn, 'resultId' | 'sessionId' | 'endedSessionId'>> {
  const { id, publicId } = await publishedBot(api, contactBot());
  const { sessionId: first, resultId = '' } = await startedChat(api, publicId);
  await reply(api, first, 'Ada');
  const { body } = await continueChat(api, first, { isCatchingUp: true });
  const { turnId } = body as ChatTurn;
  await continueChat(api, first, { message: 'ada@example.com', turnId });
  await api.request({
    api: 'chat',
    method: 'POST',
    path: `/v2/sessions/${first}/clientLogs`,
    body: { clientLogs: [{ description: 'Slow' }] },
  });
  const { sessionId } = await startedChat(api, publicId);
  await reply(api, sessionId, 'Grace');
  const { resultId: erased } = await startedChat(api, publicId);
  await api.request({ method: 'DELETE', path: `/v1/bots/${id}/results/${erased}` });
  await api.request({ method: 'POST', path: `/v1/bots/${id}/endChats` });
  const { publicId: mailing } = await publishedBot(api, mailBot());
  await startedChat(api, mailing);
  return { resultId, sessionId, endedSessionId: first };
}

/** Creates a bot that uses up some of the workspace's daily mail quota. No mail server is configured. */
function mailBot() {
  const options = { credentialsId: 'default', recipients: ['owner@example.com'], body: 'Hi' };
  const blocks = [
    { id: 'mail', type: 'Email', options },
    { id: 'ask', type: 'text input', options: {} },
  ];
  return chatBot([{ id: 'g', blocks }]);
}
