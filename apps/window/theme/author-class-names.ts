/*
 * Class names and attributes that custom CSS and head code of bots rely on, on elements that are nested as they were
 * written for. Stored documents use them, so they must not change. `lib/bots/document/window-markup.ts` lists what
 * can be reached with them, and a test holds the two together.
 */

export const AUTHOR_CLASS = {
  container: 'typebot-container',
  scroller: 'scrollable-container',
  chatView: 'typebot-chat-view',
  chunk: 'flex flex-col w-full min-w-0 gap-2 typebot-chat-chunk',
  hostBubble: 'flex relative items-start typebot-host-bubble max-w-full',
  /** Lies behind what a bubble shows, and has its background. */
  bubbleBackground: 'flex items-center absolute bubble-typing',
  bubbleText: 'slate-html-container relative',
  guestRow: 'flex justify-end items-end guest-container',
  guestBubble: 'flex flex-col typebot-guest-bubble',
  inputRow: 'flex justify-end typebot-input-container',
  button: 'typebot-button',
  secondaryButton: 'secondary-button',
  selectable: 'typebot-selectable',
  pictureButton: 'typebot-picture-button',
  selectablePicture: 'typebot-selectable-picture',
  /** Lies around a field, and has its background. */
  input: 'flex typebot-input w-full',
  field: 'text-input',
  country: 'relative typebot-country-select',
  dateField: 'typebot-datetime-input',
  inputForm: 'typebot-input-form',
  choiceForm: 'typebot-buttons-input',
  uploadInput: 'typebot-upload-input',
  ratingLabel: 'rating-label',
  ratingIcon: 'rating-icon-container',
  card: 'typebot-card',
  progressBar: 'typebot-progress-bar',
  progressBarContainer: 'typebot-progress-bar-container',
  avatar: 'flex items-center relative typebot-avatar-container',
  bottomSpacer: 'typebot-bottom-spacer',
  badge: 'lite-badge',
} as const;

/** Names of the pictures in `<img>` elements. The browser uses them for measurements, and authors to find the pictures. */
export const PICTURE_NAME = {
  avatar: { elementtiming: 'Bot avatar' },
  bubble: { elementtiming: 'Bubble image' },
};
