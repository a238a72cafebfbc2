import type { BotFlow, Edge, Group } from '#lib/bots/document/bot-document.ts';

/** Returns an otherwise empty flow with the given parts. */
export function smallBot(parts: Partial<BotFlow> = {}): BotFlow {
  return {
    version: '5',
    events: null,
    groups: [],
    edges: [],
    variables: [],
    theme: {},
    settings: {},
    ...parts,
  };
}

export function group(id: string, blocks: unknown[]): Group {
  return { id, title: `Title of ${id}`, graphCoordinates: { x: 10, y: 20 }, blocks };
}

/** Returns a group `start` with a start block whose edge `first` leads to a group. */
export function startGroup(): Group {
  return group('start', [
    { id: 'start-block', groupId: 'start', type: 'start', label: 'Start', outgoingEdgeId: 'first' },
  ]);
}

export function startEdge(groupId: string): Edge {
  return { id: 'first', from: { groupId: 'start', blockId: 'start-block' }, to: { groupId } };
}

/** Deep-freezes a value, so that a migration that mutates its input fails. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
