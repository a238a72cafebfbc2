import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { actionQuestion, actionText, getWaitMs } from '#apps/cli/chat/chat-client-action.ts';
import { type ChatPerson, chatPerson } from '#apps/cli/chat/chat-person.ts';
import { messageOfLine, replyTo } from '#apps/cli/chat/chat-reply.ts';
import {
  bubbleText,
  type ChatMessage,
  formatQuestion,
  getOptions,
  type ReceivedTurn,
} from '#apps/cli/chat/chat-turn-text.ts';
import { failureLine, toFailure } from '#apps/cli/failure.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { ServiceUnreachableError } from '#apps/cli/service/retrying-fetch.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { getFields, getFlag } from '#apps/client/loose-fields.ts';
import { printData, printNote, printText } from '#apps/terminal/output.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { SentMessage } from '#lib/chat/sent-message.ts';

type Options = { preview?: true; var: Record<string, string>; json?: true };

/** Message to send next. Undefined if the user has left the chat. */
type Next = { message: SentMessage } | undefined;

export function chatCommand(): Command {
  const command = new Command('chat')
    .description('chat with a bot')
    .argument('<bot>', `${BOT_WORDS}; published, unless with --preview`)
    .option('--preview', 'chat with the draft; nothing is stored')
    .option('--var <name=value>', 'initial value of a variable (repeatable)', variable, {})
    .addHelpText(
      'after',
      `
Choose an option by its number or its text. Ctrl-C or Ctrl-D leaves.
Without a terminal, replies are the lines of standard input. With --json each turn is printed as one line of
JSON; a line of input is a text or a message as the API takes it, and an empty one continues without a reply.`,
    );

  defineAction<[string], Options>(command, async ([bot], options, service) => {
    const person = chatPerson();
    const leave = () => {
      printNote('\nLeft the chat.');
      process.exit(130);
    };
    process.once('SIGINT', leave);
    try {
      const isOver = await talk(bot, options, service, person);
      return { text: '', note: isOver ? 'The chat is over.' : 'Left the chat.' };
    } finally {
      process.off('SIGINT', leave);
      person.close();
    }
  });
  return command;
}

function variable(text: string, known: Record<string, string>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected name=value.');
  return { ...known, [text.slice(0, at)]: text.slice(at + 1) };
}

/** @returns true once the bot has nothing more to say, false if the user has left */
async function talk(bot: string, options: Options, service: Service, person: ChatPerson): Promise<boolean> {
  const { client } = service;
  const started = await start(bot, options, service).catch((error: unknown) => {
    // A 404 from the gateway itself means that the address has no chat API.
    if (error instanceof ApiError && error.status === 404 && error.message === 'Not found') {
      throw new Error('There is no chat API at this address: set BOTS_CHAT_URL, or log in with `bots login`');
    }
    throw error;
  });
  let turn: ReceivedTurn = started;
  for (;;) {
    const next: Next | 'over' = options.json ? await printTurn(turn, person) : await tellTurn(turn, person);
    if (next === 'over') return true;
    if (!next) return false;
    const response = await send(started.sessionId, next.message, turn, options, client);
    // The reply was rejected, so ask again without repeating the messages.
    if (response) turn = response;
    else turn = { ...turn, messages: [], clientSideActions: turn.clientSideActions?.slice(-1) };
  }
}

async function start(bot: string, { preview, var: prefilledVariables }: Options, service: Service) {
  const { client } = service;
  const body = { prefilledVariables };
  if (preview) {
    return await withNamedBot(service, bot, (id) => client.startPreviewChat({ params: { bot: id }, body }));
  }
  return await client.startChat({ params: { bot: await findPublicId(bot, client) }, body });
}

/** Accepts a bot id, which authors know, or a public id, which is what they share. */
async function findPublicId(bot: string, client: Client): Promise<string> {
  const found = await client.getBot({ params: { botId: bot } }).catch((error: unknown) => {
    if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return undefined;
    throw error;
  });
  if (!found) return bot;
  const { publicId } = found.bot;
  if (!publicId)
    throw new Error('The bot is not published: publish it, or chat with its draft with --preview');
  return publicId;
}

