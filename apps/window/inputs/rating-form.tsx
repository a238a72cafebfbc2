import { normalizeProps, useMachine } from '@zag-js/preact';
import { connect, machine } from '@zag-js/rating-group';
import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useId } from 'preact/hooks';
import { getFields, getFlag, getNumber, getText } from '#apps/client/loose-fields.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { AnswerForm } from './answer-form.tsx';
import { ComplaintLine, useComplaint } from './complaint.tsx';
import { getLabel, getSendLabel } from './input-labels.ts';
import type { InputProps } from './input-props.ts';
import { SendWhenReady } from './send-when-ready.tsx';
import { textReply } from './text-reply.ts';
import { useSurroundings } from './use-surroundings.ts';

const DEFAULT_LENGTH = 10;
/** Upper bound for the length of the scale, to keep the page usable. */
const MAX_LENGTH = 100;

type Click = TargetedMouseEvent<HTMLDivElement>;
type KeyPress = TargetedKeyboardEvent<HTMLDivElement>;

/** A rating scale of numbers or icons. It is one tab stop, in which arrow keys choose. */
export function RatingForm(props: InputProps) {
  const { options, question, prefilledValue, answer } = props;
  const id = useId();
  const { ref, dir, getRootNode } = useSurroundings<HTMLDivElement>();
  const complaint = useComplaint(props.complaint);
  const isIcons = options.buttonType === 'Icons';
  const isOneClick = getFlag(options, 'isOneClickSubmitEnabled') ?? false;
  const { first, last } = getScale(props);
  const count = Math.max(0, Math.floor(last - first) + 1);
  /** Zag counts its items from 1. */
  const toValue = (item: number) => first + item - 1;
  const prefilled = prefilledValue ? Number(prefilledValue) - first + 1 : Number.NaN;

  const service = useMachine(machine, {
    id,
    dir,
    getRootNode,
    count,
    defaultValue: Number.isInteger(prefilled) && prefilled >= 1 && prefilled <= count ? prefilled : -1,
    translations: { ratingValueText: (item) => `${toValue(item)} of ${last}` },
  });
  const api = connect(service, normalizeProps);
  // Zag goes one below the first item, too, which takes the rating back.
  const chosen = api.value >= 1 ? api.value : undefined;
  const choose = (item: number) => answer(textReply(String(toValue(item))));
  const name = question || 'Rating';
  const [left, right] = [getLabel(props, 'left'), getLabel(props, 'right')];
  const getStep = (item: number) => {
    const zag = api.getItemProps({ index: item });
    const isFilled = isIcons ? api.getItemState({ index: item }).highlighted : item === chosen;
    return {
      ...zag,
      // Zag reports the first item as checked while none is, which would bias a survey.
      'aria-checked': item === chosen,
      'data-checked': item === chosen ? '' : undefined,
      'aria-roledescription': undefined,
      class: `${isIcons ? `icon ${AUTHOR_CLASS.ratingIcon}` : `step ${AUTHOR_CLASS.selectable}`} ${isFilled ? 'is-chosen' : ''}`,
      onClick(event: Click) {
        zag.onClick?.(event);
        if (isOneClick) choose(item);
      },
      onKeyDown(event: KeyPress) {
        // Arrow keys only choose: with them, even a rating of one click must be sent on purpose.
        if (event.key === 'Enter' || (event.key === ' ' && isOneClick)) {
          event.preventDefault();
          return choose(chosen ?? item);
        }
        zag.onKeyDown?.(event);
      },
    };
  };
  const scale = {
    ...api.getControlProps(),
    class: 'steps',
    'aria-label': name,
    'aria-labelledby': undefined,
    ...complaint.attributes,
  };
  return (
    <AnswerForm
      handle={props.handle}
      class="form rating"
      name={name}
      onSubmit={() => chosen !== undefined && choose(chosen)}
    >
      <div {...api.getRootProps()} class="scale" ref={ref}>
        <div {...scale}>
          {api.items.map((item) => (
            <div key={item} {...getStep(item)}>
              {isIcons ? <RatingIcon {...props} /> : toValue(item)}
            </div>
          ))}
        </div>
        {(left || right) && (
          <div class="ends">
            <span class={AUTHOR_CLASS.ratingLabel}>{left}</span>
            <span class={AUTHOR_CLASS.ratingLabel}>{right}</span>
          </div>
        )}
      </div>
      <SendWhenReady isReady={!isOneClick && chosen !== undefined} label={getSendLabel(props)} />
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

function getScale({ options }: InputProps): { first: number; last: number } {
  return {
    first: options.buttonType === 'Icons' ? 1 : (getNumber(options, 'startsAt') ?? 0),
    last: Math.min(getNumber(options, 'length') ?? DEFAULT_LENGTH, MAX_LENGTH),
  };
}

/**
 * An author's icon is applied as a CSS mask in the theme's colour: masks are images and cannot run scripts.
 */
function RatingIcon({ options }: InputProps) {
  const custom = getFields(options, 'customIcon');
  const svg = getFlag(custom, 'isEnabled') ? getText(custom, 'svg') : undefined;
  if (!svg) return <span class="glyph star" aria-hidden="true" />;
  const source = svg.includes('xmlns') ? svg : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const maskImage = `url("data:image/svg+xml,${encodeURIComponent(source)}")`;
  return <span class="mask" aria-hidden="true" style={{ maskImage }} />;
}
