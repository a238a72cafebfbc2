import { useContext } from 'preact/hooks';
import { FormContext } from './form-context.ts';
import type { Named } from './named.ts';
import { type Suggestions, useSuggestions } from './suggestions.tsx';
import { completeName, findByName, findOpenName } from './variable-name.ts';

const NO_VARIABLES: readonly Named[] = [];

/**
 * Lists the variables of the bot where `{{` has been typed in a text.
 *
 * @param caret position in the text, in characters. Undefined: the list is closed
 * @param onComplete receives the text with the name, and where the caret goes
 */
export function useNameSuggestions(props: {
  text: string;
  caret: number | undefined;
  onComplete: (text: string, caret: number) => void;
  onClose: () => void;
}): Suggestions {
  const { text, caret, onComplete, onClose } = props;
  const variables = useContext(FormContext)?.variables ?? NO_VARIABLES;
  const open = caret === undefined ? undefined : findOpenName(text, caret);
  const found = open && findByName(variables, open.typed);
  return useSuggestions({
    label: 'Variables',
    suggestions: found?.map(({ id, name }) => ({ id, label: name })),
    onClose,
    onChoose: (chosen) => {
      const name = variables.find(({ id }) => id === chosen)?.name;
      if (!open || caret === undefined || name === undefined) return;
      const completed = completeName(text, caret, open, name);
      onComplete(completed.text, completed.caret);
      onClose();
    },
  });
}
