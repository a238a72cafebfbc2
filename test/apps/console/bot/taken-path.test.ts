import { describe, expect, it } from 'vitest';
import type { TracedStep } from '#apps/console/bot/read-trace.ts';
import { getItemKey, toTakenPath } from '#apps/console/bot/taken-path.ts';

const toTurn = (...steps: Partial<TracedStep>[]) => ({
  steps: steps.map((step) => ({ type: 'text', variables: [], requests: [], logs: [], ...step })),
  isCut: false,
});

const FLOW = {
  groups: [{ blocks: [{ id: 'l', outgoingEdgeId: 'after' }] }],
  edges: [{ id: 'after', to: { groupId: 'next' } }],
};

describe('the way that a chat took', () => {
  it('has what all turns came through, and where the chat is', () => {
    const path = toTakenPath(
      [
        toTurn({ eventId: 'start', edgeId: 'e1' }, { groupId: 'g', blockId: 'q' }),
        toTurn({ groupId: 'g', blockId: 'q', itemId: 'yes', edgeId: 'e2' }, { groupId: 'h', blockId: 't' }),
      ],
      FLOW,
    );
    expect(path).toStrictEqual({
      groupIds: new Set(['g', 'h']),
      blockIds: new Set(['q', 't']),
      eventIds: new Set(['start']),
      edgeIds: new Set(['e1', 'e2']),
      itemKeys: new Set([getItemKey('q', 'yes')]),
      latestBlockId: 't',
    });
  });

  it('leaves out steps of linked bots, whose copies have the same ids', () => {
    const path = toTakenPath(
      [toTurn({ groupId: 'g', blockId: 'l' }, { botId: 'other', groupId: 'h', blockId: 't', edgeId: 'e' })],
      FLOW,
    );
    expect([...path.blockIds, ...path.edgeIds]).toEqual(['l']);
    expect(path.latestBlockId).toBeUndefined();
  });

  it.each([
    ['once the linked bot is through', 'next', ['after']],
    ['unless the flow went on elsewhere', 'other', []],
  ])('has the edge of a link to a bot %s', (_, groupId, edgeIds) => {
    const linked = { botId: 'other', groupId: 'h', blockId: 't' };
    const turns = [toTurn({ groupId: 'g', blockId: 'l' }, linked), toTurn(linked, { groupId, blockId: 'n' })];
    expect([...toTakenPath(turns, FLOW).edgeIds]).toEqual(edgeIds);
  });
});
