/* Default texts of the page, which authors can override. */

export const SEND = 'Send';

export const SYSTEM_MESSAGES = {
  networkErrorTitle: 'No connection',
  networkErrorMessage: 'Please check your connection and try again.',
  popupBlockedTitle: 'The window was blocked',
  popupBlockedDescription: 'The bot wants to open a new tab, but the browser blocked it.',
  popupBlockedButtonLabel: 'Open it',
  fileUploadError: 'The file could not be uploaded.',
  fileUploadSizeError: 'The file is too large.',
};

export type SystemMessage = keyof typeof SYSTEM_MESSAGES;
