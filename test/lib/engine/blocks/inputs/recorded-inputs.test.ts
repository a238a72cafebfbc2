import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { toChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { INPUT_MODULES } from './input-modules.ts';
import { getContent } from './reply-to-input.ts';

/*
 * Compares inputs with recordings of Typebot. The recordings live next to the repository, and the
 * tests are skipped if they are missing.
 */
const FOLDER = resolve(import.meta.dirname, '../../../../../../shared/transcripts');
const MATRIX = join(FOLDER, 'extra__input-matrix.json');
const isThere = existsSync(MATRIX);
if (!isThere) {
  process.stderr.write(
    'Skipped: the tests with recorded inputs, because ../shared/transcripts is missing.\n',
  );
}

type RecordedInput = {
  input: string;
  options: JsonObject;
  items: JsonObject[] | null;
  replies: { reply: string; accepted: boolean; answer: string[] }[];
};

/** Deliberate differences: what this service stores, or null if it rejects the reply. */
const DEVIATIONS: Record<string, { stored: string | null; why: string }> = {
  'number input {} "1 000"': { stored: '1000', why: 'a blank separates thousands' },
  'number input {} "12abc"': { stored: null, why: 'nothing of a reply is cut off' },
  'rating input {} "-1"': { stored: null, why: 'below the start' },
  'rating input {"length":5,"startsAt":1} "0"': { stored: null, why: 'below the start' },
  'picture choice input {} "https://e.com/2.png"': {
    stored: 'https://e.com/2.png',
    why: 'a picture without a title goes by its address',
  },
  'picture choice input {} "i2"': {
    stored: 'https://e.com/2.png',
    why: 'a picture without a title goes by its address',
  },
};

/** Time of the recording, which "tomorrow" is relative to. */
const RECORDED_AT = '2026-11-21T05:30:00Z';

function findModule(type: string) {
  const module = INPUT_MODULES.find((candidate) => candidate.type === type);
  if (!module) throw new Error(`No module for ${type}`);
  return module;
}

describe.skipIf(!isThere)('The recorded table of replies', () => {
  const recorded = isThere ? (JSON.parse(readFileSync(MATRIX, 'utf8')) as RecordedInput[]) : [];
  const rows = recorded.flatMap(({ input, options, items, replies }) =>
    replies.map(({ reply, accepted, answer }) => ({
      name: `${input} ${JSON.stringify(options)} ${JSON.stringify(reply)}`,
      type: input,
      options: { ...options, variableId: 'v_x' },
      items,
      reply,
      stored: accepted ? (answer[0] ?? null) : null,
    })),
  );

  it('includes every reply listed as a deviation', () => {
    const names = new Set(rows.map(({ name }) => name));
    expect(Object.keys(DEVIATIONS).filter((name) => !names.has(name))).toStrictEqual([]);
  });

  it.each(rows)('$name', async ({ name, type, options, items, reply, stored }) => {
    const context = { ports: { now: () => new Date(RECORDED_AT) } };
    const input = { options, ...(items && { items }), context };
    const deviation = DEVIATIONS[name];
    if (deviation) expect(deviation.stored).not.toBe(stored);
    expect(await getContent(findModule(type), input, reply)).toBe(deviation ? deviation.stored : stored);
  });

  it('has no input that accepts a turn without a reply, except an optional file', async () => {
    for (const { input, options, items } of recorded) {
      const read = await getContent(findModule(input), { options, ...(items && { items }) }, undefined);
      expect(read, input).toBeNull();
    }
  });
});

function toFlow(name: string) {
  const folder = name.startsWith('bots/') ? FOLDER : join(FOLDER, '../bots');
  const flow = JSON.parse(readFileSync(join(folder, name), 'utf8')) as BotFlow;
  return toChatFlow({
    botId: 'bot1',
    workspaceId: 'workspace1',
    flow: { ...flow, version: flow.version ?? '3' },
  });
}

type RecordedStep = {
  response?: { input?: JsonObject & { id: string; type: string; options?: JsonObject } };
  resultAfter?: {
    response?: { result?: { variables: { id: string; name: string; value: string | string[] }[] } };
  };
};

describe.skipIf(!isThere)('Recorded inputs are shown in the same way', () => {
  const names = isThere
    ? readdirSync(FOLDER).filter((name) => name.endsWith('.json') && !name.includes('matrix'))
    : [];

  it.each(names)('%s', async (name) => {
    const recording = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as {
      bot: string;
      conversations: Record<string, { steps: RecordedStep[] }>;
    };
    const blocks = toFlow(recording.bot).positionsByBlockId;
    // Only the first conversation was recorded with its variables after each step.
    for (const { response, resultAfter } of recording.conversations.first?.steps ?? []) {
      const input = response?.input;
      // The input may belong to a linked bot.
      const block = input && blocks.get(input.id)?.block;
      if (!input || !block) continue;
      const context = blockContext({ variables: resultAfter?.response?.result?.variables ?? [] });
      const shown = await findModule(input.type).show?.(block, context);
      expect(shown).toStrictEqual(input);
    }
  });
});
