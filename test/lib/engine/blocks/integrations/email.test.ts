import { describe, expect, it } from 'vitest';
import { emailBlock } from '#lib/engine/blocks/integrations/email.ts';
import { HIDDEN_LOGS } from '#lib/engine/model/hidden-logs.ts';
import type { Mail } from '#lib/engine/model/ports.ts';
import { type BlockContextOptions, blockContext } from '#test/support/chat/block-context.ts';

const smtp = { host: 'h' };

function contextWithMail(options: BlockContextOptions = {}, send?: () => Promise<void>) {
  const sent: { mail: Mail; credentials: unknown }[] = [];
  const context = blockContext({
    variables: {
      Name: 'Ada <b>',
      Mail: 'ada@z.example',
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
  it('with credentials of the workspace', async () => {
    const { context, sent, run } = contextWithMail();
    expect(await run(options)).toEqual({});
    expect(sent).toEqual([{ mail: { to: ['ada@y.example'], text: 'Hi' }, credentials: smtp }]);
    expect(context.logs).toEqual([{ status: 'success', description: 'Email successfully sent' }]);
  });

  it("through the service's own server", async () => {
    const { sent, run } = contextWithMail();
    await run({ ...options, credentialsId: 'default' });
    expect(sent).toMatchObject([{ credentials: undefined }]);
  });

  it('with templates in every field', async () => {
    expect(
      await mailWith({
        recipients: ['{{Mail}}', '{{Unset}}', 5],
        cc: ['c@y.example'],
        bcc: ['{{Unset}}'],
        subject: 'For {{Name}}',
        body: 'Dear {{Name}}\n{{Lines}}',
      }),
    ).toEqual({
      to: ['ada@z.example'],
      cc: ['c@y.example'],
      subject: 'For Ada <b>',
      text: 'Dear Ada <b>\n["one",null,"two"]',
    });
  });

  it.each([
    [{ body: '{{Lines}}' }, { text: 'one\n\ntwo' }],
    [{ body: '{{Lines}}', isBodyCode: true }, { html: 'one<br /><br />two' }],
    [{ body: '{{Unset}}' }, { text: '' }],
    [{ body: '<p>{{Name}}</p>', isBodyCode: true }, { html: '<p>Ada <b></p>' }],
    [{ body: '', isCustomBody: true }, { text: '' }],
  ])('body %j', async (more, body) => {
    const { to: _, ...mail } = (await mailWith(more)) ?? { to: [] };
    expect(mail).toEqual(body);
  });

  it.each([{ body: undefined }, { body: 'x', isCustomBody: false }])(
    'all answers by default: %j',
    async (more) => {
      const mail = await mailWith(more);
      expect(mail?.text).toContain(
        'Email: ada@y.example\nName: Ada <b>\nMail: ada@z.example\nLines: one, , two',
      );
      expect(mail?.html).toContain('<strong>Name</strong><br />Ada &lt;b&gt;</p>');
    },
  );

  it.each([
    ['r@y.example', { replyTo: 'r@y.example' }],
    ['Ada L. <r@y.example>', { replyTo: 'r@y.example', senderName: 'Ada L.' }],
    ['<r@y.example>', { replyTo: 'r@y.example' }],
    ['{{Unset}}', {}],
  ])('reply to %s', async (replyTo, expected) => {
    expect(await mailWith({ replyTo })).toEqual({ to: ['ada@y.example'], text: 'Hi', ...expected });
  });

  it.each([[['https://f.example/a', 'https://f.example/b']], ['https://f.example/a, https://f.example/b']])(
    'attachments from %j',
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

describe('recipients', () => {
  const FIFTY = Array.from({ length: 50 }, (_, n) => `a${n}@y.example`);
  const LEFT_OUT = 'A variable named several email addresses: only the first was used';
  const REFUSED = 'Invalid email address';

  async function sentTo(
    recipients: string[],
    variables: Record<string, string | string[] | null>,
    more = {},
  ) {
    const { context, sent, run } = contextWithMail({ variables });
    await run({ ...options, recipients, ...more });
    const faults = context.logs
      .filter(({ status }) => status === 'error')
      .map(({ description }) => description);
    return { mail: sent[0]?.mail, faults };
  }

  it.each([
    ['with commas', FIFTY.join(', ')],
    ['with semicolons', FIFTY.join(';')],
    ['as a list', FIFTY],
    ['as a list of lists', [FIFTY.join(','), ...FIFTY]],
    ['as a group', `all: ${FIFTY.join(', ')};`],
    ['behind a name', `"a" <a0@y.example>, ${FIFTY.slice(1).join(', ')}`],
  ])('a variable yields one address, whatever it holds: fifty %s', async (_, V) => {
    const { mail, faults } = await sentTo(['{{V}}'], { V });
    expect(JSON.stringify(mail?.to).match(/@/g)).toHaveLength(1);
    expect(JSON.stringify(mail?.to)).toContain('a0@y.example');
    expect(faults).toEqual([LEFT_OUT]);
  });

  it.each(['cc', 'bcc', 'replyTo'])('also in %s', async (field) => {
    const V = FIFTY.join(',');
    const { mail, faults } = await sentTo(
      ['x@y.example'],
      { V },
      { [field]: field === 'replyTo' ? '{{V}}' : ['{{V}}'] },
    );
    expect([mail?.[field as 'cc']].flat()).toEqual(['a0@y.example']);
    expect(faults).toEqual([LEFT_OUT]);
  });

  it('several addresses written by the author are all used', async () => {
    const { mail, faults } = await sentTo(
      ['boss@y.example, {{V}}; "Sales, EU" <sales@y.example>', 'team: t1@y.example, t2@y.example;'],
      { V: 'v@y.example, w@y.example' },
    );
    expect(mail?.to).toEqual([
      'boss@y.example',
      'v@y.example',
      { name: 'Sales, EU', address: 'sales@y.example' },
      't1@y.example',
      't2@y.example',
    ]);
    expect(faults).toEqual([LEFT_OUT]);
  });

  it.each([
    [
      '{{Name}} <{{V}}>',
      { Name: 'Lovelace, Ada', V: 'v@y.example' },
      [{ name: 'Lovelace, Ada', address: 'v@y.example' }],
    ],
    [
      '{{Name}} <boss@y.example>',
      { Name: '"x" <evil@z.example>,' },
      [{ name: 'x  <evil@z.example>,', address: 'boss@y.example' }],
    ],
    ['{{V}}@y.example', { V: 'ada' }, ['ada@y.example']],
    ['{{V}}', { V: ' Ada <v@y.example> ' }, [{ name: 'Ada', address: 'v@y.example' }]],
    ['{{V}}', { V: ['', ' v@y.example '] }, ['v@y.example']],
    [
      '{{V}}',
      { V: 'bob (a@y.example, c@y.example) <v@y.example>' },
      [{ name: 'bob', address: 'v@y.example' }],
    ],
    ['{{V}}', { V: 'ünal@y.example' }, ['ünal@y.example']],
  ] as const)('%s of %j', async (template, variables, to) => {
    const { mail, faults } = await sentTo([template], variables as never);
    expect(mail?.to).toEqual(to);
    expect(faults).toEqual([]);
  });

  it.each([
    ['nothing like one', '{{V}}', 'nobody'],
    ['another domain than the author’s', '{{V}}@y.example', 'evil@z.example ('],
    ['several before the author’s domain', '{{V}}@y.example', 'evil@z.example, ada'],
    ['a header', '{{V}}@y.example', 'a@y.example\r\nBcc: evil@z.example\r\n'],
    ['a quoted address in front of a host', '{{V}}', '"evil@z.example x"@y.example'],
    ['an encoded comma', '{{V}}', 'a%2Cevil@z.example,@y.example'],
    ['an encoded word', '{{V}}', '=?utf-8?q?a=40z=2Cb?=@y.example'],
    ['full-width characters', '{{V}}', 'a，evil＠z@y.example'],
    ['an address in angle brackets in angle brackets', 'Ada <{{V}}@y.example>', 'x> <evil@z.example'],
  ])('refuses %s', async (_, template, V) => {
    const { mail, faults } = await sentTo([template], { V });
    expect(mail).toBeUndefined();
    expect(faults).toEqual([REFUSED]);
  });

  it('drops an invalid address and sends to the others', async () => {
    const { mail, faults } = await sentTo(['{{V}}', 'b@y.example'], { V: 'nobody' });
    expect(mail?.to).toEqual(['b@y.example']);
    expect(faults).toEqual([REFUSED]);
  });

  it('hides these logs from respondents: they are for the owner', () => {
    expect([...HIDDEN_LOGS]).toEqual(expect.arrayContaining([LEFT_OUT, REFUSED]));
  });
});

describe('the daily email quota', () => {
  const withQuota = (left: number) => {
    const taken: number[] = [];
    const ports = {
      takeMails: async (count: number) => {
        taken.push(count);
        return taken.reduce((sum, one) => sum + one) <= left;
      },
    };
    return { taken, ...contextWithMail({ ports }) };
  };

  it('counts recipients before sending', async () => {
    const { taken, sent, run } = withQuota(10);
    await run({ ...options, cc: ['c@y.example'], bcc: ['d@y.example', 'e@y.example'] });
    expect([taken, sent.length]).toEqual([[4], 1]);
  });

  it('logs when it is used up', async () => {
    const { sent, run, context } = withQuota(1);
    await run(options);
    await run({ ...options, body: 'Another' });
    expect(sent).toHaveLength(1);
    expect(context.logs.at(-1)).toEqual({
      status: 'error',
      description: 'The workspace has reached its daily email limit',
      context: 'While sending email',
    });
  });

  it('does not count emails that cannot be sent', async () => {
    const { taken, run } = withQuota(1);
    await run({ ...options, recipients: ['nobody'] });
    await run({ ...options, credentialsId: 'c2' });
    expect(taken).toEqual([]);
  });
});

describe('what is not sent', () => {
  it('in a preview', async () => {
    const { context, sent, run } = contextWithMail({ chat: { isPreview: true } });
    await run(options);
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([{ status: 'info', description: 'Emails are not sent in preview mode' }]);
  });

  it.each([undefined, null, {}, { ...options, recipients: [] }, { ...options, recipients: 'x' }])(
    'without recipients: %j',
    async (more) => {
      const { context, sent, run } = contextWithMail();
      await run(more);
      expect([sent, context.logs]).toEqual([[], []]);
    },
  );

  it.each(['unknown', 'c2'])('without credentials: %j', async (credentialsId) => {
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

  it('if the service cannot send email', async () => {
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

  it('if the server rejects it', async () => {
    const { context, run } = contextWithMail({}, () => Promise.reject(new Error('550 no')));
    expect(await run(options)).toEqual({});
    expect(context.logs).toMatchObject([
      { status: 'error', description: 'Email not sent', details: expect.stringContaining('550 no') },
    ]);
  });

  it('if the turn has no time left', async () => {
    const { context, sent, run } = contextWithMail({ ports: { remainingMs: () => 4_000 } });
    await run(options);
    expect(sent).toEqual([]);
    expect(context.logs).toMatchObject([
      { description: 'Email not sent', details: expect.stringContaining('No time left') },
    ]);
  });

  const fault = (description: string) => ({ status: 'error', description, context: 'While sending email' });

  it('if it is the same as the previous one', async () => {
    const { context, sent, run } = contextWithMail();
    for (const body of ['one', 'one', 'two', 'one']) await run({ ...options, body });
    expect(sent.map(({ mail }) => mail.text)).toEqual(['one', 'two', 'one']);
    expect(context.logs).toContainEqual(fault('Attempt to send the same email twice'));
  });

  it('if five were sent in this turn', async () => {
    const { context, sent, run } = contextWithMail();
    for (const body of ['1', '2', '3', '4', '5', '6']) await run({ ...options, body });
    expect(sent).toHaveLength(5);
    expect(context.logs.at(-1)).toEqual(fault('Attempt to send more than 5 emails'));
  });

  it('to too many recipients in one text', async () => {
    const { context, sent, run } = contextWithMail();
    await run({
      ...options,
      recipients: [Array.from({ length: 51 }, (_, n) => `a${n}@y.example`).join(',')],
    });
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([fault('Attempt to send to more than 50 recipients')]);
  });

  it('with attachments that are not web URLs', async () => {
    const { context, sent, run } = contextWithMail();
    await run({ ...options, attachmentsVariableId: 'Bad' });
    expect(sent).toEqual([]);
    expect(context.logs).toEqual([fault('Invalid email attachment URL')]);
  });
});
