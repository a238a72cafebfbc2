import { useState } from 'preact/hooks';

/*
 * Dragged items have a type of their own, so that nothing else takes them for a file or a text. Menus do the same for people
 * who do not drag.
 */

const TYPE = 'application/x-bot-list-item';

export type DraggedItem = { kind: 'bot' | 'folder'; id: string };

/** Properties of an element that can be dragged into a folder. */
export function makeDraggable(item: DraggedItem) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer?.setData(TYPE, JSON.stringify(item));
      if (dataTransfer) dataTransfer.effectAllowed = 'move';
    },
  };
}

/** Properties of an element that takes what is dragged over it. Undefined takes nothing. */
export function useDropTarget(onDropped: ((item: DraggedItem) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  const hasItem = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes(TYPE) === true;
  if (!onDropped) return {};
  return {
    'data-over': isOver,
    onDragOver: (event: DragEvent) => {
      if (!hasItem(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const item = parseItem(event.dataTransfer?.getData(TYPE) ?? '');
      if (!item) return;
      event.preventDefault();
      onDropped(item);
    },
  };
}

/** Other pages can drag something of the same type here. */
function parseItem(text: string): DraggedItem | undefined {
  try {
    const { kind, id } = JSON.parse(text) as Partial<DraggedItem>;
    return (kind === 'bot' || kind === 'folder') && typeof id === 'string' ? { kind, id } : undefined;
  } catch {
    return undefined;
  }
}
