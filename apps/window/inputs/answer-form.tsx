import type { ComponentChildren, RefObject } from 'preact';
import { useImperativeHandle, useRef } from 'preact/hooks';
import { focusWithoutScroll } from '#apps/window/focus-without-scroll.ts';
import type { InputHandle } from './input-props.ts';

type AnswerFormProps = {
  handle: (handle: InputHandle | null) => void;
  class: string;
  /** Name of the form, if the question is not the name of a single field. */
  name?: string;
  /** Id of the text that says what is wrong with the answer, if no field refers to it. */
  describedBy?: string | undefined;
  /** Field that takes the focus. Without it, the form does, because a focused option would look chosen. */
  field?: RefObject<HTMLElement>;
  /** Fills in the form, if it is typed as text. */
  setValue?: (text: string) => void;
  onSubmit: () => void;
  children: ComponentChildren;
};

/** The form element around an input. The browser neither validates nor sends it. */
export function AnswerForm(props: AnswerFormProps) {
  const { handle, name, describedBy, field, setValue, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef({ field, setValue });
  latest.current = { field, setValue };
  const canSetValue = setValue !== undefined;
  // The window focuses every handle that it receives, so there must be only one.
  useImperativeHandle(
    handle,
    () => ({
      focus: () => focusWithoutScroll((latest.current.field ?? form).current),
      ...(canSetValue && { setValue: (text: string) => latest.current.setValue?.(text) }),
      submit: () => form.current?.requestSubmit(),
    }),
    [canSetValue],
  );
  return (
    <form
      ref={form}
      class={props.class}
      // Validation is left to the service, which has the author's message for invalid replies.
      noValidate
      {...(name !== undefined && { 'aria-label': name, tabIndex: -1 })}
      aria-describedby={describedBy}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
