import { describe, expect, it } from 'vitest';
import { ask, chatBot, edge, text, variables, waitingEmbed } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

describe('A client action', () => {
  it('names the message it follows, and the flow continues if no reply is expected', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [
              { id: 'c', type: 'Code', options: { content: 'console.log({{N}})' } },
              text('t', 'then'),
              { id: 'w', type: 'Wait', options: { secondsToWaitFor: '1,5' } },
              { id: 'r', type: 'Redirect', options: { url: 'a.example/{{N}}' } },
              ask('q'),
            ],
          },
        ],
        { variables: [{ id: 'n', name: 'N', value: '1' }] },
      ),
    );
    expect(await talk.start()).toMatchObject({
      asks: 'q',
      clientSideActions: [
        { type: 'scriptToExecute', scriptToExecute: { args: [{ id: 'n', value: 1 }] } },
        { type: 'wait', wait: { secondsToWaitFor: 1.5 }, lastBubbleBlockId: 't' },
        { type: 'redirect', redirect: { url: 'https://a.example/1' }, lastBubbleBlockId: 't' },
      ],
    });
  });

  it('passes its reply to the waiting block: a variable that only the client knows', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [
              text('a', 'before'),
              {
                id: 's',
                type: 'Set variable',
                options: {
                  variableId: 'Url',
                  expressionToEvaluate: 'location.origin',
                  isExecutedOnClient: true,
                },
              },
              text('b', 'at {{Url}}'),
            ],
          },
        ],
        { variables: variables('Url') },
      ),
    );
    const start = await talk.start();
    expect(start).toMatchObject({
      texts: ['before'],
      clientSideActions: [{ type: 'setVariable', lastBubbleBlockId: 'a', expectsDedicatedReply: true }],
    });
    expect(start).not.toHaveProperty('input');
    expect(talk.chat.result).toMatchObject({ hasStarted: false, isCompleted: false });
    expect(await talk.say('https://origin')).toMatchObject({ texts: ['at https://origin'], logs: [] });
    // A client's reply to an action does not count as an answer.
    expect(talk.chat.result).toMatchObject({ hasStarted: false, isCompleted: false, answers: [] });
    expect(talk.values).toStrictEqual({ Url: 'https://origin' });
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a recording', { type: 'audio' as const, url: 'https://a.example/x.mp3' }],
  ])('leaves a variable unchanged if the client replies with %s', async (_, message) => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [
              {
                id: 's',
                type: 'Set variable',
                options: { variableId: 'v', expressionToEvaluate: '1', isExecutedOnClient: true },
              },
              text('b', 'V is {{V}}'),
            ],
          },
        ],
        { variables: [{ id: 'v', name: 'V', value: 'old' }] },
      ),
    );
    await talk.start();
    expect((await talk.say(message)).texts).toStrictEqual(['V is old']);
  });

  it.each([
    ['{"a":1}', '{"a":1}'],
    ['["x","y"]', ['x', 'y']],
    ['plain', 'plain'],
  ])('stores %s reported by an embed', async (reply, stored) => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [waitingEmbed('e', 'Data'), ask('q')] }], { variables: variables('Data') }),
    );
    const start = await talk.start();
    expect(start.messages).toMatchObject([{ id: 'e', type: 'embed' }]);
    expect(talk.isOver).toBe(false);
    expect(await talk.say(reply)).toMatchObject({ asks: 'q' });
    expect(talk.running.Data).toStrictEqual(stored);
  });

  it('continues along the edge of the waiting block, skipping the rest of its group', async () => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'g', blocks: [{ ...waitingEmbed('e'), outgoingEdgeId: 'to-h' }, text('t', 'rest')] },
          { id: 'h', blocks: [text('u', 'along')] },
        ],
        { edges: [edge('to-h', 'e', 'h')] },
      ),
    );
    await talk.start();
    expect((await talk.say()).texts).toStrictEqual(['along']);
  });

  it.each([
    ['the mapped part of a JSON object', '{"data":{"list":[{"x":0},{"x":{"y":1}}]}}', '{"y":1}'],
    ['nothing of a text', 'plain', undefined],
  ])('maps %s reported by a webhook listener', async (_, reply, stored) => {
    const mapping = [{ id: 'm', variableId: 'Out', bodyPath: 'data.list[1].x' }];
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [
              { id: 'w', type: 'webhook', options: { responseVariableMapping: mapping } },
              text('t', 'Hurray!'),
              ask('q'),
            ],
          },
        ],
        { variables: variables('Out') },
      ),
    );
    expect(await talk.start()).toMatchObject({
      clientSideActions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }],
    });
    expect((await talk.say(reply)).texts).toStrictEqual(['Hurray!']);
    expect(talk.running.Out).toStrictEqual(stored);
  });

  it('can be a pause, which ends with a turn without a message', async () => {
    const wait = { id: 'w', type: 'Wait', options: { secondsToWaitFor: '0', shouldPause: true } };
    const talk = new Talk(chatBot([{ id: 'g', blocks: [wait, text('t', 'on')] }]));
    expect(await talk.start()).toMatchObject({
      clientSideActions: [{ type: 'wait', expectsDedicatedReply: true }],
    });
    expect((await talk.say()).texts).toStrictEqual(['on']);
  });
});
