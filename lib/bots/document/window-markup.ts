/*
 * The elements of a bot's window and its page that custom CSS and head code of bots are written for: their names and
 * how they are nested, as in Typebot's client. `check` finds what matches none of them, and a test finds
 * each of them in a browser.
 *
 * Each line is a selector that leads from the outermost element to an innermost one. A `*` at the end stands for
 * whatever an author's text consists of.
 */

const CONTAINER = 'div.window.flex.flex-col.relative.typebot-container';
const SCROLLER = `${CONTAINER} > div.scroller.scrollable-container`;
const VIEW = `${SCROLLER} > div.chat-view.flex.flex-col.relative.typebot-chat-view`;
const LOG = `${VIEW} > div.log.flex.flex-col.w-full.gap-2`;
const CHUNK = `${LOG} > div.chunk.flex.flex-col.w-full.min-w-0.gap-2.typebot-chat-chunk`;

const HOST = `${CHUNK} > div.group.host.flex`;
const HOST_BUBBLES = `${HOST} > div.bubbles.flex.flex-col.flex-1.gap-2`;
const HOST_ROW = `${HOST_BUBBLES} > div.row.flex.flex-col > div.row-line.flex.w-full.items-center`;
const HOST_BUBBLE = 'flex.relative.items-start.typebot-host-bubble.max-w-full';
const BACKGROUND = 'div.flex.items-center.absolute.bubble-typing';
const TYPING = `${HOST_ROW} > div.typing.${HOST_BUBBLE} > ${BACKGROUND} > div.typing-dots.flex.items-center.gap-1`;

const GUEST = `${CHUNK} > div.group.guest.flex.justify-end.items-end.guest-container`;
const GUEST_BUBBLE = `${GUEST} > div.bubbles.flex.flex-col.items-end.gap-2 > div.bubble.text.flex.flex-col.typebot-guest-bubble`;

const AVATAR = 'div.avatar.flex.items-center.relative.typebot-avatar-container';
const PICTURE = 'figure > img[elementtiming="Bubble image"]';

const INPUT = `${CHUNK} > div.input-area.flex.justify-end.typebot-input-container[data-blockid]`;
const FORM = `${INPUT} > form.form.typebot-input-form`;
const BOX = 'div.box.flex.typebot-input.w-full';
const LINE = `${FORM} > div.line`;
const CHOICE_FORM = `${INPUT} > form.form.choice-form`;
const MULTIPLE_FORM = `${CHOICE_FORM}.typebot-buttons-input`;
const RATING = `${INPUT} > form.form.rating > div.scale`;

/** Markup in the shadow root of the window. */
export const WINDOW_MARKUP: readonly string[] = [
  `${CONTAINER} > div.typebot-progress-bar-container[part] > div.typebot-progress-bar`,
  `${CONTAINER} > span.lite-badge`,
  `${VIEW} > div.typebot-bottom-spacer`,

  `${HOST} > ${AVATAR} > figure.flex.relative > img[elementtiming="Bot avatar"]`,
  `${HOST_ROW} > div.bubble.text.${HOST_BUBBLE} > ${BACKGROUND}`,
  `${HOST_ROW} > div.bubble.text.${HOST_BUBBLE} > div.text.slate-html-container.relative *`,
  `${HOST_ROW} > div.bubble.image.${HOST_BUBBLE} > ${BACKGROUND}`,
  `${HOST_ROW} > div.bubble.image.${HOST_BUBBLE} > ${PICTURE}`,
  `${HOST_ROW} > div.bubble.video.${HOST_BUBBLE} > video`,
  `${HOST_ROW} > div.bubble.audio.${HOST_BUBBLE} > audio`,
  `${HOST_ROW} > div.bubble.embed.${HOST_BUBBLE} > iframe`,
  `${TYPING} > div.dot.bubble1`,
  `${TYPING} > div.dot.bubble2`,
  `${TYPING} > div.dot.bubble3`,

  `${GUEST_BUBBLE} > span *`,
  `${GUEST_BUBBLE} > img`,
  `${GUEST} > ${AVATAR} > figure > img[elementtiming="Bot avatar"]`,

  `${LINE} > ${BOX} > div.box-line.flex.justify-between.items-center > input.field.text-input`,
  `${LINE} > ${BOX} > div.box-line.flex.justify-between.items-center > textarea.field.text-input`,
  `${LINE} > ${BOX} > input.field.text-input`,
  `${LINE} > ${BOX} > span.country.relative.typebot-country-select > select`,
  `${LINE} > ${BOX} > div.box-line.flex.items-center > input.field.text-input.typebot-datetime-input`,
  `${FORM} > label.labelled > ${BOX} > div.box-line.flex.items-center > input.typebot-datetime-input`,
  `${LINE} > button.button.typebot-button`,
  `${FORM} > button.button.typebot-button`,
  `${FORM} > p.complaint`,
  `${FORM}.file-form > div > div.drop.typebot-input.typebot-upload-input > span`,

  `${CHOICE_FORM} > div.choices > button.choice.button.typebot-button > span.title`,
  `${MULTIPLE_FORM} > div.choices > button.choice.selectable.typebot-selectable > span.title`,
  `${CHOICE_FORM} > div.search-root > div > ${BOX} > input.field.text-input.search`,
  `${CHOICE_FORM} > div.pictures > button.choice.selectable.typebot-picture-button > img`,
  `${CHOICE_FORM} > div.pictures > button.choice.selectable.typebot-picture-button > span.title`,
  `${CHOICE_FORM} > div.pictures > button.choice.selectable.typebot-picture-button > span.description`,
  `${MULTIPLE_FORM} > div.pictures > button.choice.selectable.typebot-picture-button.typebot-selectable-picture > img`,
  `${CHOICE_FORM} > button.button.send-when-ready.typebot-button`,
  `${RATING} > div.steps > div.step.typebot-selectable`,
  `${RATING} > div.steps > div.icon.rating-icon-container > span.glyph.star`,
  `${RATING} > div.ends > span.rating-label`,
  `${INPUT} > form.form.cards > div.carousel > div.viewport > div.track > div.slide > article.card.typebot-card > img`,
  `${INPUT} > form.form.cards > div.carousel > div.viewport > div.track > div.slide > article.card.typebot-card > strong.title`,
  `${INPUT} > form.form.cards > div.carousel > div.viewport > div.track > div.slide > article.card.typebot-card > div.card-paths > button.button.typebot-button.secondary-button`,
];

/** Markup around the window on a bot's own page. On a website with the embed, the element stands alone. */
export const PAGE_MARKUP: readonly string[] = ['div#__next > typebot-standard.bot-window'];
