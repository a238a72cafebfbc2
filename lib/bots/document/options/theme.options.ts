import * as z from 'zod';
import {
  describeChoice,
  describeFields,
  describeFlag,
  describePlainNumber,
  describeSection,
  describeString,
  describeVariants,
  type FieldHint,
} from '#lib/blocks/field-schema.ts';

/**
 * Describes the theme of a bot. Colors have no defaults here: those of a window depend on the version of the bot, and on
 * whether the page is dark.
 */
export function describeTheme(): z.ZodObject {
  return describeFields({
    general: describeSection(
      {
        font: describeFont(),
        background: describeBackground(),
        progressBar: describeProgressBar(),
      },
      { title: 'Page' },
    ),
    chat: describeSection(
      {
        hostAvatar: describeAvatar({ title: 'Avatar of the bot' }, true),
        guestAvatar: describeAvatar({ title: 'Avatar of the respondent' }, false),
        hostBubbles: describeSection(describeSurface(), { title: 'Messages of the bot' }),
        guestBubbles: describeSection(describeSurface(), { title: 'Messages of the respondent' }),
        inputs: describeSection(
          {
            ...describeSurface(),
            placeholderColor: describeString({ title: 'Placeholder', control: 'colour' }),
          },
          { title: 'Inputs' },
        ),
        buttons: describeSection(describeSurface(), { title: 'Buttons' }),
        buttonsInput: describeSection(
          {
            layout: describeChoice(['wrap', 'vertical'], {
              title: 'Layout',
              choices: ['Beside each other', 'Below each other'],
              default: 'wrap',
            }),
          },
          { title: 'Buttons to choose from' },
        ),
        roundness: describeChoice(['none', 'medium', 'large'], {
          title: 'Roundness of all corners',
          choices: ['None', 'Medium', 'Large'],
          default: 'medium',
        }),
        container: describeSection(
          {
            maxWidth: describeString({ title: 'Greatest width', default: '800px' }),
            maxHeight: describeString({ title: 'Greatest height', default: '100%' }),
            ...describeSurface(),
          },
          { title: 'Box around the chat', isRare: true },
        ),
      },
      { title: 'Chat' },
    ),
    customCss: describeString({
      title: 'Custom CSS',
      control: 'code',
      language: 'css',
      placeholder: '.typebot-host-bubble { font-size: 18px; }',
    }),
  });
}

function describeFont(): z.ZodType {
  const family: FieldHint = { title: 'Family', placeholder: 'Open Sans' };
  const source = describeVariants(
    { family: describeString(family) },
    { name: 'type', hint: { title: 'Font' }, isRequired: true },
    {
      Google: {},
      Custom: {
        url: describeString({
          title: 'Style sheet',
          description: 'Address of a style sheet that declares the font.',
          control: 'url',
        }),
        css: describeString({
          title: 'Declaration',
          description: 'CSS that declares the font.',
          control: 'code',
          language: 'css',
          placeholder: '@font-face { … }',
        }),
      },
    },
  );
  return z
    .union([describeString(family), source])
    .meta({ title: 'Font', control: 'font', default: 'Open Sans' } satisfies FieldHint);
}

function describeBackground(): z.ZodType {
  return describeVariants(
    {},
    { name: 'type', hint: { title: 'Background', choices: ['Color', 'Picture', 'None'] }, standard: 'Color' },
    {
      Color: { content: describeString({ title: 'Color', control: 'colour' }) },
      Image: { content: describeString({ title: 'Picture', control: 'image' }) },
      None: { content: describeString({ title: 'Content', control: 'hidden' }) },
    },
  );
}

function describeProgressBar(): z.ZodType {
  const shownIf = { field: 'isEnabled', is: [true] };
  return describeSection(
    {
      isEnabled: describeFlag({ title: 'Show it', default: false }),
      color: describeString({ title: 'Color of what is done', control: 'colour', shownIf }),
      backgroundColor: describeString({ title: 'Color of the rest', control: 'colour', shownIf }),
      placement: describeChoice(['Top', 'Bottom'], { title: 'Placement', default: 'Top', shownIf }),
      thickness: describePlainNumber({ title: 'Thickness', unit: 'px', default: 4, shownIf }),
      position: describeChoice(['absolute', 'fixed'], {
        title: 'Position',
        choices: ['In the chat', 'In the whole page'],
        default: 'absolute',
        isRare: true,
        shownIf,
      }),
    },
    { title: 'Progress bar' },
  );
}

function describeAvatar(hint: FieldHint, isShown: boolean): z.ZodType {
  return describeSection(
    {
      isEnabled: describeFlag({ title: 'Show it', default: isShown }),
      url: describeString({
        title: 'Picture',
        control: 'image',
        shownIf: { field: 'isEnabled', is: [true] },
      }),
    },
    hint,
  );
}

/** Look of a box, such as a message. */
function describeSurface(): z.ZodRawShape {
  return {
    backgroundColor: describeString({ title: 'Background', control: 'colour' }),
    color: describeString({ title: 'Text', control: 'colour' }),
    border: describeSection(
      {
        thickness: describePlainNumber({ title: 'Thickness', unit: 'px' }),
        color: describeString({ title: 'Color', control: 'colour' }),
        opacity: describePlainNumber({ title: 'Opacity', description: 'From 0 to 1.', default: 1 }, SHARE),
        roundeness: describeChoice(['none', 'medium', 'large', 'custom'], {
          title: 'Roundness',
          choices: ['None', 'Medium', 'Large', 'In pixels'],
        }),
        customRoundeness: describePlainNumber({
          title: 'Radius',
          unit: 'px',
          default: 6,
          shownIf: { field: 'roundeness', is: ['custom'] },
        }),
      },
      { title: 'Border', isRare: true },
    ),
    shadow: describeChoice(['none', 'sm', 'md', 'lg', 'xl', '2xl'], {
      title: 'Shadow',
      choices: ['None', 'Small', 'Medium', 'Large', 'Very large', 'Largest'],
      isRare: true,
    }),
    opacity: describePlainNumber(
      { title: 'Opacity of the background', description: 'From 0 to 1.', default: 1, isRare: true },
      SHARE,
    ),
    blur: describePlainNumber({
      title: 'Blur of what is behind',
      unit: 'px',
      default: 0,
      isRare: true,
    }),
  };
}

const SHARE = { min: 0, max: 1 };
