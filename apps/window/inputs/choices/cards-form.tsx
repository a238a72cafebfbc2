import { type Fields, getList, getText } from '#apps/client/loose-fields.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { Picture } from '#apps/window/picture.tsx';
import { mediaUrl } from '#apps/window/safe-url.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { Carousel } from './carousel.tsx';

/** Cards side by side, each with a picture and its own buttons. */
export function CardsForm(props: InputProps) {
  const { input, question, answer } = props;
  const complaint = useComplaint(props.complaint);
  const items = input.items ?? [];
  const name = question || 'Choose';
  return (
    <AnswerForm
      handle={props.handle}
      class="form cards"
      name={name}
      describedBy={complaint.attributes['aria-describedby']}
      onSubmit={() => {}}
    >
      <Carousel name={name}>
        {items.map((item, index) => (
          <Card key={index} item={item} answer={answer} />
        ))}
      </Carousel>
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

function Card({ item, answer }: { item: Fields; answer: InputProps['answer'] }) {
  const src = mediaUrl(getText(item, 'imageUrl'));
  const [title, description] = [getText(item, 'title'), getText(item, 'description')];
  return (
    <article class={`card ${AUTHOR_CLASS.card}`} aria-label={title}>
      {src && <Picture src={src} alt={title ? '' : 'Picture'} class="card-picture" />}
      {title && <strong class="title">{title}</strong>}
      {description && <p class="card-text">{description}</p>}
      <div class="card-paths">
        {getList(item, 'paths').map((path) => {
          const id = getText(path, 'id');
          if (!id) return null;
          const label = getText(path, 'text') ?? 'Select';
          return (
            <button
              key={id}
              type="button"
              class={`button ${AUTHOR_CLASS.button} ${AUTHOR_CLASS.secondaryButton}`}
              // The same label on every card says too little when it is read alone.
              aria-label={title ? `${label}: ${title}` : undefined}
              onClick={() =>
                answer({
                  message: {
                    type: 'text',
                    text: id,
                    metadata: { replyId: id },
                    // Stored with the answer. Pictures inside of the document are too long for that.
                    ...(src?.startsWith('http') && { attachedFileUrls: [src] }),
                  },
                  label: title ? `${title}: ${label}` : label,
                })
              }
            >
              {label}
            </button>
          );
        })}
      </div>
    </article>
  );
}
