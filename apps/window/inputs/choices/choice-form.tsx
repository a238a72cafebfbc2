import { useState } from 'preact/hooks';
import { getFlag, getText } from '#apps/client/loose-fields.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { SendWhenReady } from '#apps/window/inputs/send-when-ready.tsx';
import { SEND } from '#apps/window/labels.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { ChoiceContent } from './choice-content.tsx';
import { getPictureChoices, getTextChoices, multipleReply, singleReply } from './choices.ts';

/** Buttons with text or pictures, of which the respondent chooses one or several. */
export function ChoiceForm(props: InputProps & { hasPictures?: boolean }) {
  const { input, options, question, answer, hasPictures = false } = props;
  const choices = hasPictures ? getPictureChoices(input) : getTextChoices(input);
  const isMultiple = getFlag(options, 'isMultipleChoice') ?? false;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const complaint = useComplaint(props.complaint);
  const toggle = (index: number) =>
    setChosen((before) =>
      before.includes(index) ? before.filter((other) => other !== index) : [...before, index],
    );
  const submit = () => {
    if (chosen.length > 0) answer(multipleReply(choices.filter((_, index) => chosen.includes(index))));
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={getChoiceFormClass(isMultiple)}
      name={question || 'Choose'}
      describedBy={complaint.attributes['aria-describedby']}
      onSubmit={submit}
    >
      <div class={hasPictures ? 'pictures' : 'choices'}>
        {choices.map((choice, index) => (
          <button
            key={index}
            type="button"
            class={getChoiceClass({ hasPictures, isMultiple })}
            {...(isMultiple && { role: 'checkbox', 'aria-checked': chosen.includes(index) })}
            onClick={() => (isMultiple ? toggle(index) : answer(singleReply(choice)))}
          >
            {isMultiple && <span class="tick" aria-hidden="true" />}
            <ChoiceContent choice={choice} />
          </button>
        ))}
      </div>
      <SendWhenReady isReady={chosen.length > 0} label={getText(options, 'buttonLabel') ?? SEND} />
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

export function getChoiceFormClass(isMultiple: boolean): string {
  return `form choice-form${isMultiple ? ` ${AUTHOR_CLASS.choiceForm}` : ''}`;
}

/** Class of an option. Only an option that answers at once looks like a button. */
export function getChoiceClass({ hasPictures, isMultiple }: { hasPictures: boolean; isMultiple: boolean }) {
  if (hasPictures) {
    return `choice selectable ${AUTHOR_CLASS.pictureButton}${isMultiple ? ` ${AUTHOR_CLASS.selectablePicture}` : ''}`;
  }
  return isMultiple ? `choice selectable ${AUTHOR_CLASS.selectable}` : `choice button ${AUTHOR_CLASS.button}`;
}
