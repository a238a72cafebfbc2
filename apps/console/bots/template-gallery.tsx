import pictures from 'virtual:template-pictures';
import { BOT_TEMPLATES, type BotTemplate } from '#apps/templates/bot-templates.ts';
import { Icon } from '../parts/icon.tsx';

/** Offers an empty bot and the templates, with a picture of each. */
export function TemplateGallery(props: {
  chosen: BotTemplate | undefined;
  onChoose: (template: BotTemplate | undefined) => void;
}) {
  const { chosen, onChoose } = props;
  return (
    <fieldset class="template-gallery">
      <legend>Begin with</legend>
      <Choice
        name="Empty bot"
        summary="You build it on the page that opens, or import a file there."
        isChosen={chosen === undefined}
        onChoose={() => onChoose(undefined)}
      />
      {BOT_TEMPLATES.map((template) => (
        <Choice
          key={template.id}
          name={template.name}
          summary={template.summary}
          picture={pictures[template.id]}
          isChosen={template.id === chosen?.id}
          onChoose={() => onChoose(template)}
        />
      ))}
    </fieldset>
  );
}

function Choice(props: {
  name: string;
  summary: string;
  picture?: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { name, summary, picture, isChosen, onChoose } = props;
  return (
    <label class={picture === undefined ? 'template empty' : 'template'}>
      <input type="radio" name="template" checked={isChosen} onChange={onChoose} />
      {picture === undefined ? (
        <span class="template-picture">
          <Icon name="plus" />
        </span>
      ) : (
        <img class="template-picture" src={picture} alt="" />
      )}
      <strong>{name}</strong>
      <span class="soft">{summary}</span>
    </label>
  );
}
