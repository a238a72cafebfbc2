import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { GivenReply, PendingReply, SentReply, Turn } from '#apps/window/api/chat-types.ts';
import { ask, chatBot, edge, set, text } from '#test/fixtures/chat-bots.ts';
import { type ChatTurn, continueChat, publishedBot, startedChat, texts } from '#test/support/chat-client.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';

/*
 * Windows of one chat, whose requests are lost, repeated and delayed, and which are loaded again at any time. Whatever
 * the order, an answer that the service stores was given to the question that it answers.
 */

type Shown = {
  entries: readonly { kind: string; message: ChatTurn['messages'][number] }[];
  prompt:
    | { kind: 'input'; props: { answer(reply: GivenReply): void } }
    | { kind: 'choice'; ways: { go(): void }[] }
    | undefined;
};
type View = { state: Shown };

/** The window's modules, which are typed for browsers and tested here without one. */
const WINDOW = '#apps/window';
const { ChatRequestError } = (await import(`${WINDOW}/api/chat-api.ts`)) as {
  ChatRequestError: new (status: number, message: string) => Error;
};
const { createCommandQueue } = (await import(`${WINDOW}/chat/command-queue.ts`)) as {
  createCommandQueue(): object;
};
const { createConversationView } = (await import(`${WINDOW}/chat/conversation-view.ts`)) as {
  createConversationView(draw: (state: Shown) => void, signal: AbortSignal, restored: object): View;
};
const { converse } = (await import(`${WINDOW}/chat/converse.ts`)) as {
  converse(turn: Turn, conversation: object, options: object): Promise<never>;
};

const FATES = [
  'arrives',
  'is lost before the service',
  'is lost after the service',
  'arrives twice',
  'arrives late',
  'is cut off by a reload before the service',
  'is cut off by a reload after the service',
] as const;
type Fate = (typeof FATES)[number];

/** The reply that the respondent gave, by the question that the window showed. */
type Given = { question: string; value: string };

const ANSWERS = 4;

/** Asks with the same block again and again. The question contains all answers so far. */
const loopBot = () =>
  chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('t', 'So far: {{All}}'),
          ask('i', { variableId: 'v' }),
          set('add', 'all', '{{All}}{{Reply}};', { outgoingEdgeId: 'back' }),
        ],
      },
    ],
    {
      variables: [
        { id: 'v', name: 'Reply' },
        { id: 'all', name: 'All' },
      ],
      edges: [edge('back', 'add', 'g')],
    },
  );

/** A window with a respondent who answers everything it asks, and reloads it when a fate says so. */
class Respondent {
  readonly given: Given[] = [];
  readonly #api: Api;
  readonly #sessionId: string;
  readonly #name: string;
  readonly #fates: Fate[];
  readonly #late: (() => Promise<unknown>)[] = [];
  #kept: { rest: Turn; entries: Shown['entries']; pending?: PendingReply };
  #running = new AbortController();
  #isDone = false;

  constructor(api: Api, sessionId: string, first: Turn, name: string, fates: Fate[]) {
    this.#api = api;
    this.#sessionId = sessionId;
    this.#name = name;
    this.#fates = fates;
    this.#kept = { rest: first, entries: [] };
  }

