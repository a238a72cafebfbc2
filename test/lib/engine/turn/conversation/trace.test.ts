import { describe, expect, it } from 'vitest';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import {
  MAX_TRACE_CHARS,
  MAX_TRACED_STEPS,
  MAX_TRACED_VALUE_CHARS,
  TurnTrace,
} from '#lib/engine/model/turn-trace.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import {
  ask,
  back,
  chatBot,
  edge,
  event,
  eventEdge,
  jump,
  link,
  set,
  text,
  variables,
  waitingEmbed,
} from '#test/fixtures/chat-bots.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { MAIN_BOT, Talk, toFlow } from '#test/support/chat/talk.ts';

/** Creates a talk that has one trace for all of its turns. */
function createTracedTalk(
  document: JsonObject,
  {
    linked = {},
    responses = [],
  }: { linked?: Record<string, JsonObject>; responses?: ScriptedResponse[] } = {},
) {
  const trace = new TurnTrace(MAIN_BOT);
  const http = trace.watchHttp(fakeHttp(responses));
  return { trace, talk: new Talk(document, { linked, ports: { trace, http } }) };
}

const START = { eventId: 'start', type: 'start', edgeId: 'to-first' };

const condition = (id: string, variableId: string, value: string, more: JsonObject = {}) => ({
  id,
  type: 'Condition',
  items: [
    {
      id: `${id}-yes`,
      outgoingEdgeId: `${id}-met`,
      content: { comparisons: [{ id: 'c', variableId, comparisonOperator: 'Equal to', value }] },
    },
  ],
  ...more,
});

