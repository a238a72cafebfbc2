import { collection, connect, machine } from '@zag-js/combobox';
import { normalizeProps, useMachine } from '@zag-js/preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getFlag, getText } from '#apps/client/loose-fields.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import { FIELD_CLASS, FieldBox } from '#apps/window/inputs/field-box.tsx';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { SendWhenReady } from '#apps/window/inputs/send-when-ready.tsx';
import { useSurroundings } from '#apps/window/inputs/use-surroundings.ts';
import { SEND } from '#apps/window/labels.ts';
import { ChoiceContent } from './choice-content.tsx';
import { getChoiceClass, getChoiceFormClass } from './choice-form.tsx';
import { getTextChoices, multipleReply, singleReply } from './choices.ts';

/**
 * Keeps the machine from finding the field and writing what it last heard of into it: it does so after the next frame,
 * and letters typed in between would be lost.
 */
const OWN_TEXT = { id: undefined, defaultValue: undefined };

/**
 * Options below a field that filters them. Zag's combobox does the keyboard and the roles: the focus stays in
 * the field, arrow keys move through the options, Enter takes one.
 */
export function SearchableChoiceForm(props: InputProps) {
  const { input, options, question, answer } = props;
  const id = useId();
  const { ref, dir, getRootNode } = useSurroundings<HTMLDivElement>();
  const field = useRef<HTMLInputElement>(null);
  const complaint = useComplaint(props.complaint);
  const [choices] = useState(() =>
    getTextChoices(input).map((choice, index) => ({ choice, key: String(index) })),
  );
  const isMultiple = getFlag(options, 'isMultipleChoice') ?? false;
  const areShownUnsearched = getFlag(options, 'areInitialSearchButtonsVisible') ?? true;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [needle, setNeedle] = useState('');

  const found = choices.filter(({ choice, key }) => {
    if (chosen.includes(key)) return true;
    if (needle === '') return areShownUnsearched;
    return `${choice.title ?? ''} ${choice.description ?? ''}`.toLowerCase().includes(needle);
  });
  const service = useMachine(machine, {
    id,
    dir,
    getRootNode,
    collection: collection({
      items: found,
      itemToValue: ({ key }) => key,
      itemToString: ({ choice }) => choice.title ?? choice.label,
    }),
    multiple: isMultiple,
    value: [...chosen],
    onValueChange: ({ value }) => isMultiple && setChosen(value),
    onSelect({ itemValue }) {
      if (field.current) field.current.value = '';
      const choice = choices.find(({ key }) => key === itemValue)?.choice;
      if (!isMultiple && choice) answer(singleReply(choice));
    },
    onInputValueChange: ({ inputValue }) => setNeedle(inputValue.trim().toLowerCase()),
    selectionBehavior: 'clear',
    closeOnSelect: false,
    // Typed text only filters. Without this, closing the list would take it back.
    allowCustomValue: true,
    // The list is part of the page, so there is no layer to dismiss or to place.
    disableLayer: true,
    placeholder: getText(options, 'searchInputPlaceholder') ?? 'Filter the options...',
  });
  const api = connect(service, normalizeProps);
  const firstKey = found[0]?.key;
  const latest = useRef({ api, firstKey });
  latest.current = { api, firstKey };
  // Before the next key, which on a slow machine comes before the next frame.
  useLayoutEffect(() => {
    const { api, firstKey } = latest.current;
    // While searching, Enter takes the first match. Before, no option stands out.
    if (needle !== '' && firstKey !== undefined) api.setHighlightValue(firstKey);
    else api.clearHighlightValue();
  }, [needle]);

  const submit = () => {
    if (chosen.length > 0)
      answer(multipleReply(choices.filter(({ key }) => chosen.includes(key)).map(({ choice }) => choice)));
  };
  const name = question || 'Choose';
  const list = {
    ...api.getContentProps(),
    class: 'choices',
    'aria-label': name,
    'aria-labelledby': undefined,
    hidden: found.length === 0,
  };
  const getOption = (item: (typeof found)[number]) => ({
    ...api.getItemProps({ item }),
    class: getChoiceClass({ hasPictures: false, isMultiple }),
    // The machine listens to clicks only while it calls the list open.
    onClick: () => api.selectValue(item.key),
  });
  return (
    <AnswerForm
      handle={props.handle}
      class={getChoiceFormClass(isMultiple)}
      name={name}
      field={field}
      onSubmit={submit}
    >
      <div {...api.getRootProps()} class="search-root" ref={ref}>
        <div {...api.getControlProps()}>
          <FieldBox>
            <input
              {...{ ...api.getInputProps(), ...OWN_TEXT, 'aria-expanded': found.length > 0 }}
              {...complaint.attributes}
              ref={field}
              class={`${FIELD_CLASS} search`}
              aria-label={name}
            />
          </FieldBox>
        </div>
        <div {...list}>
          {found.map((item) => (
            <div key={item.key} {...getOption(item)}>
              {isMultiple && <span class="tick" aria-hidden="true" />}
              <ChoiceContent choice={item.choice} />
            </div>
          ))}
        </div>
        <p class="search-state" role="status">
          {needle !== '' && found.length === 0 ? 'Nothing found' : ''}
        </p>
      </div>
      <SendWhenReady
        isReady={isMultiple && chosen.length > 0}
        label={getText(options, 'buttonLabel') ?? SEND}
      />
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}
