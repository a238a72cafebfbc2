import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { audioBlock } from '#lib/engine/blocks/bubbles/audio.ts';
import { embedBlock } from '#lib/engine/blocks/bubbles/embed.ts';
import { imageBlock } from '#lib/engine/blocks/bubbles/image.ts';
import { textBlock } from '#lib/engine/blocks/bubbles/text.ts';
import { videoBlock } from '#lib/engine/blocks/bubbles/video.ts';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { type ChatFlow, toChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { Message } from '#lib/engine/model/chat-protocol.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

/*
 * Compares bubbles without variables with recordings of Typebot. The recordings live next to the
 * repository, and the tests are skipped if they are missing.
 */
const SHARED = resolve(import.meta.dirname, '../../../../../../shared');
const FOLDER = join(SHARED, 'transcripts');

const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
if (names.length === 0) {
  process.stderr.write(
    'Skipped: the bubbles of recorded conversations, because ../shared/transcripts is missing.\n',
  );
}

const bubbles = new Map<string, BubbleModule>(
  [textBlock, imageBlock, videoBlock, audioBlock, embedBlock].map((module) => [module.type, module]),
);

type Recording = {
  bot?: string;
  conversations?: Record<string, { steps: { response: { messages?: Message[] } | null }[] }>;
};

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function toFlow(bot: string): ChatFlow | undefined {
  // Bots written for the recordings are in a separate folder.
  const path = bot.startsWith('bots/') ? join(FOLDER, bot) : join(SHARED, 'bots', bot);
  if (!existsSync(path)) return undefined;
  const flow = { version: '3', events: null, ...(read(path) as object) } as BotFlow;
  return toChatFlow({ botId: 'bot', workspaceId: 'workspace', flow });
}

describe.skipIf(names.length === 0)('Recorded bubbles', () => {
  it.each(names)('%s', (name) => {
    const { bot, conversations = {} } = read(join(FOLDER, name)) as Recording;
    const flow = bot === undefined ? undefined : toFlow(bot);
    if (!flow) return;
    for (const [title, { steps }] of Object.entries(conversations)) {
      const chat = { textFormat: title === 'markdown' ? ('markdown' as const) : ('richText' as const) };
      const context = blockContext({ flow, chat });
      for (const message of steps.flatMap(({ response }) => response?.messages ?? [])) {
        const block = flow.positionsByBlockId.get(message.id)?.block;
        const module = bubbles.get(block?.type ?? '');
        if (!block || !module || JSON.stringify(block).includes('{{')) continue;
        expect(module.show(block, context)).toStrictEqual(message);
      }
    }
  });
});
