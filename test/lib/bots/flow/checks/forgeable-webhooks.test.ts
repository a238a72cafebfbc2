import { describe, expect, it } from 'vitest';
import { checkBot } from '#lib/bots/check-bot.ts';
import { botWithBlocks } from './bot-with-blocks.ts';

const listen = { id: 'l', type: 'webhook', options: {} };
const bubble = { id: 't', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Hi' }] }] } };

const findForgeable = (blocks: unknown[], more: object = {}) =>
  checkBot({ ...botWithBlocks(blocks), ...more }).filter(({ code }) => code === 'FORGEABLE_WEBHOOK');

describe('Listen blocks whose data respondents can send', () => {
  it('are warned of, each with its place, and with what to do', () => {
    const found = findForgeable([bubble, listen, { ...listen, id: 'm', options: undefined }]);
    expect(found).toMatchObject([
      {
        severity: 'warning',
        path: 'bot.groups[0].blocks[1]',
        group: 'g',
        block: 'Listen',
        id: 'l',
        message: expect.stringMatching(/whoever chats.*webhookReplies.*"text".*HTTP block/),
      },
      { severity: 'warning', path: 'bot.groups[0].blocks[2]', id: 'm' },
    ]);
  });

  it.each([
    ['the bot takes replies as text', [listen], { webhookReplies: 'text' }],
    ['there are none', [bubble], {}],
    ['only a request is called a webhook', [{ id: 'w', type: 'Webhook', options: {} }], {}],
  ])('are not warned of if %s', (_, blocks, more) => {
    expect(findForgeable(blocks, more)).toStrictEqual([]);
  });

  it.each([['data'], ['signed'], [true], [null]])(
    'are warned of in a document that says %j',
    (webhookReplies) => {
      expect(findForgeable([listen], { webhookReplies })).toHaveLength(1);
    },
  );

  it('are found in a saved response, too', () => {
    const [issue] = checkBot({ bot: botWithBlocks([listen]) });
    expect(issue).toMatchObject({ code: 'FORGEABLE_WEBHOOK', path: 'bot.groups[0].blocks[0]' });
    expect(checkBot({ bot: { ...botWithBlocks([listen]), webhookReplies: 'text' } })).toStrictEqual([]);
  });
});
