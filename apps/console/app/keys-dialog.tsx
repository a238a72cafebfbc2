import { Dialog } from '../parts/dialog.tsx';
import { bindings } from '../parts/keys.ts';

/** Lists the keys that do something on this page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  // A part that is shown several times binds its key as often.
  const byKey = new Map(bindings.value.map(({ key, does }) => [key, does]));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys-list">
        {[...byKey].map(([key, does]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </>
        ))}
        <dt>
          <kbd>Esc</kbd>
        </dt>
        <dd>Close a dialog or a menu</dd>
      </dl>
    </Dialog>
  );
}
