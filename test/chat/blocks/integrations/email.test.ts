import { describe, expect, test } from 'vitest';
import { emailBlock } from '#lib/chat/blocks/integrations/email.ts';
import type { Mail } from '#lib/chat/ports.ts';
import { type BlockContextOptions, blockContext } from '#test/chat/block-context.ts';

const smtp = { host: 'h' };

function contextWithMail(options: BlockContextOptions = {}, send?: () => Promise<void>) {
  const sent: { mail: Mail; credentials: unknown }[] = [];
  const context = blockContext({
    variables: {
      Name: 'Ada <b>',
      Lines: ['one', null, 'two'],
      Files: ['https://f.example/a', 'https://f.example/b'],
      Unset: null,
      Bad: 'ftp://x',
    },
    answers: [{ key: 'Email', value: 'ada@y.example' }],
    ...options,
    ports: {
      credentials: async (id) => (id === 'c1' ? smtp : undefined),
      mail: {
        send: async (mail, credentials) => {
          sent.push({ mail, credentials });
          await send?.();
        },
      },
      ...options.ports,
    },
  });
  const run = (more: unknown) => emailBlock.run({ id: 'e1', type: 'Email', options: more }, context);
  return { context, sent, run };
}

const options = { credentialsId: 'c1', recipients: ['ada@y.example'], body: 'Hi' };

async function mailWith(more: Record<string, unknown>) {
  const { sent, run } = contextWithMail();
  await run({ ...options, ...more });
  return sent[0]?.mail;
}

describe('what is sent', () => {
  test('credentials of the workspace', async () => {
    const { context, sent, run } = contextWithMail();
    expect(await run(options)).toEqual({});
    expect(sent).toEqual([{ mail: { to: ['ada@y.example'], text: 'Hi' }, credentials: smtp }]);
    expect(context.logs).toEqual([{ status: 'success', description: 'Email successfully sent' }]);
  });

  test("the service's own server", async () => {
    const { sent, run } = contextWithMail();
    await run({ ...options, credentialsId: 'default' });
    expect(sent).toMatchObject([{ credentials: undefined }]);
  });

  test('all texts are templates', async () => {
    expect(
      await mailWith({
        recipients: ['{{Name}}', '{{Unset}}', 5],
        cc: ['c@y.example'],
        bcc: ['{{Unset}}'],
        subject: 'For {{Name}}',
        body: 'Dear {{Name}}\n{{Lines}}',
      }),
    ).toEqual({
      to: ['Ada <b>'],
      cc: ['c@y.example'],
      subject: 'For Ada <b>',
      text: 'Dear Ada <b>\n["one",null,"two"]',
    });
  });

  test.each([
    [{ body: '{{Lines}}' }, { text: 'one\n\ntwo' }],
    [{ body: '{{Lines}}', isBodyCode: true }, { html: 'one<br /><br />two' }],
    [{ body: '{{Unset}}' }, { text: '' }],
    [{ body: '<p>{{Name}}</p>', isBodyCode: true }, { html: '<p>Ada <b></p>' }],
    [{ body: '', isCustomBody: true }, { text: '' }],
  ])('body %j', async (more, body) => {
    const { to: _, ...mail } = (await mailWith(more)) ?? { to: [] };
    expect(mail).toEqual(body);
  });

  test.each([{ body: undefined }, { body: 'x', isCustomBody: false }])(
    'by default, all answers: %j',
    async (more) => {
      const mail = await mailWith(more);
      expect(mail?.text).toContain('Email: ada@y.example\nName: Ada <b>\nLines: one, , two');
      expect(mail?.html).toContain('<strong>Name</strong><br />Ada &lt;b&gt;</p>');
    },
  );

  test.each([
    ['r@y.example', { replyTo: 'r@y.example' }],
    ['Ada L. <r@y.example>', { replyTo: 'r@y.example', senderName: 'Ada L.' }],
    ['<r@y.example>', { replyTo: 'r@y.example' }],
    ['{{Unset}}', {}],
  ])('reply to %s', async (replyTo, expected) => {
    expect(await mailWith({ replyTo })).toEqual({ to: ['ada@y.example'], text: 'Hi', ...expected });
  });

  test.each([[['https://f.example/a', 'https://f.example/b']], ['https://f.example/a, https://f.example/b']])(
    'attachments out of %j',
    async (Files) => {
      const { sent, run } = contextWithMail({ variables: { Files } });
      await run({ ...options, attachmentsVariableId: 'Files' });
      expect(sent[0]?.mail.attachments).toEqual([
        { url: 'https://f.example/a' },
        { url: 'https://f.example/b' },
      ]);
    },
  );
});

