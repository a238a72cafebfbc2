import { describe, expect, it } from 'vitest';
import { blinkBlock } from '#lib/engine/blocks/integrations/blink.ts';
import { runActionBlock } from './run-action-block.ts';

describe('blink', () => {
  it('redirects the client', async () => {
    const { outcome } = await runActionBlock(
      blinkBlock,
      { action: 'Redirect', url: 'https://{{Host}}/x' },
      { variables: { Host: 'a.example' } },
    );
    expect(outcome.actions).toMatchObject([
      { type: 'codeToExecute', codeToExecute: { args: { url: 'https://a.example/x' } } },
    ]);
  });

  it.each(['', 'javascript:alert(1)', ' java\nscript:alert(1)', 'DATA:text/html,x'])(
    'does not redirect to %j',
    async (url) => {
      expect((await runActionBlock(blinkBlock, { action: 'Redirect', url })).outcome).toEqual({});
    },
  );

  it.each(['Get Users', 'Send Feed Event'])('%s logs that it was skipped', async (action) => {
    const { context, outcome } = await runActionBlock(blinkBlock, { action });
    expect(outcome).toEqual({});
    expect(context.logs).toEqual([
      {
        status: 'error',
        description: `"${action}" was skipped: Blink's API is not supported`,
      },
    ]);
  });
});
