import { describe, expect, it } from 'vitest';
import { googleAnalyticsBlock } from '#lib/engine/blocks/integrations/google-analytics.ts';
import { runClientSide } from './run-client-side.ts';

const preview = { chat: { isPreview: true } };

describe('Google Analytics', () => {
  it.each([
    [
      { trackingId: 'G-1', action: 'act {{Name}}', value: 3 },
      { trackingId: 'G-1', action: 'act Ada', value: 3 },
    ],
    [
      { trackingId: 'G-1', label: '{{Unset}}', value: '{{Count}}' },
      { trackingId: 'G-1', value: 2.5 },
    ],
    [
      { trackingId: '5', category: '7', label: 'true', sendTo: 'x', value: 'much' },
      { trackingId: '5', category: '7', label: 'true', sendTo: 'x' },
    ],
    [{ trackingId: 5 }, {}],
  ])('%j', async (options, googleAnalytics) => {
    const given = { variables: { Name: 'Ada', Count: '2,5', Unset: null } };
    expect(await runClientSide(googleAnalyticsBlock, options, given)).toEqual({
      actions: [{ type: 'googleAnalytics', googleAnalytics }],
      logs: [],
    });
  });

  it('sends nothing without options or in a preview', async () => {
    expect((await runClientSide(googleAnalyticsBlock, undefined)).actions).toBeUndefined();
    expect(await runClientSide(googleAnalyticsBlock, { trackingId: 'G-1' }, preview)).toEqual({
      actions: undefined,
      logs: [],
    });
  });
});
