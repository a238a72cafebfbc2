import { expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, contactBot, link, text } from '#test/fixtures/chat-bots.ts';
import { importBot } from '#test/support/bot-client.ts';
import {
  type ChatTurn,
  continueChat,
  publishedBot,
  reply,
  startedChat,
  texts,
} from '#test/support/chat-client.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

/* Attacks on a chat by respondents and bot authors, through the whole service including the database. */

describeApi('Hostile respondents and bots', (api) => {
  const result = async (botId: string, resultId: string | undefined) => {
    const response = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results/${resultId}` });
    expect(response, response.text).toMatchObject({ status: 200 });
    return (response.body as { result: { answers: JsonObject[] } & JsonObject }).result;
  };

  it('rejects a reply with more files than an answer can store', async () => {
    const { id, publicId } = await publishedBot(api, chatBot([{ id: 'g', blocks: [ask('i'), ask('j')] }]));
    const { sessionId, resultId } = await startedChat(api, publicId);
    const listFiles = (count: number, chars: number) => ({
      message: { type: 'text', text: 'Hi', attachedFileUrls: Array(count).fill('é'.repeat(chars)) },
    });
    expect(await continueChat(api, sessionId, listFiles(10, 10_000))).toMatchObject({ status: 400 });
    expect(await continueChat(api, sessionId, listFiles(100, 500))).toMatchObject({ status: 200 });
    expect((await result(id, resultId)).answers).toHaveLength(1);
  });

  it('treats variables named like Object.prototype members as ordinary variables', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const { publicId } = await publishedBot(
      api,
      chatBot([{ id: 'g', blocks: [text('t', names.map((name) => `{{${name}}}`).join()), ask('i')] }], {
        variables: names.map((name) => ({ id: name, name })),
      }),
    );
    const chat = await startedChat(api, publicId, {
      prefilledVariables: { constructor: 'one', toString: { hasOwnProperty: 1 } },
    });
    expect(texts(chat)).toStrictEqual([',one,{"hasOwnProperty":1}']);
    const polluting = await startChatRaw(
      api,
      publicId,
      '{"prefilledVariables": {"__proto__": {"polluted": 1}}}',
    );
    expect(polluting).toMatchObject({ status: 400 });
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['odd', '#RESULT#/../%00"{}\u2028 é'],
    ['long', 'i'.repeat(3_000)],
    ['named like Object.prototype members', '__proto__'],
  ])('stores answers with ids that are %s', async (_, id) => {
    const bot = await publishedBot(
      api,
      chatBot([{ id, blocks: [ask(id, { variableId: id }), text('t', '{{Name}}'), ask('next')] }], {
        variables: [{ id, name: 'Name' }],
      }),
    );
    const { sessionId, resultId } = await startedChat(api, bot.publicId);
    expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Ada']);
    expect(await result(bot.id, resultId)).toMatchObject({
      answers: [{ blockId: id, content: 'Ada' }],
      variables: [{ id, name: 'Name', value: 'Ada' }],
    });
  });

  it('responds with 413 to ids that exceed the item size', async () => {
    const id = Array.from({ length: 60_000 }, (_, index) => index.toString(36).padStart(8, '~')).join('');
    const { publicId } = await publishedBot(api, chatBot([{ id, blocks: [ask('i'), ask('j')] }]));
    const { sessionId } = await startedChat(api, publicId);
    expect(await continueChat(api, sessionId, { message: 'Hi' })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });

  it('drops default values that exceed the session size', async () => {
    const { publicId } = await publishedBot(
      api,
      chatBot([{ id: 'g', blocks: [ask('i'), text('t', '[{{Large}}]'), ask('j')] }], {
        variables: [{ id: 'v', name: 'Large', value: 'é'.repeat(900_000) }],
      }),
    );
    const { sessionId } = await startedChat(api, publicId);
    expect(texts(await reply(api, sessionId, 'Hi'))).toStrictEqual(['[]']);
  });

  it('does not let a preview in the same workspace replace a registered chat', async () => {
    const { id, publicId } = await publishedBot(api, contactBot());
    const { sessionId } = await startedChat(api, publicId, { isOnlyRegistering: true });
    const preview = await api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/bots/${id}/preview/startChat`,
      body: { sessionId },
    });
    expect(preview).toMatchObject({ status: 409 });
    const begun = await continueChat(api, sessionId, {});
    expect((begun.body as ChatTurn).input).toMatchObject({ id: 'name-input' });
    expect(texts(await reply(api, sessionId, 'Ada'))).toStrictEqual(['Nice to meet you, Ada']);
  });

  it.runIf(api.canReachStore)('does not reach bots and chats of another workspace', async () => {
    const token = await api.strangerToken();
    const me = await api.request({ method: 'GET', path: '/v1/me', token });
    const { workspaceId } = (me.body as { token: { workspaceId: string } }).token;
    const theirs = await importBot(api, chatBot([{ id: 'g', blocks: [text('t', 'A secret')] }]));
    const linking = chatBot([{ id: 'g', blocks: [link('l', theirs.id), text('t', 'On'), ask('i')] }]);
    const imported = await api.request({
      method: 'POST',
      path: '/v1/bots/import',
      token,
      body: { workspaceId, bot: linking },
    });
    const { bot } = imported.body as { bot: { id: string } };
    const preview = await api.request({
      api: 'chat',
      method: 'POST',
      path: `/v1/bots/${bot.id}/preview/startChat`,
      token,
      body: {},
    });
    expect(texts(preview.body as ChatTurn)).toStrictEqual(['On']);

    const { publicId } = await publishedBot(api, contactBot());
    const { sessionId } = await startedChat(api, publicId);
    const update = { api: 'chat', method: 'POST', path: `/v1/sessions/${sessionId}/updateBot` } as const;
    expect(await api.request({ ...update, token })).toMatchObject({ status: 404 });
  });

  it('does not continue a result of another bot or with a malformed id', async () => {
    const remembering = contactBot({ settings: { general: { rememberUser: { isEnabled: true } } } });
    const one = await publishedBot(api, remembering);
    const other = await publishedBot(api, remembering);
    const { sessionId, resultId } = await startedChat(api, one.publicId);
    await reply(api, sessionId, 'Ada');
    expect((await startedChat(api, one.publicId, { resultId })).resultId).toBe(resultId);
    expect((await startedChat(api, other.publicId, { resultId })).resultId).not.toBe(resultId);
    expect((await startedChat(api, one.publicId, { resultId: `${resultId}#META` })).resultId).toMatch(
      /^[a-z0-9]{24}$/,
    );
  });

  it('counts all of many concurrent chats, and accepts one of many concurrent replies', async () => {
    const bot = await publishedBot(api, contactBot());
    const chats = await Promise.all(Array.from({ length: 20 }, () => startedChat(api, bot.publicId)));
    const [first, ...others] = chats;
    const racing = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        continueChat(api, first?.sessionId ?? '', { message: `Ada ${index}` }),
      ),
    );
    await Promise.all(others.map(({ sessionId }) => reply(api, sessionId, 'Ada')));
    const statuses = racing.map(({ status }) => status);
    // A racing reply that is read after the first was accepted counts as a reply to the next input.
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toStrictEqual([]);
    const { answers } = await result(bot.id, first?.resultId);
    expect(answers).toHaveLength(1);
    const { body } = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/analytics/stats` });
    expect(body).toMatchObject({ stats: { totalViews: 20, totalStarts: 20, totalCompleted: 0 } });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable(), 120_000);
});

function startChatRaw(api: Api, publicId: string, rawBody: string) {
  return api.request({ api: 'chat', method: 'POST', path: `/v1/bots/${publicId}/startChat`, rawBody });
}
