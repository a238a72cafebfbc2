import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text, variables } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

const remember: JsonObject = {
  id: 's',
  type: 'Set variable',
  options: { variableId: 'T', type: 'Transcript' },
};

const bot = (blocks: JsonObject[]) => chatBot([{ id: 'g', blocks }], { variables: variables('T', 'Name') });

describe('A variable that holds the conversation', () => {
  it.each([false, true])('contains the whole conversation, in order (preview: %s)', async (isPreview) => {
    const talk = new Talk(
      bot([
        text('a', 'How are you?'),
        { id: 'image', type: 'image', content: { url: 'https://a.example/x.png' } },
        ask('q', { variableId: 'Name' }),
        text('b', 'You said {{Name}}'),
        { id: 'c', type: 'choice input', items: [{ id: 'i', content: 'Label', value: 'stored' }] },
        remember,
        text('t', '{{T}}'),
      ]),
    );
    await talk.start({ isPreview });
    await talk.say('hey');
    expect((await talk.say('Label')).texts).toStrictEqual([
      [
        'Assistant: "How are you?"',
        'Assistant: "https://a.example/x.png"',
        'User: "hey"',
        'Assistant: "You said hey"',
        'User: "stored"',
      ].join(''),
    ]);
  });

  it('excludes rejected replies', async () => {
    const talk = new Talk(
      bot([{ id: 'q', type: 'email input', options: {} }, remember, text('t', '{{T}}'), ask('r')]),
    );
    await talk.start();
    await talk.say('nonsense');
    const [transcript] = (await talk.say('a@b.co')).texts;
    expect(transcript).toContain('User: "a@b.co"');
    expect(transcript).not.toContain('nonsense');
  });

  it('is not stored with the result', async () => {
    const talk = new Talk(bot([ask('q', { variableId: 'Name' }), remember, ask('r')]));
    await talk.start();
    await talk.say('hey');
    expect(talk.running.T).toBe('User: "hey"');
    expect(talk.values).toStrictEqual({ Name: 'hey' });
  });
});
