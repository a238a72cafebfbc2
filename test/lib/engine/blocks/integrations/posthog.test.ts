import { describe, expect, it } from 'vitest';
import { posthogBlock } from '#lib/engine/blocks/integrations/posthog.ts';
import { runActionBlock } from './run-action-block.ts';

describe('posthog', () => {
  const timestamp = '2026-01-02T03:04:05.678Z';

  it.each([
    [
      {
        action: 'Capture',
        distinctId: 'd',
        event: 'Sale',
        properties: [{ key: 'n', value: '1' }],
        personProperties: [{ key: 'plan', value: 'pro' }],
        groups: [{ type: 'company', key: 'acme' }],
      },
      {
        event: 'Sale',
        distinct_id: 'd',
        properties: { n: '1', $set: { plan: 'pro' }, $groups: { company: 'acme' } },
      },
    ],
    [
      {
        action: 'Capture',
        isAnonymous: true,
        event: 'Sale',
        personProperties: [{ key: 'plan', value: 'pro' }],
      },
      { event: 'Sale', distinct_id: 'session1', properties: { $process_person_profile: false } },
    ],
    [
      {
        action: 'Identify Group',
        groupType: 'company',
        groupKey: 'acme',
        properties: [{ key: 'n', value: '1' }],
      },
      {
        event: '$groupidentify',
        distinct_id: '$company_acme',
        properties: { $group_type: 'company', $group_key: 'acme', $group_set: { n: '1' } },
      },
    ],
  ])('%j', async (options, event) => {
    const { http, sent } = await runActionBlock(posthogBlock, options, {
      credentials: { apiKey: 'k', host: 'https://ph.example/' },
      http: [{}],
    });
    expect(http.requests[0]?.url).toBe('https://ph.example/i/v0/e/');
    expect(sent).toEqual([{ api_key: 'k', timestamp, ...event }]);
  });

  it.each([
    [{ action: 'Capture', distinctId: 'd' }, 'No event provided', 'While capturing an event'],
    [{ action: 'Capture', event: 'x' }, 'No distinct ID provided', 'While capturing an event'],
    [{ action: 'Identify Group', groupKey: 'x' }, 'No group type provided', 'While identifying a group'],
    [{ action: 'Identify Group', groupType: 'x' }, 'No group key provided', 'While identifying a group'],
  ])('%j', async (options, description, doing) => {
    const { context } = await runActionBlock(posthogBlock, options);
    expect(context.logs).toEqual([{ status: 'error', description, context: doing }]);
  });
});
