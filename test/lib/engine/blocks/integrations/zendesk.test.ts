import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { zendeskBlock } from '#lib/engine/blocks/integrations/zendesk.ts';
import { runActionBlock } from './run-action-block.ts';

describe('zendesk', () => {
  const options = {
    action: 'Open Web Widget',
    webWidgetKey: 'key1',
    userId: '{{User}}',
    name: 'Ada',
    email: 'a@b.c',
  };
  const credentials = { conversationsKeyId: 'kid1', conversationsSecretKey: 'a secret of the account' };

  it('logs the respondent in', async () => {
    const { outcome } = await runActionBlock(zendeskBlock, options, {
      variables: { User: 'u1' },
      credentials,
    });
    const [action] = outcome.actions ?? [];
    const code: unknown = action?.codeToExecute;
    const { args, content } = code as { args: { key: string; token: string }; content: string };
    expect([action?.type, action?.expectsDedicatedReply, args.key]).toEqual([
      'codeToExecute',
      undefined,
      'key1',
    ]);
    const { payload, protectedHeader } = await jwtVerify(
      args.token,
      new TextEncoder().encode(credentials.conversationsSecretKey),
      {
        currentDate: new Date('2026-01-02T03:05:00Z'),
      },
    );
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT', kid: 'kid1' });
    expect(payload).toMatchObject({
      scope: 'user',
      external_id: 'u1',
      name: 'Ada',
      email: 'a@b.c',
      email_verified: false,
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600);
    expect(content).not.toContain(args.token);

    const calls: unknown[] = [];
    const zE = (...given: unknown[]) => {
      calls.push(given.slice(0, 2));
      if (typeof given[2] === 'function') given[2]((token: string) => calls.push(token));
    };
    new Function('window', 'document', ...Object.keys(args), content)({ zE }, {}, ...Object.values(args));
    expect(calls).toEqual([['messenger', 'loginUser'], args.token, ['messenger', 'open']]);
  });

  it.each([[{ variables: { User: null }, credentials }], [{ variables: { User: 'u1' }, credentials: {} }]])(
    'opens without a login: %j',
    async (given) => {
      const { outcome } = await runActionBlock(zendeskBlock, options, given);
      expect(outcome.actions).toMatchObject([{ codeToExecute: { args: { key: 'key1', token: null } } }]);
    },
  );

  it('logs a missing key', async () => {
    const { context } = await runActionBlock(zendeskBlock, { ...options, webWidgetKey: '' }, { credentials });
    expect(context.logs).toMatchObject([{ status: 'error', description: 'No web widget key provided' }]);
  });
});
