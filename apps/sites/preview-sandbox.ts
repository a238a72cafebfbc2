/**
 * Sandbox of the frame of a preview: it allows everything that a bot's scripts may need, but no origin. With one, they
 * could read the storage of other bots. It is in the frame's element and in the policy of its page, which can be opened
 * without the element.
 */
export const PREVIEW_SANDBOX =
  'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads';
