/*
 * Class names that custom CSS in bots' themes relies on. Stored documents use them, so they must not change.
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
