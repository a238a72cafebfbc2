import { expect, it } from 'vitest';
import { v4ToV5 } from '#lib/bots/migrations/v4-to-v5.ts';
import { frozen, group, smallBot, startGroup } from './small-bot.ts';

it('changes only the version', () => {
  const document = frozen(
    smallBot({
      version: '4',
      groups: [startGroup(), group('g', [{ type: 'Webhook', webhookId: 'w' }])],
      x: 1,
    }),
  );
  expect(v4ToV5(document)).toStrictEqual({ ...document, version: '5' });
});
