import { useEffect, useState } from 'preact/hooks';

/** Takes files that are dropped anywhere on the page, and says so while they are over it. */
export function FileDrop({ label, onDrop }: { label: string; onDrop: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Null when the pointer leaves the window, and not just one element for another.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDropped = (event: DragEvent) => {
      if (!hasFiles(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOver(false);
      onDrop([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDropped);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDropped);
    };
  }, [onDrop]);
  return isOver ? (
    <div class="file-drop">
      <p>{label}</p>
    </div>
  ) : null;
}
