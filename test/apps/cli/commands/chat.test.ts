import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#apps/client/client.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { runBots } from '#test/apps/cli/bots-process.ts';
import { startService } from '#test/apps/cli/local-service.ts';
import { type ScriptedResponse, startScriptedService } from '#test/apps/cli/scripted-service.ts';
import { chatBot, contactBot, edge, text } from '#test/fixtures/chat-bots.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startService>>;
let client: Client;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-chat-'));
  service = await startService(path.join(folder, 'data'));
  client = createClient(service);
  env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function imported(bot: JsonObject): Promise<string> {
  return (await client.importBot({ body: { workspaceId: service.workspaceId, bot } })).bot.id;
}

async function published(bot: JsonObject): Promise<{ botId: string; publicId: string }> {
  const botId = await imported(bot);
  const { publicId } = await client.publishBot({ params: { botId } });
  return { botId, publicId };
}

/** Runs a chat with these lines as typed input. */
const chat = (bot: string, lines: string[], ...options: string[]) =>
  runBots(['chat', bot, ...options], env, lines.map((line) => `${line}\n`).join(''));

async function getTurns(bot: string, lines: string[], ...options: string[]): Promise<JsonObject[]> {
  const { stdout, stderr, exitCode } = await chat(bot, lines, '--json', ...options);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A bot with single and multiple choices, picture choices and cards. */
function shopBot(): JsonObject {
  const choices = (
    id: string,
    options: JsonObject,
    contents: string[],
    more: (content: string) => JsonObject = () => ({}),
  ) => ({
    id,
    type: 'choice input',
    options,
    items: contents.map((content) => ({ id: `${id}-${content}`, content, ...more(content) })),
  });
  return chatBot(
    [
      {
        id: 'shop',
        blocks: [
          text('which', '{{Greeting}} Which bread?'),
          choices('bread', { variableId: 'v' }, ['Rye', 'Wheat', '3'], (content) =>
            content === 'Rye' ? { outgoingEdgeId: 'to-rye' } : {},
          ),
          text('got', 'You get {{Bread}}'),
          choices('toppings', { isMultipleChoice: true, variableId: 'v' }, ['Butter', 'Jam', 'Honey']),
          text('with', 'With {{Bread}}'),
          {
            id: 'cards',
            type: 'cards',
            items: [
              {
                id: 'c',
                title: 'Cake',
                paths: [
                  { id: 'p1', text: 'Buy' },
                  { id: 'p2', text: 'More' },
                ],
              },
            ],
            options: { saveResponseMapping: [{ field: 'Button', variableId: 'v' }] },
          },
          text('end', 'You pressed {{Bread}}'),
        ],
      },
      { id: 'rye', blocks: [text('rye-text', 'Rye it is')] },
    ],
    {
      variables: [
        { id: 'v', name: 'Bread' },
        { id: 'w', name: 'Greeting' },
      ],
      edges: [edge('to-rye', 'bread', 'rye', { itemId: 'bread-Rye' })],
    },
  );
}

/** A bot with client-side actions. */
function browserBot(): JsonObject {
  const set = {
    variableId: 'v',
    expressionToEvaluate: 'navigator.language',
    isCode: true,
    isExecutedOnClient: true,
  };
  return chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('one', 'One'),
          { id: 'code', type: 'Code', options: { content: 'alert(1)' } },
          { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '0.01' } },
          { id: 'set', type: 'Set variable', options: set },
          text('two', 'You speak {{Language}}'),
          { id: 'hook', type: 'webhook', options: {} },
          { id: 'go', type: 'Redirect', options: { url: 'https://example.com/\u001b[31mred' } },
          { id: 'picture', type: 'image', content: { url: 'https://example.com/a.png' } },
        ],
      },
    ],
    { variables: [{ id: 'v', name: 'Language' }] },
  );
}

