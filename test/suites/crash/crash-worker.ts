import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ServerFile } from '#apps/local/data-files.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { noise, pick, type Random, seededRandom } from '#test/fixtures/random.ts';
import { Uncertain } from './uncertain.ts';

/** The running service. Its ports change with every restart. */
export type Service = Pick<ServerFile, 'baseUrl' | 'chatUrl' | 'token' | 'workspaceId'>;

/** Thrown if a request got no response, or one that does not say whether it was carried out. */
class NoResponseError extends Error {
  override name = 'NoResponseError';
}

type Bot = { id: string; draft: Uncertain<string>; published: Uncertain<string | undefined> };

type Chat = {
  botId: string;
  sessionId: string;
  resultId: string;
  answers: Uncertain<string[]>;
  logs: Uncertain<string[]>;
  isErased: Uncertain<boolean>;
};

/** Large enough to be stored in parts beside its item. */
const LARGE_CHARS = 600_000;

/** Returns the document with this mark, to compare it with the stored one. */
function findDocument(mark: string): JsonObject {
  const [size = '', seed = '0'] = mark.split(':');
  const padding = size === 'large' ? noise(seededRandom(Number(seed)), LARGE_CHARS) : seed;
  return chatBot([{ id: 'only', blocks: [text('hello', mark), text('padding', padding)] }], { name: mark });
}

const CHAT_BOT = chatBot(
  [{ id: 'only', blocks: [ask('first'), ask('second'), ask('third'), ask('fourth')] }],
  {
    name: 'Chats',
  },
);

/**
 * A worker that is the only writer of its bots and chats. Remembers which writes were acknowledged, and reads
 * everything back after a crash.
 */
export class CrashWorker {
  readonly #random: Random;
  readonly #bots: Bot[] = [];
  readonly #chats: Chat[] = [];
  /** Idempotency keys of imports, by bot name. */
  readonly keyed = new Map<string, { key: string; isAcknowledged: boolean }>();
  #chatBot: { id: string; publicId: string } | undefined;
  acknowledged = 0;
  unanswered = 0;

  readonly #hasFolders: boolean;
  /** Its item is that of all folders of the workspace, which the other workers write, too. */
  #folder: { id: string; name: Uncertain<string> } | undefined;

  /** @param options `hasFolders`: whether the service knows folders, which older versions do not */
  constructor(seed: number, { hasFolders = false } = {}) {
    this.#random = seededRandom(seed);
    this.#hasFolders = hasFolders;
  }

  /** Runs before the first crash. */
  async prepare(service: Service): Promise<void> {
    const { bot } = (await this.#import(service, CHAT_BOT)) as { bot: { id: string } };
    const { publicId } = (await send(service, 'POST', `/v1/bots/${bot.id}/publish`)) as { publicId: string };
    this.#chatBot = { id: bot.id, publicId };
    if (!this.#hasFolders) return;
    const body = { workspaceId: service.workspaceId, folderName: 'New' };
    const { folder } = (await send(service, 'POST', '/v1/folders', { body })) as { folder: { id: string } };
    this.#folder = { id: folder.id, name: new Uncertain('New') };
  }

  /** Writes until the service stops responding. */
  async writeUntilCrash(service: Service, isCrashed: () => boolean): Promise<void> {
    while (!isCrashed()) {
      try {
        await this.#step(service);
        this.acknowledged += 1;
      } catch (error) {
        if (!(error instanceof NoResponseError)) throw error;
        this.unanswered += 1;
      }
    }
  }

  async #step(service: Service): Promise<void> {
    const write = pick(this.#random, [
      () => this.#importNew(service),
      () => this.#importWithKey(service),
      () => this.#change(service),
      () => this.#change(service),
      () => this.#publish(service),
      () => this.#chat(service),
      () => this.#chat(service),
      () => this.#erase(service),
      ...(this.#folder ? [() => this.#renameFolder(service)] : []),
    ]);
    await write();
  }

  #newMark(): string {
    const size = this.#random() < 0.15 ? 'large' : 'small';
    return `${size}:${Math.floor(this.#random() * 1e9)}`;
  }

