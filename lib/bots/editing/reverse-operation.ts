import type { EditOperation, ValueChange } from './operation.ts';

/**
 * Returns the operation that takes an operation back. It does not know the document, so elements and keys come back at
 * the end of their lists and objects.
 */
export function reverseOperation(operation: EditOperation): EditOperation {
  switch (operation.op) {
    case 'addGroup':
      return { op: 'deleteGroup', was: operation.value };
    case 'deleteGroup':
      return { op: 'addGroup', value: operation.was };
    case 'addBlock':
      return { op: 'deleteBlock', groupId: operation.groupId, was: operation.value };
    case 'deleteBlock':
      return { op: 'addBlock', groupId: operation.groupId, value: operation.was };
    case 'addItem':
      return { op: 'deleteItem', blockId: operation.blockId, was: operation.value };
    case 'deleteItem':
      return { op: 'addItem', blockId: operation.blockId, value: operation.was };
    case 'connect':
      return { op: 'disconnect', was: operation.value };
    case 'disconnect':
      return {
        op: 'connect',
        value: operation.was,
        ...(operation.namedBy && { namedBy: operation.namedBy }),
      };
    case 'addEvent':
      return { op: 'deleteEvent', was: operation.value };
    case 'deleteEvent':
      return { op: 'addEvent', value: operation.was };
    case 'addVariable':
      return { op: 'deleteVariable', was: operation.value };
    case 'deleteVariable':
      return { op: 'addVariable', value: operation.was };
    case 'moveGroup':
    case 'moveEvent':
      return { ...operation, was: operation.value, value: operation.was };
    case 'moveBlock':
      return { ...operation, was: operation.value, value: operation.was };
    case 'moveItem':
      return { ...operation, was: operation.value, value: operation.was };
    case 'renameVariable':
      return { ...operation, was: operation.value, value: operation.was };
    case 'changeGroup':
    case 'changeBlock':
    case 'changeItem':
    case 'changeEdge':
    case 'changeEvent':
    case 'changeVariable':
    case 'changeBot':
      return reverseChange(operation);
  }
}

function reverseChange<T extends ValueChange>({ was, value, before: _, ...rest }: T): T {
  return {
    ...rest,
    ...(value !== undefined && { was: value }),
    ...(was !== undefined && { value: was }),
  } as unknown as T;
}
