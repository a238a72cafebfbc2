import { Picture } from '#apps/window/picture.tsx';
import type { ShownChoice } from './choices.ts';

/** Content of an option: its title, and a picture and a description if it has them. */
export function ChoiceContent({ choice: { title, description, pictureUrl } }: { choice: ShownChoice }) {
  return (
    <>
      {pictureUrl && <Picture src={pictureUrl} alt={title ? '' : 'Picture'} />}
      {title && <span class="title">{title}</span>}
      {description && <span class="description">{description}</span>}
    </>
  );
}
