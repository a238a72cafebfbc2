/** The origin of the page around an iframe, sent by Typebot's web client and by the embed. */
export const IFRAME_ORIGIN_HEADER = 'x-typebot-iframe-referrer-origin';