  async #import(service: Service, bot: JsonObject, headers: Record<string, string> = {}): Promise<unknown> {
    // An older version ignores the source, and drops it from the bots that it writes.
    const body = { workspaceId: service.workspaceId, bot, source: { id: 'source', revision: '1' } };
    return await send(service, 'POST', '/v1/bots/import', { body, headers });
  }

  async #importNew(service: Service): Promise<void> {
    const mark = this.#newMark();
    const { bot } = (await this.#import(service, findDocument(mark))) as { bot: { id: string } };
    this.#remember(bot.id, mark);
  }

  async #importWithKey(service: Service): Promise<void> {
    const [name, key] = [`small:${Math.floor(this.#random() * 1e9)}`, randomUUID()];
    this.keyed.set(name, { key, isAcknowledged: false });
    await this.#import(service, findDocument(name), { 'Idempotency-Key': key });
    this.keyed.set(name, { key, isAcknowledged: true });
  }

  #remember(id: string, mark: string): void {
    this.#bots.push({
      id,
      draft: new Uncertain(mark),
      published: new Uncertain<string | undefined>(undefined),
    });
  }

  /** Picks one of the few newest bots, so that each bot is written more than once. */
  #someBot(): Bot | undefined {
    const recent = this.#bots.slice(-5);
    return recent[Math.floor(this.#random() * recent.length)];
  }

  async #change(service: Service): Promise<void> {
    const bot = this.#someBot();
    if (!bot) return await this.#importNew(service);
    const mark = this.#newMark();
    const { name, groups } = findDocument(mark);
    bot.draft.ask(mark);
    await send(service, 'PATCH', `/v1/bots/${bot.id}`, { body: { bot: { name, groups } } });
    bot.draft.settle(mark);
  }

  async #publish(service: Service): Promise<void> {
    const bot = this.#someBot();
    if (!bot?.draft.isCertain) return await this.#importNew(service);
    bot.published.ask(bot.draft.value);
    await send(service, 'POST', `/v1/bots/${bot.id}/publish`);
    bot.published.settle(bot.draft.value);
  }

  async #renameFolder(service: Service): Promise<void> {
    if (!this.#folder) return;
    const { id, name } = this.#folder;
    const renamed = this.#newMark();
    name.ask(renamed);
    const body = { workspaceId: service.workspaceId, folder: { name: renamed } };
    await send(service, 'PATCH', `/v1/folders/${id}`, { body });
    name.settle(renamed);
  }

  async #chat(service: Service): Promise<void> {
    const { id: botId, publicId } = this.#chatBot ?? { id: '', publicId: '' };
    const { sessionId, resultId } = (await send(service, 'POST', `/v1/bots/${publicId}/startChat`, {
      isChat: true,
      body: {},
    })) as { sessionId: string; resultId: string };
    const chat: Chat = {
      botId,
      sessionId,
      resultId,
      answers: new Uncertain<string[]>([]),
      logs: new Uncertain<string[]>([]),
      isErased: new Uncertain(false),
    };
    this.#chats.push(chat);
    for (const answer of ['one', 'two', 'three'].slice(0, 1 + Math.floor(this.#random() * 3))) {
      const answers = [...chat.answers.value, answer];
      chat.answers.ask(answers);
      const message = { type: 'text', text: answer };
      await send(service, 'POST', `/v1/sessions/${sessionId}/continueChat`, {
        isChat: true,
        body: { message },
      });
      chat.answers.settle(answers);
      this.acknowledged += 1;
    }
    const descriptions = [`of ${resultId}`];
    chat.logs.ask(descriptions);
    await send(service, 'POST', `/v2/sessions/${sessionId}/clientLogs`, {
      isChat: true,
      body: { clientLogs: descriptions.map((description) => ({ description })) },
    });
    chat.logs.settle(descriptions);
  }

  async #erase(service: Service): Promise<void> {
    const chat = this.#chats.filter(({ isErased }) => isErased.isCertain && !isErased.value).at(-1);
    if (!chat) return await this.#chat(service);
    chat.isErased.ask(true);
    await send(service, 'DELETE', resultPath(chat));
    chat.isErased.settle(true);
  }

  /** Expects every acknowledged write to be complete, and any other to be complete or absent. */
  async expectEverything(service: Service): Promise<void> {
    for (const bot of this.#bots) await expectBot(service, bot);
    for (const chat of this.#chats) await expectChat(service, chat);
    if (!this.#folder) return;
    const { id, name } = this.#folder;
    const path = `/v1/folders/${id}?workspaceId=${service.workspaceId}`;
    const { folder } = (await send(service, 'GET', path)) as { folder: { name: string } };
    expect(name.possible, `The name of the folder ${id}`).toContain(folder.name);
    name.settle(folder.name);
  }
}

const resultPath = ({ botId, resultId }: Chat) => `/v1/bots/${botId}/results/${resultId}`;

async function expectBot(service: Service, { id, draft, published }: Bot): Promise<void> {
  const { bot } = (await send(service, 'GET', `/v1/bots/${id}`)) as { bot: JsonObject };
  const mark = String(bot.name);
  expect(draft.possible, `The draft of ${id}`).toContain(mark);
  expectSame(bot, findDocument(mark), `The draft of ${id}`);
  draft.settle(mark);

  const path = `/v1/bots/${id}/publishedBot`;
  const { publishedBot } = (await send(service, 'GET', path)) as { publishedBot: JsonObject | null };
  const shown = publishedBot === null ? undefined : markIn(publishedBot);
  expect(published.possible, `What is published of ${id}`).toContain(shown);
  if (publishedBot && shown) expectSame(publishedBot, findDocument(shown), `What is published of ${id}`);
  published.settle(shown);
}

/** Returns the text of the first bubble. */
function markIn(flow: JsonObject): string {
  return /"text":"((?:large|small):\d+)"/.exec(JSON.stringify(flow.groups))?.[1] ?? 'no mark';
}

/** Compares as text, because printing a diff of half a megabyte is useless. */
function expectSame(bot: JsonObject, document: JsonObject, what: string): void {
  expect(JSON.stringify(bot.groups) === JSON.stringify(document.groups), `${what} is half-written`).toBe(
    true,
  );
}

async function expectChat(service: Service, chat: Chat): Promise<void> {
  if (!chat.isErased.isCertain) {
    // The deletion was interrupted. Sending the same request again completes it.
    await send(service, 'DELETE', resultPath(chat), { allows: [404] });
    chat.isErased.settle(true);
  }
  const path = resultPath(chat);
  if (chat.isErased.value) {
    expect(await send(service, 'GET', path, { allows: [404] }), 'An erased result').toBeUndefined();
    expect(await send(service, 'GET', `${path}/logs`, { allows: [404] }), 'Its logs').toBeUndefined();
    return;
  }
  const { result } = (await send(service, 'GET', path)) as { result: { answers: { content: string }[] } };
  const answers = result.answers.map(({ content }) => content);
  expect(chat.answers.possible, `The answers of ${chat.resultId}`).toContainEqual(answers);
  chat.answers.settle(answers);
  const { logs } = (await send(service, 'GET', `${path}/logs`)) as { logs: { description: string }[] };
  const descriptions = logs.map(({ description }) => description);
  expect(chat.logs.possible, `The logs of ${chat.resultId}`).toContainEqual(descriptions);
  chat.logs.settle(descriptions);
}

type SendOptions = {
  isChat?: boolean;
  body?: unknown;
  headers?: Record<string, string>;
  /** Statuses for which `send` returns undefined. */
  allows?: number[];
};

/** @throws NoResponseError if it is unknown whether the request was carried out */
async function send(
  { baseUrl, chatUrl, token }: Service,
  method: string,
  path: string,
  { isChat = false, body, headers = {}, allows = [] }: SendOptions = {},
): Promise<unknown> {
  const { status, text: answer } = await fetch(`${isChat ? chatUrl : baseUrl}${path}`, {
    method,
    headers: {
      ...(isChat ? {} : { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      throw new NoResponseError('No response', { cause: error });
    });
  if (status >= 500) throw new NoResponseError(`${status}`);
  if (allows.includes(status)) return undefined;
  expect(status, `${method} ${path}: ${answer.slice(0, 500)}`).toBe(200);
  return JSON.parse(answer);
}

/** Returns how often each name occurs in the workspace's list of bots. */
export async function countNames(service: Service): Promise<Map<string, number>> {
  const names = new Map<string, number>();
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({
      workspaceId: service.workspaceId,
      limit: '100',
      ...(cursor && { cursor }),
    });
    const page = (await send(service, 'GET', `/v1/bots?${query}`)) as {
      bots: { name: string }[];
      nextCursor?: string;
    };
    for (const { name } of page.bots) names.set(name, (names.get(name) ?? 0) + 1);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return names;
}
