import { describe, expect, it } from 'vitest';
import type { ChatResponse } from '#lib/engine/turn/chat-response.ts';
import type { Answer } from '#lib/results/result-schema.ts';
import type { Manner } from '#test/support/chat/input-examples.ts';
import { INVALID_REPLY, replyTo } from '#test/support/chat/respondent.ts';
import { type ChatTurn, continueChat, publishedBot, startedChat } from '#test/support/chat-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/*
 * Holds conversations with real bots that call no other services. The stored answers must be what the
 * respondent said.
 */

const BOTS = [
  'steps-era--2022-03-25-822f490-lead-gen.json',
  'no-version--2023-01-27-555a596-lead-gen.json',
  'v3--2023-03-03-ae7ed39-nps.json',
  'v4--2023-08-06-46d5476-dog-insurance-offer.json',
  'v5--2023-10-04-2a4522d-startingwithinput.json',
  'v6--2024-05-13-1bd1e9a-lead-scoring.json',
  'v6.1--customer-support.json',
  'v6.1--product-recommendation.json',
  'v6.1--quiz.json',
];

const MAX_TURNS = 60;

describeApi('A real bot in a chat', (api) => {
  describe.runIf(REAL_BOTS.length > 0 && api.target === 'direct')('is stored as it happened', () => {
    it.each<[string, Manner]>(
      BOTS.flatMap((name, index) => [[name, index % 2 === 0 ? 'first choice' : 'last choice']]),
    )('%s, %s', async (name, manner) => {
      const bot = await publishedBot(api, readRealBot(name));
      const { sessionId, resultId, ...start } = await startedChat(api, bot.publicId);
      expect(resultId).toBeDefined();

      const said: { blockId: string; content: string }[] = [];
      let turn: Pick<ChatTurn, 'messages' | 'input' | 'clientSideActions' | 'lastMessageNewFormat'> = start;
      for (let turns = 0; turns < MAX_TURNS && isWaiting(turn); turns++) {
        const { input } = turn;
        const message = replyTo(turn as ChatResponse, manner);
        expect(message).not.toBe(INVALID_REPLY);
        const response = await continueChat(api, sessionId, { message });
        expect(response, response.text).toMatchObject({ status: 200 });
        turn = response.body as ChatTurn;
        if (input) said.push({ blockId: input.id, content: turn.lastMessageNewFormat ?? String(message) });
      }
      expect(said.length).toBeGreaterThan(0);

      const path = `/v1/bots/${bot.id}/results/${resultId}`;
      const stored = await api.request({ method: 'GET', path });
      const { result } = stored.body as { result: { answers: Answer[] } & Record<string, unknown> };
      expect(result).toMatchObject({ hasStarted: true, isCompleted: !isWaiting(turn) });
      expect(result.answers.map(({ blockId, content }) => ({ blockId, content }))).toStrictEqual(said);

      const { status, body } = await api.request({ method: 'GET', path: `${path}/transcript` });
      expect(status).toBe(200);
      const { transcript } = body as { transcript: { role: string; text?: string }[] };
      const replies = transcript.filter(({ role }) => role === 'user').map(({ text }) => text);
      expect(replies).toStrictEqual(said.map(({ content }) => content));

      const list = await api.request({ method: 'GET', path: `/v1/bots/${bot.id}/results` });
      expect(list.body).toMatchObject({ results: [{ id: resultId }] });
    });
  });
});

function isWaiting({
  input,
  clientSideActions = [],
}: Pick<ChatTurn, 'input' | 'clientSideActions'>): boolean {
  return input !== undefined || clientSideActions.some(({ expectsDedicatedReply }) => expectsDedicatedReply);
}
