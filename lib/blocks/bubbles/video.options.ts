import { describeBubbleHeight } from '#lib/blocks/bubble-height.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeFields,
  describeFlag,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Describes a video. */
export function describeVideo(): BlockSchema {
  return describeFields({
    content: describeSection(
      {
        url: describeString({
          title: 'Address',
          description: 'A video file, or a page of YouTube, Vimeo, TikTok or Gumlet.',
          control: 'url',
        }),
        // Found in the address, whenever the video is shown.
        type: describeChoice(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet'], {
          title: 'Player',
          control: 'hidden',
        }),
        id: describeString({ title: 'Video id', control: 'hidden' }),
        areControlsDisplayed: describeFlag({ title: 'Controls', default: true }),
        isAutoplayEnabled: describeFlag({ title: 'Play at once', default: true }),
        aspectRatio: describeString({
          title: 'Aspect ratio',
          description: 'Videos of YouTube and the others are 16/9 if empty, files as they are.',
          placeholder: '16/9',
          isRare: true,
        }),
        maxWidth: describeString({
          title: 'Largest width',
          description: 'As in CSS.',
          default: '100%',
          placeholder: '300px',
          isRare: true,
        }),
        height: describeBubbleHeight(),
        queryParamsStr: describeString({
          title: 'Player parameters',
          description: 'Query string for the player.',
          placeholder: '?start=30',
          isRare: true,
        }),
      },
      { title: 'Video' },
    ),
  });
}
