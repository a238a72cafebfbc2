import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

export type Confirmation = {
  /** Names the thing: `Archive “Bakery orders”?` */
  title: string;
  /** The consequences, and whether they can be undone. */
  text: string;
  /** The button that does it: `Archive`. */
  action: string;
  isDangerous?: boolean;
  /** Text that has to be typed first, for what cannot be undone: usually the name of the thing. */
  typed?: string;
};

const asked = signal<(Confirmation & { answer: (isConfirmed: boolean) => void }) | undefined>(undefined);

/** Asks before something is done. */
export function confirm(question: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (isConfirmed) => {
        asked.value = undefined;
        resolve(isConfirmed);
      },
    };
  });
}

/** Shows the questions of `confirm`. Rendered once. */
export function ConfirmationDialog() {
  const question = asked.value;
  return question ? <QuestionDialog key={question.title} {...question} /> : null;
}

function QuestionDialog({
  title,
  text,
  action,
  isDangerous = false,
  typed,
  answer,
}: Confirmation & { answer: (isConfirmed: boolean) => void }) {
  const [typedText, setTyped] = useState('');
  const isReady = typed === undefined || typedText.trim() === typed.trim();
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      onSubmit={() => isReady && answer(true)}
      foot={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button
            type="submit"
            look={isDangerous ? 'danger' : 'primary'}
            isDisabled={!isReady}
            // Only what can be undone is done by pressing Enter twice.
            autofocus={!isDangerous}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {typed !== undefined && (
        <Field
          label={`Type “${typed}” to go on`}
          value={typedText}
          autocomplete="off"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </Dialog>
  );
}
