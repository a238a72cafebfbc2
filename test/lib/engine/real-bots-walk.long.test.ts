import { describe, expect, it } from 'vitest';
import { startResponse, turnResponse } from '#lib/chat/chat-schema.ts';
import type { SentMessage } from '#lib/chat/sent-message.ts';
import { toShownBot } from '#lib/chat/start-chat.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { TextFormat } from '#lib/engine/model/chat-protocol.ts';
import { type ChatPorts, HttpRequestError } from '#lib/engine/model/ports.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { harmlessPorts } from '#test/support/chat/block-context.ts';
import type { Manner } from '#test/support/chat/input-examples.ts';
import { INVALID_REPLY, replyTo } from '#test/support/chat/respondent.ts';
import { toFlow } from '#test/support/chat/talk.ts';
import { EngineConversation } from '#test/support/engine-conversation.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/*
 * Runs every real bot of every version with a scripted respondent until the conversation ends, or for sixty
 * turns. Compares each stored answer with what the respondent said.
 */

const MAX_TURNS = 60;
const MAX_STATE_CHARS = 300_000;

type Run = { manner: Manner; textFormat: TextFormat; network: 'none' | 'answers' };

const RUNS: Run[] = [
  { manner: 'first choice', textFormat: 'richText', network: 'none' },
  { manner: 'first choice', textFormat: 'markdown', network: 'answers' },
  { manner: 'last choice', textFormat: 'richText', network: 'answers' },
  { manner: 'last choice', textFormat: 'markdown', network: 'none' },
  { manner: 'invalid first', textFormat: 'richText', network: 'none' },
];

const http: Record<Run['network'], ChatPorts['http']> = {
  none: async ({ url }) => {
    throw new HttpRequestError('refused', `getaddrinfo EAI_AGAIN ${URL.parse(url)?.hostname}`);
  },
  answers: async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode('{"name":"Ada","list":[1,2,{"x":null}],"ok":true}'),
  }),
};

function conversationWith(flow: ChatFlow, network: Run['network']): EngineConversation {
  const remainingMs = () => 60_000;
  return new EngineConversation(() => flow, {
    ...harmlessPorts(),
    createId,
    remainingMs,
    http: http[network],
    sandbox: () => createSandbox({ remainingMs, http: http[network] }),
  });
}

/**
 * Runs the conversation to its end.
 * @returns number of turns
 */
async function talk(flow: ChatFlow, { manner, textFormat, network }: Run): Promise<number> {
  const chat = conversationWith(flow, network);
  const started = await chat.start(flow, { textBubbleContentFormat: textFormat });
  const start = {
    sessionId: EngineConversation.sessionId,
    bot: toShownBot(started, flow, undefined),
    ...started.response,
  };
  expect(startResponse().parse(start)).toStrictEqual(start);
  const expected: { blockId: string; content: string }[] = [];
  let { response }: { response: ChatResponse } = started;
  let turns = 1;
  let hasTriedInvalid = manner !== 'invalid first';
  for (; chat.state && turns < MAX_TURNS; turns++) {
    const { input } = response;
    const message: SentMessage = input && !hasTriedInvalid ? INVALID_REPLY : replyTo(response, manner);
    response = await chat.continue({ message, textBubbleContentFormat: textFormat });
    expect(turnResponse().parse(response)).toStrictEqual(response);
    const isRefused = input !== undefined && response.messages.some(({ id }) => id === input.id);
    if (input && isRefused) {
      // Only an invalid reply may be rejected.
      expect(message, `${input.type} ${JSON.stringify(input)}`).toBe(INVALID_REPLY);
      hasTriedInvalid = true;
    } else if (input) {
      expected.push({ blockId: input.id, content: response.lastMessageNewFormat ?? String(message) });
      hasTriedInvalid = manner !== 'invalid first';
    }
    expect(chat.stateChars).toBeLessThan(MAX_STATE_CHARS);
  }
  const ownFaults = chat.logs.filter(({ description }) =>
    /are not supported|^A block of type .* failed$/.test(description),
  );
  expect(ownFaults).toStrictEqual([]);
  expect(chat.result?.answers ?? []).toStrictEqual(expected);
  if (expected.length > 0) {
    expect(chat.result).toMatchObject({ hasStarted: true, isCompleted: chat.state === undefined });
  }
  return turns;
}

describe.skipIf(REAL_BOTS.length === 0)('A real bot talks to its end', () => {
  const totals = { conversations: 0, turns: 0 };

  it.each([...REAL_BOTS, ...MIGRATED_BOTS])('%s', async (name) => {
    const flow = toFlow('real', readRealBot(name));
    for (const run of RUNS) {
      totals.turns += await talk(flow, run);
      totals.conversations += 1;
    }
  });

  it('covers more than one conversation', () => {
    process.stderr.write(`Real bots: ${totals.conversations} conversations, ${totals.turns} turns\n`);
    expect(totals.turns).toBeGreaterThan(totals.conversations);
  });
});
