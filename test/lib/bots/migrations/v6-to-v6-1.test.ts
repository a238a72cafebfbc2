import { expect, it } from 'vitest';
import { v6ToV61 } from '#lib/bots/migrations/v6-to-v6-1.ts';
import { frozen, group, smallBot } from './small-bot.ts';

it('changes only the version', () => {
  const document = frozen(
    smallBot({ version: '6', groups: [group('g', [{ type: 'Typebot link', options: {} }])], x: 1 }),
  );
  expect(v6ToV61(document)).toStrictEqual({ ...document, version: '6.1' });
});
