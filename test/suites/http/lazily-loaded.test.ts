import { expect, it } from 'vitest';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { publishedBot, reply, startedChat, texts } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

/* Lazily loaded chunks exist only in the deployed bundles. */

describeApi('A function that runs bots', (api) => {
  it('loads the QuickJS sandbox', async () => {
    const code = {
      id: 'set',
      type: 'Set variable',
      options: {
        variableId: 'v',
        expressionToEvaluate: 'return [1, 2].map((n) => n * 2).join()',
        isCode: true,
      },
    };
    const { publicId } = await publishedBot(
      api,
      chatBot([{ id: 'g', blocks: [code, text('t', 'It is {{Sum}}')] }], {
        variables: [{ id: 'v', name: 'Sum' }],
      }),
    );
    expect(texts(await startedChat(api, publicId))).toStrictEqual(['It is 2,4']);
  });

  it.each([
    ['phone numbers', 'phone number input', '+49 30 901820', '+4930901820'],
    ['dates in words', 'date input', '12 March 2026', '12/03/2026'],
  ])('loads the parser of %s', async (_, type, said, taken) => {
    const { publicId } = await publishedBot(
      api,
      chatBot(
        [
          {
            id: 'g',
            blocks: [{ id: 'i', type, options: { variableId: 'v' } }, text('t', 'You said {{Reply}}')],
          },
        ],
        { variables: [{ id: 'v', name: 'Reply' }] },
      ),
    );
    const { sessionId } = await startedChat(api, publicId);
    expect(texts(await reply(api, sessionId, said))).toStrictEqual([`You said ${taken}`]);
  });
});