describe('chat', () => {
  it.each(['botId', 'publicId'] as const)(
    'chats with a published bot by its %s, and repeats a question after an invalid reply',
    async (by) => {
      const bot = await published(contactBot());
      const { exitCode, stdout, stderr } = await chat(bot[by], ['Ada', 'nowhere', 'ada@example.org']);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'The chat is over.\n' });
      expect(stdout).toBe(
        [
          'Hello!',
          'What is your name?',
          'Nice to meet you, Ada',
          "This email doesn't seem to be valid. Can you type it again?",
          'We write to ada@example.org',
          '',
        ].join('\n'),
      );
    },
  );

  it('chats with a draft', async () => {
    const botId = await imported(contactBot());
    const { stdout, exitCode } = await chat(botId, ['Ada'], '--preview');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Nice to meet you, Ada');
  });

  it('shows what was typed as typed', async () => {
    const botId = await imported(contactBot());
    const { stdout } = await chat(botId, ['12. *Ada* \\\\l_a_ &amp;'], '--preview');
    expect(stdout).toContain('Nice to meet you, 12. *Ada* \\\\l_a_ &amp;');
  });

  it('leaves the chat at the end of input', async () => {
    const { botId } = await published(contactBot());
    const { exitCode, stderr } = await chat(botId, []);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Left the chat.\n' });
  });

  it('numbers the options, and accepts numbers or texts', async () => {
    const { botId } = await published(shopBot());
    const { stdout } = await chat(botId, ['Brioche', '2', 'jam and 1', '2'], '--var', 'Greeting=Hi = there.');
    expect(stdout).toBe(
      [
        'Hi = there. Which bread?',
        '  1. Rye',
        '  2. Wheat',
        '  3. 3',
        'Invalid message. Please, try again.',
        '  1. Rye',
        '  2. Wheat',
        '  3. 3',
        'You get Wheat',
        '  1. Butter',
        '  2. Jam',
        '  3. Honey',
        'With Butter, Jam',
        '  1. Cake: Buy',
        '  2. Cake: More',
        'You pressed More',
        '',
      ].join('\n'),
    );
    expect((await chat(botId, ['1'])).stdout).toContain('Rye it is');
    expect((await chat(botId, ['3'])).stdout).toContain('You get 3');
  });

  it('describes client-side actions, and asks for their results', async () => {
    const { botId } = await published(browserBot());
    const { stdout, exitCode } = await chat(botId, ['French', '']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        'One',
        '(Browser script, not run here)',
        '(The browser would set a variable: navigator.language)',
        'You speak French',
        '(The bot is waiting for another service)',
        '→ https://example.com/ [31mred',
        '[image] https://example.com/a.png',
        '',
      ].join('\n'),
    );
  });

  it('shows how the service reformatted a reply', async () => {
    const { botId } = await published(chatBot([{ id: 'g', blocks: [{ id: 'd', type: 'date input' }] }]));
    const { stderr } = await chat(botId, ['2026-01-31']);
    expect(stderr).toContain('(understood as 31/01/2026)');
  });

  describe('--json', () => {
    it('prints each turn as a line, and sends lines as texts', async () => {
      const { botId } = await published(contactBot());
      const turns = await getTurns(botId, ['Ada', 'ada@example.org']);
      expect(turns).toMatchObject([
        { sessionId: expect.any(String), input: { id: 'name-input' } },
        { messages: [{ id: 'nice' }], input: { id: 'mail-input' } },
        { messages: [{ id: 'bye' }] },
      ]);
    });

    it('sends JSON lines as messages', async () => {
      const { botId } = await published(shopBot());
      const line = JSON.stringify({ type: 'text', text: '?', metadata: { replyId: 'bread-Rye' } });
      const turns = await getTurns(botId, [line]);
      expect(turns[1]).toMatchObject({ messages: [{ id: 'rye-text' }] });
    });

    it('continues without a reply on an empty line', async () => {
      const { botId } = await published(browserBot());
      const turns = await getTurns(botId, ['', '{"a":1}']);
      expect(turns).toHaveLength(3);
      expect(turns[2]).toMatchObject({ clientSideActions: [{ type: 'redirect' }] });
    });
  });

  describe('with a response that is lost', () => {
    const question = (id: string, turnId: string) => ({
      messages: [
        {
          id: `t-${id}`,
          type: 'text',
          content: { type: 'richText', richText: [{ type: 'p', children: [{ text: `${id}?` }] }] },
        },
      ],
      input: { id, type: 'text input', options: {} },
      turnId,
    });
    const started = { sessionId: 's', bot: { id: 'b', version: '6', theme: {}, settings: {} } };
    const LOST: ScriptedResponse[] = [
      { status: 502, body: '<h1>Bad Gateway</h1>' },
      { status: 503, body: { code: 'SERVICE_UNAVAILABLE', message: 'Busy', requestId: 'r' } },
    ];
    /** Chats with a service that responds to continueChat as scripted. Undefined breaks the connection. */
    const chatWith = async (
      responses: (ScriptedResponse | undefined)[],
      first: JsonObject,
      ...options: string[]
    ) => {
      const queue = [...responses];
      const scripted = await startScriptedService((line) => {
        if (line.endsWith('/startChat')) return { body: { ...started, ...first } };
        if (line.endsWith('/continueChat')) return queue.shift();
        return { status: 404, body: { code: 'NOT_FOUND', message: 'Bot not found', requestId: 'r' } };
      });
      const run = await runBots(['chat', 'bakery', ...options], scripted.env, 'Ada\nLisboa\n');
      await scripted.stop();
      const sent = scripted.requests.filter(({ line }) => line.endsWith('/continueChat'));
      return { ...run, sent: sent.map(({ body }) => JSON.parse(body)) };
    };
    const ada = { message: { type: 'text', text: 'Ada' }, turnId: '1-x', waitingBlockId: 'name' };
    const lisboa = { message: { type: 'text', text: 'Lisboa' }, turnId: '2-x', waitingBlockId: 'city' };

    it.each([[[]], [['--json']]])('sends the reply again, for the same turn (%j)', async (options) => {
      const responses = [undefined, ...LOST, { body: question('city', '2-x') }, { body: { messages: [] } }];
      const { exitCode, sent } = await chatWith(responses, question('name', '1-x'), ...options);
      expect(exitCode).toBe(0);
      expect(sent).toMatchObject([ada, ada, ada, ada, lisboa]);
    });

    it('ends if the service cannot tell replies apart', async () => {
      const { turnId: _, ...first } = question('name', '1-x');
      const { exitCode, sent, stderr } = await chatWith([undefined], first);
      expect({ exitCode, sent: sent.length }).toEqual({ exitCode: 1, sent: 1 });
      expect(stderr).toContain('does not respond');
    });

    it('shows where the chat is if it has gone on elsewhere', async () => {
      const conflict = { code: 'CONFLICT', message: 'Another reply was accepted first', requestId: 'r' };
      const responses = [
        { status: 409, body: conflict },
        { body: question('city', '2-x') },
        { body: { messages: [] } },
      ];
      const { stdout, stderr, sent } = await chatWith(responses, question('name', '1-x'));
      expect(stdout).toBe('name?\ncity?\n');
      expect(stderr).toContain('Another reply was accepted first');
      expect(sent).toMatchObject([ada, { isCatchingUp: true }, lisboa]);
    });
  });

  it.each([
    ['a bot that does not exist', async () => 'no-such-bot', [], /^error: NOT_FOUND: Bot not found/],
    [
      'a bot that is not published',
      () => imported(contactBot()),
      [],
      /^error: The bot is not published: publish it, or chat with its draft with --preview$/m,
    ],
    ['a draft that does not exist', async () => 'nobodyknows', ['--preview'], /^error: NOT_FOUND/],
    ['a variable without a value', async () => 'x', ['--var', 'Name'], /Expected name=value/],
  ])('refuses %s', async (_, bot, options, message) => {
    const { exitCode, stderr } = await chat(await bot(), [], ...options);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
  });
});