describe('what is not sent', () => {
  test('in a preview', async () => {
    const { context, sent, run } = contextWithMail({ chat: { isPreview: true } });
    await run(options);
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([{ status: 'info', description: 'Emails are not sent in preview mode' }]);
  });

  test.each([undefined, null, {}, { ...options, recipients: [] }, { ...options, recipients: 'x' }])(
    'without recipients: %j',
    async (more) => {
      const { context, sent, run } = contextWithMail();
      await run(more);
      expect([sent, context.logs]).toEqual([[], []]);
    },
  );

  test.each(['unknown', 'c2'])('without credentials: %j', async (credentialsId) => {
    const { context, sent, run } = contextWithMail();
    await run({ ...options, credentialsId });
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([
      {
        status: 'error',
        description: 'No credentials found, make sure to configure your SMTP provider properly',
      },
    ]);
  });

  test('where the service sends no mail', async () => {
    const context = blockContext();
    await emailBlock.run(
      { id: 'e1', type: 'Email', options: { ...options, credentialsId: 'default' } },
      context,
    );
    expect(context.logs).toEqual([
      {
        status: 'error',
        description: 'Email not sent',
        details: JSON.stringify({
          error: 'Error: No mail server is configured',
          email: { to: ['ada@y.example'], text: 'Hi' },
        }),
      },
    ]);
  });

  test('where the server refuses', async () => {
    const { context, run } = contextWithMail({}, () => Promise.reject(new Error('550 no')));
    expect(await run(options)).toEqual({});
    expect(context.logs).toMatchObject([
      { status: 'error', description: 'Email not sent', details: expect.stringContaining('550 no') },
    ]);
  });

  test('where the turn has no time left', async () => {
    const { context, sent, run } = contextWithMail({ ports: { remainingMs: () => 4_000 } });
    await run(options);
    expect(sent).toEqual([]);
    expect(context.logs).toMatchObject([
      { description: 'Email not sent', details: expect.stringContaining('no time left') },
    ]);
  });

  const fault = (description: string) => ({ status: 'error', description, context: 'While sending email' });

  test('the same twice in a row', async () => {
    const { context, sent, run } = contextWithMail();
    for (const body of ['one', 'one', 'two', 'one']) await run({ ...options, body });
    expect(sent.map(({ mail }) => mail.text)).toEqual(['one', 'two', 'one']);
    expect(context.logs).toContainEqual(fault('Attempt to send the same email twice'));
  });

  test('more than five in a turn', async () => {
    const { context, sent, run } = contextWithMail();
    for (const body of ['1', '2', '3', '4', '5', '6']) await run({ ...options, body });
    expect(sent).toHaveLength(5);
    expect(context.logs.at(-1)).toEqual(fault('Attempt to send more than 5 emails'));
  });

  test('to a crowd, in one text', async () => {
    const { context, sent, run } = contextWithMail();
    await run({
      ...options,
      recipients: [Array.from({ length: 51 }, (_, n) => `a${n}@y.example`).join(',')],
    });
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([fault('Attempt to send to more than 50 recipients')]);
  });

  test('attachments that are not on the web', async () => {
    const { context, sent, run } = contextWithMail();
    await run({ ...options, attachmentsVariableId: 'Bad' });
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([fault('Invalid email attachment URL')]);
  });
});
