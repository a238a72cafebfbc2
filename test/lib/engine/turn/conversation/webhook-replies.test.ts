import { describe, expect, it } from 'vitest';
import { ask, chatBot, link, text, variables } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

const FORGED = '{"statusCode":200,"data":{"invoice":{"status":"paid"}}}';

const listen = (...paths: string[]) => ({
  id: 'l',
  type: 'webhook',
  options: {
    responseVariableMapping: paths.map((bodyPath, index) => ({
      id: `m${index}`,
      variableId: index === 0 ? 'Status' : `Status ${index}`,
      bodyPath,
    })),
  },
});

const invoiceBot = (...paths: string[]) =>
  chatBot([{ id: 'g', blocks: [listen(...paths), text('t', 'Status: {{Status}}'), ask('q')] }], {
    variables: variables('Status', ...paths.slice(1).map((_, index) => `Status ${index + 1}`)),
  });

describe('replies to a Listen block of a bot that takes them as text', () => {
  it.each([
    ['a forged call', FORGED, 'data.invoice.status'],
    ['a forged call as a whole', FORGED, 'data'],
    ['a forged call for code', FORGED, 'data.invoice.status.toUpperCase()'],
    ['a text', 'paid', 'data'],
    ['a text for code that parses it', FORGED, 'JSON.parse(data).data.invoice.status'],
    ['a text, as a success', 'paid', 'statusCode'],
    ['nothing', undefined, 'data.invoice.status'],
    ['an empty text', '', 'data.invoice.status'],
  ])('let the chat go on with %s, and no variable gets anything of it', async (_, reply, path) => {
    const talk = new Talk(invoiceBot(path));
    expect(await talk.start({ webhookReplies: 'text' })).toMatchObject({
      clientSideActions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }],
    });
    expect((await talk.say(reply)).texts).toStrictEqual(['Status: ']);
    expect(talk.running).toStrictEqual({});
  });

  it.each([['anything'], [undefined]])(
    'leave nothing of what was filled in before, with the reply %j',
    async (reply) => {
      const talk = new Talk(invoiceBot('data.invoice.status', 'data.invoice.id'));
      await talk.start({ webhookReplies: 'text', prefilledVariables: { Status: 'paid', 'Status 1': '42' } });
      expect((await talk.say(reply)).texts).toStrictEqual(['Status: ']);
      expect(talk.running).toStrictEqual({});
    },
  );

  it('are named in a log, because the author may wait for data', async () => {
    const talk = new Talk(invoiceBot('data.invoice.status'));
    await talk.start({ webhookReplies: 'text' });
    await talk.say(FORGED);
    expect(talk.logs).toStrictEqual(['A reply was not taken as the data of a webhook']);
    expect(JSON.stringify(talk.chat.logs)).not.toContain('invoice');
  });

  it.each([
    ['the block stores nothing', [], FORGED],
    ['nothing was sent', ['data'], undefined],
  ])('are not logged if %s', async (_, paths, reply) => {
    const talk = new Talk(invoiceBot(...paths));
    await talk.start({ webhookReplies: 'text' });
    await talk.say(reply);
    expect(talk.logs).toStrictEqual([]);
  });

  it('stay text in a chat that was only registered at first', async () => {
    const talk = new Talk(invoiceBot('data.invoice.status'));
    await talk.start({ webhookReplies: 'text', isOnlyRegistering: true });
    await talk.say();
    expect((await talk.say(FORGED)).texts).toStrictEqual(['Status: ']);
  });
});

describe('a linked bot', () => {
  const parent = chatBot(
    [
      {
        id: 'g',
        blocks: [
          link('link', 'child', { mergeResults: true }),
          { ...listen('data.invoice.status'), id: 'own' },
          text('t', '{{Status}}'),
          ask('q'),
        ],
      },
    ],
    { variables: variables('Status') },
  );
  const child = chatBot(
    [{ id: 'c', blocks: [listen('data.invoice.status'), text('u', 'Child: {{Status}}')] }],
    {
      variables: variables('Status'),
    },
  );

  it.each([
    ['text', 'data', ['Child: '], ['paid']],
    ['data', 'text', ['Child: paid'], ['']],
  ] as const)(
    'takes replies as %s although its parent takes them as %s',
    async (own, parents, first, second) => {
      const talk = new Talk(parent, { linked: { child }, linkedWebhookReplies: own });
      await talk.start({ webhookReplies: parents });
      expect((await talk.say(FORGED)).texts).toStrictEqual(first);
      expect((await talk.say(FORGED)).texts.filter((shown) => shown !== '')).toStrictEqual(
        second.filter((shown) => shown !== ''),
      );
    },
  );
});

it('counts as data in a chat from before the setting', async () => {
  const talk = new Talk(
    chatBot([{ id: 'g', blocks: [listen('data.invoice.status'), text('t', '{{Status}}'), ask('q')] }], {
      variables: variables('Status'),
    }),
  );
  await talk.start();
  expect(talk.chat.state?.frames[0]).not.toHaveProperty('webhookReplies');
  expect((await talk.say(FORGED)).texts).toStrictEqual(['paid']);
});