/** @returns undefined if the service rejected the reply but may accept another */
async function send(
  sessionId: string,
  message: SentMessage,
  turn: ReceivedTurn,
  { json }: Options,
  client: Client,
): Promise<ReceivedTurn | undefined> {
  const params = { sessionId };
  const { turnId } = turn;
  const asked = {
    ...(turnId !== undefined && { turnId }),
    ...(turn.input && { waitingBlockId: turn.input.id }),
  };
  const body = { ...(message !== undefined && { message }), ...asked };
  try {
    return await sendUntilAnswered(() => client.continueChat({ params, body }), turnId !== undefined);
  } catch (error) {
    const isAnother = error instanceof ApiError && [400, 409, 413].includes(error.status);
    // Programs get the error and decide for themselves.
    if (!isAnother || json) throw error;
    printNote(failureLine(toFailure(error)));
    if (error.status !== 409) return undefined;
    const latest = await client.continueChat({ params, body: { isCatchingUp: true } });
    return latest.turnId === turnId ? undefined : latest;
  }
}

/** Waits before the second attempt and those after it. */
const WAITS_MS = [500, 2_000, 5_000];

/** Sends a reply again while the response is lost, if the service can recognize it. */
async function sendUntilAnswered(
  request: () => Promise<ReceivedTurn>,
  isRepeatable: boolean,
): Promise<ReceivedTurn> {
  for (const waitMs of isRepeatable ? WAITS_MS : []) {
    try {
      return await request();
    } catch (error) {
      const isLost =
        error instanceof ServiceUnreachableError || (error instanceof ApiError && error.status >= 500);
      if (!isLost) throw error;
      await sleep(waitMs);
    }
  }
  return await request();
}

/** For programs: prints the turn unchanged. A turn that only waits is continued immediately. */
async function printTurn(turn: ReceivedTurn, person: ChatPerson): Promise<Next | 'over'> {
  await printData(`${JSON.stringify(turn)}\n`);
  const waiting = turn.clientSideActions?.find(({ expectsDedicatedReply }) => expectsDedicatedReply);
  if (waiting?.type === 'wait') return { message: undefined };
  if (!turn.input && !waiting && !turn.messages.some(isWaitingEmbed)) return 'over';
  const line = await person.ask('');
  return line === undefined ? undefined : { message: messageOfLine(line) };
}

/** For people: prints the bot's messages and actions in order, and asks for the next reply. */
async function tellTurn(turn: ReceivedTurn, person: ChatPerson): Promise<Next | 'over'> {
  const { messages, input, lastMessageNewFormat, clientSideActions = [], logs = [] } = turn;
  for (const { status = 'error', description } of logs) {
    printNote(oneLine(`(${status}: ${description})`));
  }
  if (lastMessageNewFormat !== undefined) printNote(oneLine(`(understood as ${lastMessageNewFormat})`));
  const actions = [...clientSideActions];
  let next: Next | 'left';
  const act = async (isDue: (blockId: string | undefined) => boolean) => {
    while (actions[0] && isDue(actions[0].lastBubbleBlockId) && next === undefined) {
      const [action] = actions.splice(0, 1);
      if (!action) return;
      const words = actionText(action);
      if (words) printText(`${words}\n`);
      await sleep(getWaitMs(action));
      if (!action.expectsDedicatedReply) continue;
      next = await asked(actionQuestion(action), person);
    }
  };
  await act((blockId) => blockId === undefined);
  for (const message of messages) {
    const words = bubbleText(message);
    if (words) printText(`${words}\n`);
    await act((blockId) => blockId === message.id);
  }
  await act(() => true);
  if (next === 'left') return undefined;
  if (next) return next;

  if (input) {
    getOptions(input).forEach(({ label }, index) => {
      printText(`  ${index + 1}. ${label}\n`);
    });
    const line = await person.ask(formatQuestion(input));
    return line === undefined ? undefined : { message: replyTo(input, line) };
  }
  if (!messages.some(isWaitingEmbed)) return 'over';
  const event = await asked('Event from the embedded page (empty: none)', person);
  return event === 'left' ? undefined : event;
}

async function asked(question: string | undefined, person: ChatPerson): Promise<Next | 'left'> {
  if (question === undefined) return { message: undefined };
  const line = await person.ask(question);
  if (line === undefined) return 'left';
  return { message: line === '' ? undefined : { type: 'text', text: line } };
}

function isWaitingEmbed({ type, content }: ChatMessage): boolean {
  if (type === 'custom-embed') return true;
  return type === 'embed' && (getFlag(getFields(content, 'waitForEvent'), 'isEnabled') ?? false);
}