  /** Talks until so many answers are shown in a question. */
  async talk(): Promise<void> {
    while (!this.#isDone) await this.#open();
    for (const deliver of this.#late) await deliver();
  }

  async #open(): Promise<void> {
    this.#running = new AbortController();
    const { signal } = this.#running;
    const { rest, entries, pending } = this.#kept;
    const view = createConversationView((state) => void this.#look(state, signal), signal, { entries });
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    const running = converse(
      rest,
      {
        settings: {
          typingEmulation: { enabled: false, isDisabledOnFirstMessage: true, delayBetweenBubbles: 0 },
        },
        view,
        api: this.#unreliableApi(),
        signal,
        commands: createCommandQueue(),
        findBubble: () => undefined,
        isFramed: false,
        onRest: (changed: Turn) => {
          this.#kept = { rest: changed, entries: view.state.entries };
        },
        onSend: (reply: PendingReply) => {
          this.#kept = { ...this.#kept, pending: reply };
        },
      },
      { isResumed: true, pending },
    ).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    // A window that is gone may wait for a reply forever.
    await Promise.race([running, aborted]);
  }

  /** Answers what the window asks. */
  async #look({ prompt, entries }: Shown, signal: AbortSignal): Promise<void> {
    if (!prompt) return;
    // As people do, after the window has been drawn.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return;
    if (prompt.kind === 'choice') {
      prompt.ways.at(-1)?.go();
      return;
    }
    const message = entries.findLast(({ kind }) => kind === 'bubble')?.message;
    const question = message && texts({ messages: [message] })[0]?.replace(/^So far: /, '');
    if (question === undefined) throw new Error('The window asks nothing');
    if (question.split(';').length > ANSWERS) {
      this.#isDone = true;
      this.#running.abort();
      return;
    }
    const value = `${this.#name}${this.given.length}`;
    this.given.push({ question, value });
    prompt.props.answer({ message: { type: 'text', text: value }, label: value });
  }

  #unreliableApi() {
    const post = async (body: object) => {
      const response = await continueChat(this.#api, this.#sessionId, body);
      if (response.status === 200) return response.body as Turn;
      throw new ChatRequestError(response.status, (response.body as { message: string }).message);
    };
    return {
      continueChat: (message: SentReply | undefined, asked: object) =>
        this.#send(() => post({ message, ...asked })),
      fetchLatestTurn: () => this.#send(() => post({ isCatchingUp: true })),
      sendClientLog: async () => {},
      uploadTarget: async () => ({ presignedUrl: '', formData: {}, fileUrl: '' }),
    };
  }

  async #send(request: () => Promise<Turn>): Promise<Turn> {
    const fate = this.#fates.shift() ?? 'arrives';
    // A reply that was held back arrives while others are on their way.
    const late = this.#late.shift();
    const isServed = !['is lost before the service', 'arrives late', FATES[5]].includes(fate);
    if (fate === 'arrives late') this.#late.push(() => request().catch(() => {}));
    const [response] = await Promise.all([isServed ? request() : undefined, late?.()]);
    if (fate === 'arrives twice') return await request();
    if (fate === 'arrives' && response) return response;
    if (fate.startsWith('is cut off')) this.#running.abort();
    throw new ChatRequestError(0, 'Failed to fetch');
  }
}

describeApi('Windows of one chat', (api) => {
  beforeAll(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });

  afterAll(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it.runIf(api.target === 'direct')(
    'answer only what they have shown, and each question once',
    async () => {
      const bot = await publishedBot(api, loopBot());
      const fates = fc.array(fc.constantFrom(...FATES), { maxLength: 14 });
      await fc.assert(
        fc.asyncProperty(fates, fc.option(fates), async (first, second) => {
          const started = await startedChat(api, bot.publicId);
          const { sessionId, resultId } = started;
          const turn = started as object as Turn;
          const respondents = [
            new Respondent(api, sessionId, turn, 'a', [...first]),
            ...(second ? [new Respondent(api, sessionId, turn, 'b', [...second])] : []),
          ];
          await Promise.all(respondents.map((respondent) => respondent.talk()));

          const { body } = await api.request({
            method: 'GET',
            path: `/v1/bots/${bot.id}/results/${resultId}`,
          });
          const { answers } = (body as { result: { answers: { content: string }[] } }).result;
          const stored = answers.map(({ content }) => content);
          const given = respondents.flatMap((respondent) => respondent.given);
          expect(stored.length).toBeGreaterThanOrEqual(ANSWERS);
          expect(new Set(stored).size).toBe(stored.length);
          for (const [index, value] of stored.entries()) {
            const question = stored.slice(0, index).map((before) => `${before};`);
            expect(given).toContainEqual({ question: question.join(''), value });
          }
        }),
        { numRuns: 15 },
      );
    },
    120_000,
  );
});
