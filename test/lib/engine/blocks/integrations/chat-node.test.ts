import { expect, it } from 'vitest';
import { chatNodeBlock } from '#lib/engine/blocks/integrations/chat-node.ts';
import { runActionBlock } from './run-action-block.ts';

it('chat-node', async () => {
  const options = {
    action: 'Send Message',
    botId: 'bot 1',
    threadId: '{{thread}}',
    message: 'Hi',
    responseMapping: [{ variableId: 'answer' }, { item: 'Thread ID', variableId: 'thread' }],
  };
  const answer = { json: { message: 'Hello', chat_session_id: 's1' } };
  const first = await runActionBlock(chatNodeBlock, options, {
    variables: { answer: null, thread: null },
    http: [answer],
  });
  expect(first.http.requests[0]).toMatchObject({
    url: 'https://api.public.chatnode.ai/v1/bot%201',
    headers: { authorization: 'Bearer secret-key' },
  });
  expect(first.sent).toEqual([{ message: 'Hi' }]);
  expect([first.context.valueOf('answer'), first.context.valueOf('thread')]).toEqual(['Hello', 's1']);
  const second = await runActionBlock(chatNodeBlock, options, {
    variables: { thread: 's1' },
    http: [answer],
  });
  expect(second.sent).toEqual([{ message: 'Hi', chat_session_id: 's1' }]);
});

it('reads a response in its charset', async () => {
  const { context } = await runActionBlock(
    chatNodeBlock,
    { action: 'Send Message', botId: 'b', message: 'Hi', responseMapping: [{ variableId: 'answer' }] },
    {
      variables: { answer: null },
      http: [
        {
          bytes: Buffer.from('{"message":"Olá"}', 'latin1'),
          headers: { 'content-type': 'application/json;charset=windows-1252' },
        },
      ],
    },
  );
  expect(context.valueOf('answer')).toBe('Olá');
});
