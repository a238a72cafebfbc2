/*
 * Class names that the custom CSS of bots' themes relies on. They are part of the documents, like the types
 * of blocks.
 */

export const AUTHOR_CLASS = {
  container: 'typebot-container',
  chatView: 'typebot-chat-view',
  hostBubble: 'typebot-host-bubble',
  guestBubble: 'typebot-guest-bubble',
  button: 'typebot-button',
  selectable: 'typebot-selectable',
  pictureButton: 'typebot-picture-button',
  input: 'typebot-input',
  inputForm: 'typebot-input-form',
  progressBar: 'typebot-progress-bar',
  progressBarContainer: 'typebot-progress-bar-container',
  avatar: 'typebot-avatar-container',
} as const;
