import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

/** A modal dialog for as long as it is rendered. Escape and the cross call `onClose`. */
export function Dialog(props: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons at the end. */
  foot?: ComponentChildren;
  /** Makes the whole dialog a form. */
  onSubmit?: () => void;
}) {
  const { title, onClose, children, foot, onSubmit } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the paint: a key that is pressed as soon as the dialog is visible belongs to it.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const content = (
    <>
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button look="quiet" icon="close" label="Close" onClick={onClose} />
      </div>
      <div class="dialog-body">{children}</div>
      {foot && <div class="dialog-foot">{foot}</div>}
    </>
  );
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {onSubmit ? (
        <form
          class="dialog-form"
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </dialog>
  );
}
