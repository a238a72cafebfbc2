import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { BLOCK_WORDS } from '#lib/blocks/block-words.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useSuggestions } from '../forms/suggestions.tsx';

const FAMILY_NAMES = {
  start: 'Start',
  bubble: 'Messages',
  input: 'Questions',
  logic: 'Logic',
  integration: 'Integrations',
};

/** Nearly every flow has these. */
const COMMON = ['Text', 'Ask text', 'Buttons', 'If', 'Set'];

const OFFERED = [...BLOCK_TYPES.values()]
  .filter(({ family }) => family !== 'start')
  .toSorted((one, other) => getRarity(one) - getRarity(other))
  .map(({ type, label, family }) => ({
    id: type,
    label,
    note: `${FAMILY_NAMES[family]} · ${BLOCK_WORDS.get(type)?.purpose ?? ''}`,
  }));

function getRarity({ label }: { label: string }): number {
  const index = COMMON.indexOf(label);
  return index === -1 ? COMMON.length : index;
}

/** Asks for the type of a new block: typing searches, Enter takes the highlighted one. */
export function BlockPalette(props: { onChoose: (type: string) => void; onClose: () => void }) {
  const { onChoose, onClose } = props;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const wanted = typed.trim().toLocaleLowerCase();
  const getRank = ({ id, label }: { id: string; label: string }) =>
    `${label} ${id}`.toLocaleLowerCase().startsWith(wanted) ? 0 : 1;
  const found = OFFERED.filter(({ id, label, note }) =>
    `${label} ${id} ${note}`.toLocaleLowerCase().includes(wanted),
  ).toSorted((a, b) => getRank(a) - getRank(b));
  const suggestions = useSuggestions({
    label: 'Types of blocks',
    suggestions: found,
    onChoose,
    onClose,
  });
  return (
    <Dialog title="Add a block" onClose={onClose}>
      <input
        {...suggestions.field}
        ref={field}
        class="input"
        type="text"
        aria-label="Search blocks"
        placeholder="Search blocks"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => void suggestions.onKey(event)}
      />
      <div class="palette">{suggestions.list}</div>
      {found.length === 0 && <p class="soft">No block matches this search.</p>}
    </Dialog>
  );
}
