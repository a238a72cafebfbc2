import type { EditOperation, OperationKind } from './operation.ts';

/** Ids in a summary. */
const MAX_IDS = 20;

/** Ids have no length limit. */
const MAX_ID_CHARS = 200;

/** Counts and ids of a list of operations, never a text of the document. */
export type OperationSummary = {
  /** Number of operations of each kind that occurs. */
  counts: Partial<Record<OperationKind, number>>;
  /** Ids of the elements that were changed, at most 20, each once. */
  ids: string[];
};

/** Summarizes operations for an audit entry. */
export function summarizeOperations(operations: readonly EditOperation[]): OperationSummary {
  const counts: Partial<Record<OperationKind, number>> = {};
  const ids = new Set<string>();
  for (const operation of operations) {
    counts[operation.op] = (counts[operation.op] ?? 0) + 1;
    const id = getElementId(operation);
    if (id !== undefined && ids.size < MAX_IDS) {
      ids.add(id.slice(0, MAX_ID_CHARS).toWellFormed());
    }
  }
  return { counts, ids: [...ids] };
}

/** Returns the id of the element that an operation adds, changes or deletes. Undefined for the bot itself. */
export function getElementId(operation: EditOperation): string | undefined {
  switch (operation.op) {
    case 'addGroup':
    case 'addBlock':
    case 'addItem':
    case 'addEvent':
    case 'addVariable':
    case 'connect':
      return operation.value.id;
    case 'deleteGroup':
    case 'deleteBlock':
    case 'deleteItem':
    case 'deleteEvent':
    case 'deleteVariable':
    case 'disconnect':
      return operation.was.id;
    case 'moveGroup':
    case 'changeGroup':
      return operation.groupId;
    case 'moveBlock':
    case 'changeBlock':
      return operation.blockId;
    case 'moveItem':
    case 'changeItem':
      return operation.itemId;
    case 'changeEdge':
      return operation.edgeId;
    case 'moveEvent':
    case 'changeEvent':
      return operation.eventId;
    case 'changeVariable':
    case 'renameVariable':
      return operation.variableId;
    case 'changeBot':
      return undefined;
  }
}
