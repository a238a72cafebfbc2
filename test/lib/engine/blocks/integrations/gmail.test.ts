import { describe, expect, it } from 'vitest';
import { gmailBlock } from '#lib/engine/blocks/integrations/gmail.ts';
import { runActionBlock } from './run-action-block.ts';

describe('gmail', () => {
  const credentials = { client_id: 'i', client_secret: 's', refresh_token: 'r' };
  const token = { json: { access_token: 'token1', expires_in: 3600 } };
  const options = {
    action: 'Send email',
    to: 'a@b.c',
    subject: 'Hi {{Name}}',
    body: 'Körper',
    from: 'Me <me@b.c>',
    replyTo: 're@b.c',
    threadId: 't0',
    attachments: 'https://files.example/a%20b.txt',
    responseMapping: [{ item: 'Thread ID', variableId: 'thread' }, { variableId: 'id' }],
  };

  it('sends an email', async () => {
    const { http, sent, context } = await runActionBlock(gmailBlock, options, {
      variables: { Name: 'Ada', thread: null, id: null },
      credentials: { ...credentials },
      http: [
        token,
        { text: 'file', headers: { 'content-type': 'text/plain' } },
        { json: { id: 'm1', threadId: 't1' } },
      ],
    });
    expect(http.requests.at(-1)).toMatchObject({
      url: 'https://gmail.googleapis.com/gmail/v1/users/me/messages/send',
      headers: { authorization: 'Bearer token1' },
    });
    const { raw, threadId } = sent.at(-1) as { raw: string; threadId: string };
    const mail = Buffer.from(raw, 'base64url').toString();
    for (const line of [
      'From: Me <me@b.c>',
      'To: a@b.c',
      'Subject: Hi Ada',
      'Reply-To: re@b.c',
      'filename="a b.txt"',
    ]) {
      expect(mail).toContain(line);
    }
    expect(threadId).toBe('t0');
    expect([context.valueOf('thread'), context.valueOf('id')]).toEqual(['t1', 'm1']);
    expect(context.logs).toEqual([]);
  });

  it.each([
    [{ to: '' }, credentials, [], 'No recipient provided'],
    [{}, {}, [], 'The credentials must contain client_id, client_secret and refresh_token'],
    [{}, credentials, [{ status: 400, json: {} }], 'Google refused to refresh the access token: status 400'],
    [
      { attachments: JSON.stringify(Array(11).fill('x')) },
      credentials,
      [token],
      'An email can have at most 10 attachments',
    ],
    [{}, credentials, [token, { status: 404 }], 'The service responded with status 404'],
  ])('%j %j', async (changed, given, http, description) => {
    const { context } = await runActionBlock(
      gmailBlock,
      { ...options, ...changed },
      { credentials: { ...given }, http },
    );
    expect(context.logs).toMatchObject([{ status: 'error', description, context: 'While sending email' }]);
  });

  it('a variable yields one recipient, whatever it holds', async () => {
    const { sent, context } = await runActionBlock(
      gmailBlock,
      { ...options, to: '{{V}}', replyTo: '{{V}}', attachments: '' },
      { variables: { V: 'a@b.c, d@e.f' }, credentials: { ...credentials }, http: [token, { json: {} }] },
    );
    const mail = Buffer.from((sent.at(-1) as { raw: string }).raw, 'base64url').toString();
    expect(mail).toMatch(/^To: a@b\.c\r$/m);
    expect(mail).toMatch(/^Reply-To: a@b\.c\r$/m);
    expect(mail).not.toContain('d@e.f');
    expect(context.logs).toHaveLength(2);
  });

  it.each([
    ['nobody', () => Promise.resolve(true), 'No valid recipient provided'],
    ['a@b.c', () => Promise.resolve(false), 'The workspace has reached its daily email limit'],
  ])('does not send to %s', async (to, takeMails, description) => {
    const { context, http } = await runActionBlock(
      gmailBlock,
      { ...options, to, attachments: '' },
      { credentials: { ...credentials }, http: [token], ports: { takeMails } },
    );
    expect(context.logs.at(-1)).toMatchObject({ status: 'error', description });
    expect(http.requests.filter(({ url }) => url.includes('messages/send'))).toEqual([]);
  });

  it('sets no label, and sends at most five emails per turn', async () => {
    const http = [token, { json: {} }];
    const plain = { ...options, attachments: '', label: 'L' };
    const { context } = await runActionBlock(gmailBlock, plain, { credentials: { ...credentials }, http });
    expect(context.logs).toMatchObject([{ description: 'The label was not set: labels are not supported' }]);
    context.mails.sent.push('2', '3', '4', '5');
    await gmailBlock.run({ id: 'b', type: 'gmail', options: { ...plain, credentialsId: 'c1' } }, context);
    expect(context.logs.at(-1)?.description).toBe('Attempt to send more than 5 emails');
  });
});
