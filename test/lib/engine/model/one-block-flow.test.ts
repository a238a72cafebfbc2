import { describe, expect, it } from 'vitest';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { ONE_BLOCK_ID, toOneBlockFlow } from '#lib/engine/model/one-block-flow.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { v5Document } from '#test/fixtures/documents.ts';

const make = (document: JsonObject, names: string[]) =>
  toOneBlockFlow(
    { botId: 'b', workspaceId: 'w', flow: toImportedDocument(document).document },
    { type: 'Webhook', options: { timeout: 3 } },
    names,
    () => 'new',
  );

describe('A flow of one block', () => {
  it('has the variables of the draft, and no other block, edge or event', () => {
    const flow = make(contactBot(), ['Mail', 'New']);
    expect(flow.groups.flatMap(({ blocks }) => blocks)).toStrictEqual([
      { id: ONE_BLOCK_ID, type: 'Webhook', options: { timeout: 3 } },
    ]);
    expect([flow.events, flow.edgesById.size]).toStrictEqual([[], 0]);
    expect(flow.variables.map(({ id, name }) => [id, name])).toStrictEqual([
      ['v-name', 'Name'],
      ['v-mail', 'Mail'],
      ['new', 'New'],
    ]);
  });

  it('takes the block as version 6 has it, whatever version the draft has', () => {
    const flow = make(v5Document('3') as JsonObject, []);
    expect(flow.positionsByBlockId.get(ONE_BLOCK_ID)?.block.options).toStrictEqual({ timeout: 3 });
  });
});
