import { describe, expect, it } from 'vitest';
import type { Turn } from '#apps/window/api/chat-types.ts';
import { withStartProps } from '#apps/window/chat/start-props.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, contactBot } from '#test/fixtures/chat-bots.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { Talk } from '#test/support/chat/talk.ts';

/** What the page of a remembered chat runs first, if a chat was left after one reply. */
async function propsAfterReload(bot: JsonObject): Promise<unknown[]> {
  const talk = new Talk(bot);
  await talk.start();
  const rest = (await talk.say('Ana')) as unknown as Turn;
  const { variables, answers } = talk.chat.result ?? { variables: [], answers: [] };
  const started = await new Talk(bot).start({ remembered: { variables, answers: answers as never } });
  const turn = withStartProps(rest, started as unknown as Turn);
  expect({ ...turn, clientSideActions: undefined }).toEqual({ ...rest, clientSideActions: undefined });
  return (turn.clientSideActions ?? []).map((action) => action[action.type]);
}

const withHead = (settings: JsonObject): JsonObject => ({ ...contactBot(), settings });

describe('a page that goes on with a remembered chat', () => {
  it.skipIf(CASES.length === 0)('runs the head code of case 02', async () => {
    const { bot } = readCase('02');
    expect(await propsAfterReload(bot)).toEqual([
      { customHeadCode: '<script>window.headRuns=(window.headRuns||0)+1;</script>' },
    ]);
  });

  it.each([
    [
      'head code',
      { customHeadCode: '<style>body{background:red}</style>' },
      { customHeadCode: '<style>body{background:red}</style>' },
    ],
    ['the tag manager', { googleTagManagerId: 'GTM-1' }, { gtmId: 'GTM-1' }],
    [
      'both',
      { googleTagManagerId: 'GTM-2', customHeadCode: '<script>a()</script>' },
      { gtmId: 'GTM-2', customHeadCode: '<script>a()</script>' },
    ],
  ])('runs %s again', async (_, metadata, expected) => {
    expect(await propsAfterReload(withHead({ metadata }))).toEqual([expected]);
  });

  it('starts Google Analytics and pixels again', async () => {
    const bot = chatBot([
      {
        id: 'first',
        blocks: [
          { id: 'ask', type: 'text input' },
          { id: 'ga', type: 'Google Analytics', options: { trackingId: 'G-1', action: 'seen' } },
          { id: 'px', type: 'Pixel', options: { pixelId: '7', eventType: 'Lead' } },
          { id: 'more', type: 'text input' },
        ],
      },
    ]);
    const [props, ...others] = await propsAfterReload(bot);
    expect(props).toEqual({ googleAnalyticsId: 'G-1', pixelIds: ['7'] });
    // What the chat still had to do in the page before is done as well.
    expect(others).toHaveLength(2);
  });

  it('runs nothing twice that was left over, and nothing that the bot no longer wants', () => {
    const props = (code: string) => ({
      type: 'startPropsToInject',
      startPropsToInject: { customHeadCode: code },
    });
    const wait = { type: 'wait', wait: { secondsToWaitFor: 1 } };
    const rest = { messages: [], clientSideActions: [props('old'), wait] } as unknown as Turn;
    expect(
      withStartProps(rest, { clientSideActions: [wait, props('new')] } as unknown as Turn).clientSideActions,
    ).toEqual([props('new'), wait]);
    expect(withStartProps(rest, {}).clientSideActions).toEqual([wait]);
  });
});