describe('The trace of a turn', () => {
  it('lists blocks, events and edges in order, and what a condition decided', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot(
        [
          { id: 'g', blocks: [set('s', 'A', 'x'), condition('c1', 'A', 'y'), condition('c2', 'A', 'x')] },
          { id: 'h', blocks: [text('t', 'Hi'), ask('q')] },
        ],
        { variables: variables('A'), edges: [edge('c2-met', 'c2', 'h', { itemId: 'c2-yes' })] },
      ),
    );
    await talk.start();
    expect(trace.toTrace()).toStrictEqual({
      steps: [
        START,
        {
          groupId: 'g',
          blockId: 's',
          type: 'Set variable',
          variables: [{ id: 'A', name: 'A', value: 'x' }],
        },
        { groupId: 'g', blockId: 'c1', type: 'Condition', outcome: 'else' },
        { groupId: 'g', blockId: 'c2', type: 'Condition', itemId: 'c2-yes', edgeId: 'c2-met' },
        { groupId: 'h', blockId: 't', type: 'text' },
        { groupId: 'h', blockId: 'q', type: 'text input' },
      ],
    });
  });

  it('says what became of a reply, with the chosen item and the variable', async () => {
    const choice = {
      id: 'q',
      type: 'choice input',
      options: { variableId: 'A' },
      items: [
        { id: 'yes', content: 'Yes', outgoingEdgeId: 'e' },
        { id: 'no', content: 'No' },
      ],
    };
    const { trace, talk } = createTracedTalk(
      chatBot(
        [
          { id: 'g', blocks: [choice] },
          { id: 'h', blocks: [text('t', 'Hi')] },
        ],
        {
          variables: variables('A'),
          edges: [edge('e', 'q', 'h', { itemId: 'yes' })],
        },
      ),
    );
    await talk.start();
    await talk.say('Maybe');
    await talk.say('Yes');
    const asked = { groupId: 'g', blockId: 'q', type: 'choice input' };
    expect(trace.toTrace().steps.slice(1)).toStrictEqual([
      asked,
      { ...asked, outcome: 'refused' },
      {
        ...asked,
        outcome: 'accepted',
        variables: [{ id: 'A', name: 'A', value: 'Yes' }],
        itemId: 'yes',
        edgeId: 'e',
      },
      { groupId: 'h', blockId: 't', type: 'text' },
    ]);
  });

  it('has the step of a block that goes on once the client has reported', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks: [waitingEmbed('w', 'A'), text('t', 'Hi')] }], {
        variables: variables('A'),
      }),
    );
    await talk.start();
    await talk.say('done');
    expect(trace.toTrace().steps.slice(1)).toStrictEqual([
      { groupId: 'g', blockId: 'w', type: 'embed' },
      {
        groupId: 'g',
        blockId: 'w',
        type: 'embed',
        outcome: 'continued',
        variables: [{ id: 'A', name: 'A', value: 'done' }],
      },
      { groupId: 'g', blockId: 't', type: 'text' },
    ]);
  });

  it('has events that interrupt a reply, and the reply once the flow is back', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot(
        [
          { id: 'g', blocks: [ask('q')] },
          { id: 'h', blocks: [back('r')] },
        ],
        {
          variables: variables('Said'),
          events: [event('on-reply', 'reply', { contentVariableId: 'Said' })],
          edges: [eventEdge('on-reply', 'h')],
        },
      ),
    );
    await talk.start();
    await talk.say('Hello');
    const asked = { groupId: 'g', blockId: 'q', type: 'text input' };
    expect(trace.toTrace().steps.slice(2)).toStrictEqual([
      { ...asked, outcome: 'interrupted' },
      {
        eventId: 'on-reply',
        type: 'reply',
        edgeId: 'to-on-reply',
        variables: [{ id: 'Said', name: 'Said', value: 'Hello' }],
      },
      { groupId: 'h', blockId: 'r', type: 'Return' },
      asked,
      { ...asked, outcome: 'accepted' },
    ]);
  });

  it('names the bot of steps in linked bots only', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks: [link('l', 'other'), text('after', 'Back')] }]),
      { linked: { other: chatBot([{ id: 'o', blocks: [text('there', 'There')] }]) } },
    );
    await talk.start();
    const bots = trace.toTrace().steps.map(({ blockId, botId }) => [blockId, botId]);
    expect(bots).toStrictEqual([
      [undefined, undefined],
      ['l', undefined],
      ['there', 'other'],
      ['after', undefined],
    ]);
  });

  it('does not follow an edge that is gone', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks: [{ ...text('t', 'Hi'), outgoingEdgeId: 'gone' }] }]),
    );
    await talk.start();
    expect(trace.toTrace().steps.at(-1)).toStrictEqual({ groupId: 'g', blockId: 't', type: 'text' });
  });

  it('points from each step to its entries in the logs of the turn', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot([
        { id: 'g', blocks: [{ id: 'x', type: 'unknown' }, text('t', 'Hi'), jump('j', 'gone'), ask('q')] },
      ]),
    );
    const { logs = [] } = await talk.start();
    const byBlock = trace
      .toTrace()
      .steps.map(({ blockId, logs: indexes = [] }) => [
        blockId,
        indexes.map((index) => logs[index]?.description),
      ]);
    expect(byBlock).toStrictEqual([
      [undefined, []],
      ['x', ['Blocks of type "unknown" are not supported']],
      ['t', []],
      ['j', ['Group to jump to is not found']],
    ]);
  });

  it('has method, host and outcome of requests, and nothing that could be a credential', async () => {
    const secret = 'k3y-of-the-service';
    const webhook = {
      url: `https://user:${secret}@api.example/hooks/${secret}?key=${secret}`,
      method: 'POST',
      headers: [{ id: 'h', key: 'X-Key', value: secret }],
      body: `{"key": "${secret}"}`,
    };
    const request = (id: string) => ({ id, type: 'Webhook', options: { webhook } });
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks: [request('a'), request('b'), request('c')] }]),
      {
        responses: [{ json: {} }, { status: 500, text: 'no' }, new HttpRequestError('timeout', secret)],
      },
    );
    await talk.start();
    const sent = { method: 'POST', host: 'api.example' };
    expect(
      trace
        .toTrace()
        .steps.slice(1)
        .map(({ requests }) => requests),
    ).toStrictEqual([
      [{ ...sent, status: 200 }],
      [{ ...sent, status: 500 }],
      [{ ...sent, error: 'timeout' }],
    ]);
    expect(JSON.stringify(trace.toTrace())).not.toContain(secret);
  });

  it.each([
    ['in a header', { secretHeaders: ['authorization'] }],
    ['in the body', { hasSecretBody: true }],
  ])('does not name the host of a request that has a credential %s', async (_, secret) => {
    const trace = new TurnTrace(MAIN_BOT);
    const flow = toFlow(MAIN_BOT, chatBot([{ id: 'g', blocks: [ask('q')] }]));
    const [group] = flow.groups;
    const [block] = group?.blocks ?? [];
    if (!group || !block) throw new Error('No block');
    trace.startBlock(flow, group, block);
    const http = trace.watchHttp(fakeHttp([{ json: {} }]));
    await http({ url: 'https://our-own.example/x', method: 'post', timeoutMs: 1_000, ...secret });
    expect(trace.toTrace().steps[0]?.requests).toStrictEqual([{ method: 'POST', status: 200 }]);
  });

  it('ends after a number of steps, and says so', async () => {
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks: [{ ...text('t', 'Hi'), outgoingEdgeId: 'again' }] }], {
        edges: [edge('again', 't', 'g')],
      }),
    );
    await talk.start();
    const { steps, isCut } = trace.toTrace();
    expect([steps.length, isCut]).toStrictEqual([MAX_TRACED_STEPS, true]);
  });

  it('cuts long values, and counts only the last value of a variable', async () => {
    const long = 'x'.repeat(MAX_TRACED_VALUE_CHARS + 1);
    const list = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => `element ${index}`));
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks: [set('s', 'A', long), set('l', 'B', `return ${list}`)] }], {
        variables: variables('A', 'B'),
      }),
    );
    await talk.start();
    const [text, array] = trace
      .toTrace()
      .steps.slice(1)
      .map(({ variables: [first] = [] }) => first);
    expect(text).toStrictEqual({
      id: 'A',
      name: 'A',
      value: 'x'.repeat(MAX_TRACED_VALUE_CHARS),
      isCut: true,
    });
    expect(array?.isCut).toBe(true);
    expect(JSON.stringify(array?.value).length).toBeLessThan(2 * MAX_TRACED_VALUE_CHARS);
  });

  it('stays below its size, however much a turn does, and has no step after a gap', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `Variable ${index}`);
    const item = 'x'.repeat(MAX_TRACED_VALUE_CHARS);
    const blocks = names.map((variableId, index) => ({
      id: `s${index}`,
      type: 'Set variable',
      options: { type: 'Append value(s)', variableId, item },
    }));
    const { trace, talk } = createTracedTalk(
      chatBot([{ id: 'g', blocks }], { variables: variables(...names) }),
    );
    await talk.start();
    const { steps, isCut } = trace.toTrace();
    expect(isCut).toBe(true);
    expect(JSON.stringify(steps).length).toBeLessThan(1.2 * MAX_TRACE_CHARS);
    expect(steps.slice(1).map(({ blockId }) => blockId)).toStrictEqual(
      Array.from({ length: steps.length - 1 }, (_, index) => `s${index}`),
    );
  });
});
