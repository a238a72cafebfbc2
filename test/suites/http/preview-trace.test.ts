import { describe, expect, it } from 'vitest';
import { readOpenSession } from '#lib/chat/store/session-store.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, contactBot, set, text, variables } from '#test/fixtures/chat-bots.ts';
import { importBot } from '#test/support/bot-client.ts';
import { type ChatTurn, continueChat, publishedBot, startedChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

/* Previews say which steps a turn took. Chats with respondents never do. */

const START = { eventId: 'start', type: 'start', edgeId: 'to-first' };

describeApi('The trace of a turn', (api) => {
  const post = async (path: string, body: object, more: { token?: string } = {}): Promise<JsonObject> => {
    const response = await api.request({ api: 'chat', method: 'POST', path, body, ...more });
    expect(response, response.text).toMatchObject({ status: 200 });
    return response.body as JsonObject;
  };
  const startPreview = async (botId: string, body: object = {}) =>
    (await post(`/v1/bots/${botId}/preview/startChat`, body)) as unknown as ChatTurn;
  const say = async (sessionId: string, body: object) => {
    const response = await continueChat(api, sessionId, body);
    expect(response, response.text).toMatchObject({ status: 200 });
    return response.body as ChatTurn;
  };
  const toMessage = (words: string) => ({ message: { type: 'text', text: words } });

  describe('of a preview', () => {
    it('is in the response to its start and to each reply', async () => {
      const { id } = await importBot(
        api,
        chatBot(
          [
            {
              id: 'g',
              blocks: [
                set('s', 'A', 'x'),
                { id: 'u', type: 'unknown' },
                ask('q', { variableId: 'B' }),
                text('t', '{{B}}'),
              ],
            },
          ],
          { variables: variables('A', 'B') },
        ),
      );
      const { sessionId, trace, logs = [] } = await startPreview(id);
      expect(trace).toStrictEqual({
        steps: [
          START,
          {
            groupId: 'g',
            blockId: 's',
            type: 'Set variable',
            variables: [{ id: 'A', name: 'A', value: 'x' }],
          },
          { groupId: 'g', blockId: 'u', type: 'unknown', logs: [0] },
          { groupId: 'g', blockId: 'q', type: 'text input' },
        ],
      });
      expect(logs[0]?.description).toMatch(/not supported/);
      expect((await say(sessionId, toMessage('Ada'))).trace).toStrictEqual({
        steps: [
          {
            groupId: 'g',
            blockId: 'q',
            type: 'text input',
            outcome: 'accepted',
            variables: [{ id: 'B', name: 'B', value: 'Ada' }],
          },
          { groupId: 'g', blockId: 't', type: 'text' },
        ],
      });
    });

    it('has no event if the preview starts from a group, and no steps if it is only registered', async () => {
      const { id } = await importBot(api, contactBot());
      const fromGroup = await startPreview(id, { startFrom: { type: 'group', groupId: 'welcome' } });
      expect(fromGroup.trace?.steps[0]).toMatchObject({ groupId: 'welcome', blockId: 'hello' });
      const registered = await startPreview(id, { isOnlyRegistering: true });
      expect(registered.trace).toStrictEqual({ steps: [] });
      expect((await say(registered.sessionId, {})).trace?.steps[0]).toStrictEqual(START);
    });

    it('is in the responses of sendMessage', async () => {
      const { id } = await importBot(api, contactBot());
      const token = await api.tokenFor('editor');
      const startParams = { typebot: id, isPreview: true };
      const started = await post('/v1/sendMessage', { startParams }, { token });
      expect(started).toMatchObject({ trace: { steps: [START, { blockId: 'hello' }, {}, {}] } });
      const next = await post('/v1/sendMessage', { sessionId: started.sessionId, message: 'Ada' });
      expect(next).toMatchObject({
        trace: { steps: [{ blockId: 'name-input', outcome: 'accepted' }, {}, {}] },
      });
    });

    it('is not in a turn that is returned again, and not stored with the session', async () => {
      const { id } = await importBot(api, contactBot());
      const { sessionId, turnId } = await startPreview(id);
      const body = { ...toMessage('Ada'), turnId };
      const { trace, ...turn } = await say(sessionId, body);
      expect(trace?.steps).not.toHaveLength(0);
      expect(await say(sessionId, body)).toStrictEqual(turn);
      expect(await say(sessionId, { isCatchingUp: true })).toStrictEqual(turn);
      if (api.canReachStore)
        expect(JSON.stringify(await readOpenSession(sessionId))).not.toContain('"steps"');
    });
  });

  describe('of a chat with a published bot', () => {
    it('is in no response', async () => {
      const { publicId } = await publishedBot(api, contactBot());
      const start = await startedChat(api, publicId);
      const again = { ...toMessage('Ada'), turnId: start.turnId };
      const turns = [
        start,
        await say(start.sessionId, again),
        await say(start.sessionId, again),
        await say(start.sessionId, { isCatchingUp: true }),
        await say(start.sessionId, toMessage('no address')),
        await say(start.sessionId, toMessage('ada@example.com')),
        await post('/v1/sendMessage', { startParams: { typebot: publicId } }),
        // A client cannot ask for one.
        await startedChat(api, publicId, { isPreview: true, trace: true }),
      ];
      const { sessionId } = turns.at(-2) as unknown as ChatTurn;
      turns.push(await post('/v1/sendMessage', { sessionId, message: 'Ada', isPreview: true }));
      for (const turn of turns) expect(turn).not.toHaveProperty('trace');
    });
  });
});
