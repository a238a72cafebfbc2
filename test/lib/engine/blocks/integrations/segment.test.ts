import { describe, expect, it } from 'vitest';
import { segmentBlock } from '#lib/engine/blocks/integrations/segment.ts';
import { runActionBlock } from './run-action-block.ts';

describe('segment', () => {
  it.each([
    [
      {
        action: 'Identify User',
        userId: 'u',
        email: 'a@b.c',
        traits: [{ key: 'plan', value: 'pro' }, { key: 'x' }],
      },
      'identify',
      { userId: 'u', traits: { plan: 'pro', email: 'a@b.c' } },
    ],
    [{ action: 'Alias', userId: 'u', previousId: 'p' }, 'alias', { userId: 'u', previousId: 'p' }],
    [
      { action: 'Page', userId: 'u', name: 'Home', category: 'c' },
      'page',
      { userId: 'u', name: 'Home', category: 'c', properties: {} },
    ],
    [
      { action: 'Track', userId: 'u', eventName: 'Sale', properties: [{ key: 'n', value: '1' }] },
      'track',
      { userId: 'u', event: 'Sale', properties: { n: '1' } },
    ],
  ])('%j', async (options, path, message) => {
    const { http, sent } = await runActionBlock(segmentBlock, options, { http: [{}] });
    expect(http.requests[0]).toMatchObject({
      url: `https://api.segment.io/v1/${path}`,
      headers: { authorization: `Basic ${Buffer.from('secret-key:').toString('base64')}` },
    });
    expect(sent).toEqual([message]);
  });

  it.each(['Identify User', 'Alias', 'Page', 'Track'])(
    '%s does nothing if a field is missing',
    async (action) => {
      const { http, context } = await runActionBlock(segmentBlock, { action, userId: '{{Unset}}' });
      expect(http.requests).toEqual([]);
      expect(context.logs).toMatchObject([
        { status: 'info', description: 'Nothing was sent to Segment: a user id or a name is empty' },
      ]);
    },
  );
});
