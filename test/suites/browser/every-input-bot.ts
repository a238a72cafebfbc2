import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { picture } from './chat-page-bots.ts';

/** Begins every text of a bot that is read from right to left. "Question" in Arabic. */
export const ARABIC = 'سؤال';

export const DARK_THEME = {
  general: { background: { type: 'Color', content: '#0f172a' } },
  chat: {
    hostBubbles: { backgroundColor: '#1e293b', color: '#e2e8f0' },
    guestBubbles: { backgroundColor: '#38bdf8', color: '#0f172a' },
    buttons: { backgroundColor: '#38bdf8', color: '#0f172a' },
    inputs: { backgroundColor: '#1e293b', color: '#f1f5f9', placeholderColor: '#a3b1c6' },
  },
};

/** A bot with every type of input, one after the other. Only payments are missing, which need a Stripe account. */
export function everyInputBot({
  isArabic = false,
  theme = {},
}: {
  isArabic?: boolean;
  theme?: JsonObject;
} = {}) {
  const say = (words: string) => (isArabic ? `${ARABIC} ${words}` : words);
  const ask = (id: string, question: string, input: JsonObject): JsonObject[] => [
    text(`${id}-question`, say(question)),
    { id, ...input },
  ];
  const items = (id: string, contents: string[]) =>
    contents.map((content, index) => ({ id: `${id}-${index}`, content: say(content) }));
  const pictures = (id: string, titles: [title: string, color: string][]) =>
    titles.map(([title, color], index) => ({
      id: `${id}-${index}`,
      title: say(title),
      description: say('Fresh from the oven'),
      pictureSrc: picture(color),
    }));
  return chatBot(
    [
      {
        id: 'inputs',
        blocks: [
          ...ask('name', 'What is your name?', {
            type: 'text input',
            options: { labels: { placeholder: 'First name' }, variableId: 'v-name' },
          }),
          ...ask('story', 'Tell us your favourite breakfast.', {
            type: 'text input',
            options: { isLong: true, attachments: { isEnabled: true }, audioClip: { isEnabled: true } },
          }),
          ...ask('count', 'How many rolls?', {
            type: 'number input',
            options: { min: 1, max: 20, style: 'unit', unit: 'kilogram', locale: 'en' },
          }),
          ...ask('mail', 'Where may we write to?', { type: 'email input', options: {} }),
          ...ask('site', 'Your website?', { type: 'url input', options: {} }),
          ...ask('phone', 'And your phone number?', {
            type: 'phone number input',
            options: { defaultCountryCode: 'FR' },
          }),
          ...ask('day', 'On which day will you come?', { type: 'date input', options: {} }),
          ...ask('holiday', 'When are you away?', { type: 'date input', options: { isRange: true } }),
          ...ask('moment', 'When exactly?', { type: 'date input', options: { hasTime: true } }),
          ...ask('time', 'At what time?', { type: 'time input', options: {} }),
          ...ask('bread', 'Which bread?', {
            type: 'choice input',
            items: items('bread', ['Rye', 'Wheat', 'Spelt']),
          }),
          ...ask('drinks', 'Which drinks?', {
            type: 'choice input',
            options: { isMultipleChoice: true },
            items: items('drink', ['Coffee', 'Tea', 'Milk']),
          }),
          ...ask('spread', 'Which spread?', {
            type: 'choice input',
            options: { isSearchable: true, areInitialSearchButtonsVisible: false },
            items: items('spread', ['Almond', 'Hazelnut', 'Pistachio']),
          }),
          ...ask('toppings', 'Which toppings?', {
            type: 'choice input',
            options: { isMultipleChoice: true, isSearchable: true, buttonLabel: 'Take these' },
            items: items('top', ['Butter', 'Jam', 'Honey', 'Cheese']),
          }),
          ...ask('cake', 'Which cake?', {
            type: 'picture choice input',
            items: pictures('cake', [
              ['Cheesecake', '#f2d06b'],
              ['Plum cake', '#7b4b94'],
            ]),
          }),
          ...ask('table', 'What shall be on the table?', {
            type: 'picture choice input',
            options: { isMultipleChoice: true },
            items: pictures('table', [
              ['Flowers', '#d1495b'],
              ['Candles', '#edae49'],
              ['Napkins', '#00798c'],
            ]),
          }),
          ...ask('score', 'How do you like us?', {
            type: 'rating input',
            options: { labels: { left: say('Not at all'), right: say('Very much') } },
          }),
          ...ask('stars', 'And the page?', {
            type: 'rating input',
            options: { length: 5, buttonType: 'Icons', isOneClickSubmitEnabled: true },
          }),
          ...ask('file', 'A picture of your table?', { type: 'file input', options: { isRequired: false } }),
          ...ask('menu', 'Your own menu?', {
            type: 'file input',
            options: {
              isMultipleAllowed: true,
              allowedFileTypes: { isEnabled: true, types: ['image/*', '.pdf'] },
            },
          }),
          ...ask('offer', 'Our offers:', {
            type: 'cards',
            options: { saveResponseMapping: [{ field: 'Button', variableId: 'v-path' }] },
            items: ['Breakfast for two', 'Cake of the day', 'Coffee', 'Tea'].map((title, index) => ({
              id: `offer-${index}`,
              title: say(title),
              description: say('Rolls, jam, coffee'),
              imageUrl: picture('#5b9279'),
              paths: [
                { id: `order-${index}`, text: say('Order') },
                { id: `more-${index}`, text: say('More') },
              ],
            })),
          }),
          text('bye', 'Thank you. That was all. {{Path}}'),
        ],
      },
    ],
    {
      name: 'Every input',
      version: '6.1',
      variables: [
        { id: 'v-name', name: 'Name' },
        { id: 'v-path', name: 'Path' },
      ],
      theme,
      settings: { typingEmulation: { enabled: false } },
    },
  );
}
