import { expect, it } from 'vitest';
import { toChatFlow } from '#lib/engine/model/chat-flow.ts';
import { startPropsAction, startPropsPreviewLog } from '#lib/engine/turn/start-props.ts';

function getProps(blocks: unknown[], metadata: Record<string, string> = {}) {
  const flow = toChatFlow({
    botId: 'bot1',
    workspaceId: 'workspace1',
    flow: {
      version: '6.1',
      events: [],
      groups: [
        { id: 'g0', title: 'Empty', graphCoordinates: { x: 0, y: 0 }, blocks: [] },
        {
          id: 'g1',
          title: 'G',
          graphCoordinates: { x: 0, y: 0 },
          blocks: blocks.map((block, index) => ({ id: `b${index}`, ...(block as object) })),
        },
      ],
      edges: [],
      variables: [],
      theme: {},
      settings: { metadata },
    },
  });
  return startPropsAction(flow);
}

const analytics = (options?: unknown) => ({ type: 'Google Analytics', options });
const pixel = (options?: unknown) => ({ type: 'Pixel', options });

it.each([
  [
    [
      analytics(),
      analytics({ trackingId: '' }),
      analytics({ trackingId: 'G-1' }),
      analytics({ trackingId: 'G-2' }),
    ],
    {},
    { googleAnalyticsId: 'G-1' },
  ],
  [
    [
      pixel({ pixelId: '1' }),
      pixel({ pixelId: '' }),
      pixel({ pixelId: '2', isInitSkip: true }),
      pixel({ pixelId: '{{a}}' }),
    ],
    {},
    { pixelIds: ['1', '{{a}}'] },
  ],
  [
    [],
    { googleTagManagerId: 'GTM-1', customHeadCode: 'x <script>1</script>' },
    { gtmId: 'GTM-1', customHeadCode: '<script>1</script>' },
  ],
])('%j %j', (blocks, metadata, startPropsToInject) => {
  expect(getProps(blocks, metadata)).toEqual({ type: 'startPropsToInject', startPropsToInject });
});

it.each([
  [[], {}],
  [
    [analytics(), analytics('x'), pixel(), pixel({ pixelId: 5 })],
    { googleTagManagerId: '', customHeadCode: 'only text' },
  ],
])('loads nothing: %j %j', (blocks, metadata) => {
  expect(getProps(blocks, metadata)).toBeUndefined();
});

it.each([
  [{ googleAnalyticsId: 'x' }, 'Google Analytics is not enabled in Preview mode'],
  [
    { googleAnalyticsId: 'x', pixelIds: ['1'], gtmId: 'y' },
    'Google Analytics, Pixel, Google Tag Manager are not enabled in Preview mode',
  ],
  [{ pixelIds: ['1'], customHeadCode: 'z' }, 'Custom head code, Pixel are not enabled in Preview mode'],
])('in a preview %j', (startPropsToInject, description) => {
  expect(startPropsPreviewLog({ type: 'startPropsToInject', startPropsToInject })).toEqual({
    status: 'info',
    description,
  });
});
