import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { useKey } from '../../parts/keys.ts';
import { BlockPalette } from './block-palette.tsx';
import { createBlock } from './edited-parts.ts';
import { useEditor } from './editor.ts';

/** Adds a block of a type that is chosen, and opens it. */
export function AddBlock(props: { label: string; groupId: string; index: number; isPrimary?: boolean }) {
  const { label, groupId, index, isPrimary = false } = props;
  const { edit, select, newId } = useEditor();
  const [isAdding, setAdding] = useState(false);
  useKey('/', label, () => setAdding(true));
  return (
    <>
      <Button icon="plus" {...(isPrimary && { look: 'primary' })} onClick={() => setAdding(true)}>
        {label}
      </Button>
      {isAdding && (
        <BlockPalette
          onClose={() => setAdding(false)}
          onChoose={(type) => {
            setAdding(false);
            const value = createBlock(type, newId);
            edit([{ op: 'addBlock', groupId, value, index }]);
            select({ groupId, blockId: value.id });
          }}
        />
      )}
    </>
  );
}
