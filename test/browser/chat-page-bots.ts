import type { JsonObject } from '#lib/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';

/* Bots that exercise the chat page. Their images are data URLs, so that no test needs a network. */

export function picture(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="${color}"/><circle cx="160" cy="120" r="70" fill="white" opacity=".6"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function paragraph(...children: JsonObject[]): JsonObject {
  return { type: 'p', children };
}

/** A bot with every type of input, one after the other. */
export function everyInputBot(): JsonObject {
  const ask = (id: string, question: string, input: JsonObject): JsonObject[] => [
    text(`${id}-question`, question),
    { id, ...input },
  ];
  return chatBot(
    [
      {
        id: 'bubbles',
        blocks: [
          {
            id: 'rich',
            type: 'text',
            content: {
              richText: [
                paragraph(
                  { text: 'Welcome to the ' },
                  { text: 'tasting', bold: true },
                  { text: ' of ' },
                  { text: 'every', italic: true },
                  { text: ' input. See ' },
                  { type: 'a', url: 'https://example.com/menu', children: [{ text: 'the menu' }] },
                  { text: '.' },
                ),
                {
                  type: 'ul',
                  children: ['Bread', 'Cakes'].map((item) => ({
                    type: 'li',
                    children: [{ type: 'lic', children: [{ text: item }] }],
                  })),
                },
              ],
            },
          },
          {
            id: 'image',
            type: 'image',
            content: {
              url: picture('#e8b04a'),
              clickLink: { url: 'https://example.com', alt: 'A loaf of bread' },
            },
          },
          ...ask('name', 'What is your name?', {
            type: 'text input',
            options: { labels: { placeholder: 'First name' }, variableId: 'v-name' },
          }),
          ...ask('story', 'Tell us your favourite breakfast, {{Name}}.', {
            type: 'text input',
            options: { isLong: true },
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
          ...ask('time', 'At what time?', { type: 'time input', options: {} }),
          ...ask('bread', 'Which bread?', {
            type: 'choice input',
            items: ['Rye', 'Wheat', 'Spelt'].map((content, index) => ({ id: `bread-${index}`, content })),
          }),
          ...ask('toppings', 'Which toppings?', {
            type: 'choice input',
            options: { isMultipleChoice: true, isSearchable: true, buttonLabel: 'Take these' },
            items: ['Butter', 'Jam', 'Honey', 'Cheese'].map((content, index) => ({
              id: `top-${index}`,
              content,
            })),
          }),
          ...ask('cake', 'Which cake?', {
            type: 'picture choice input',
            items: [
              {
                id: 'cake-0',
                title: 'Cheesecake',
                description: 'With lemon',
                pictureSrc: picture('#f2d06b'),
              },
              { id: 'cake-1', title: 'Plum cake', description: 'In autumn', pictureSrc: picture('#7b4b94') },
            ],
          }),
          ...ask('score', 'How do you like us?', {
            type: 'rating input',
            options: { length: 5, startsAt: 1, labels: { left: 'Not at all', right: 'Very much' } },
          }),
          ...ask('stars', 'And the page?', {
            type: 'rating input',
            options: { length: 5, buttonType: 'Icons', isOneClickSubmitEnabled: true },
          }),
          ...ask('file', 'A picture of your table?', { type: 'file input', options: { isRequired: false } }),
          ...ask('offer', 'Our offers:', {
            type: 'cards',
            items: [
              {
                id: 'offer-0',
                title: 'Breakfast for two',
                description: 'Rolls, jam, coffee',
                imageUrl: picture('#5b9279'),
                paths: [
                  { id: 'path-0', text: 'Order' },
                  { id: 'path-1', text: 'More' },
                ],
              },
              { id: 'offer-1', title: 'Cake of the day', paths: [{ id: 'path-2', text: 'Order' }] },
            ],
          }),
          text('bye', 'Thank you, {{Name}}. That was all.'),
        ],
      },
    ],
    {
      name: 'Every input',
      version: '6.1',
      variables: [{ id: 'v-name', name: 'Name' }],
      theme: { general: { progressBar: { isEnabled: true } } },
      settings: { typingEmulation: { enabled: false } },
    },
  );
}

/** A bot with client-side actions between its bubbles. */
export function actionBot(httpUrl: string): JsonObject {
  const set = (id: string, variableId: string, expression: string, more: JsonObject = {}): JsonObject => ({
    id,
    type: 'Set variable',
    options: {
      variableId,
      expressionToEvaluate: expression,
      isCode: true,
      isExecutedOnClient: true,
      ...more,
    },
  });
  return chatBot(
    [
      {
        id: 'doing',
        blocks: [
          {
            id: 'early',
            type: 'Code',
            options: {
              content:
                'window.order = ["early:" + seen()];\nfunction seen() { return document.querySelectorAll(".bubble").length }',
            },
          },
          text('one', 'One'),
          {
            id: 'between',
            type: 'Code',
            options: {
              content: 'window.order.push("between:" + document.querySelectorAll(".bubble").length);',
            },
          },
          { id: 'pause', type: 'Wait', options: { secondsToWaitFor: '0.05' } },
          text('two', 'Two'),
          { id: 'bad', type: 'Code', options: { content: 'throw new Error("Broken on purpose")' } },
          set('sum', 'v-sum', '20 + {{Start}}'),
          set('wrong', 'v-wrong', 'nowhere.at.all'),
          set('later', 'v-later', 'await new Promise((r) => setTimeout(r, 10)); return {{Sum}} * 2'),
          {
            id: 'http',
            type: 'Webhook',
            options: {
              isExecutedOnClient: true,
              responseVariableMapping: [{ id: 'm', bodyPath: 'statusCode', variableId: 'v-status' }],
              webhook: { url: httpUrl, method: 'GET' },
            },
          },
          text('three', '{{Sum}} {{Wrong}} {{Later}} {{Status}}'),
          { id: 'hook', type: 'webhook', options: {} },
          text('four', 'Went on'),
          { id: 'leave', type: 'Redirect', options: { url: 'javascript:window.hacked=1', isNewTab: true } },
          { id: 'out', type: 'Redirect', options: { url: `${httpUrl}#left`, isNewTab: true } },
          { id: 'end', type: 'text input', options: {} },
        ],
      },
    ],
    {
      name: 'Actions',
      variables: [
        { id: 'v-start', name: 'Start', value: '2' },
        { id: 'v-sum', name: 'Sum' },
        { id: 'v-wrong', name: 'Wrong' },
        { id: 'v-later', name: 'Later' },
        { id: 'v-status', name: 'Status' },
      ],
      settings: { typingEmulation: { enabled: false } },
    },
  );
}

/** A bot with a script in every text. Each script would set `window.hacked`. */
export function hostileBot(): JsonObject {
  const markup = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  return chatBot(
    [
      {
        id: 'hostile',
        blocks: [
          text('static', markup),
          text('variable', 'Dear {{Name}}'),
          {
            id: 'link',
            type: 'text',
            content: {
              richText: [
                paragraph({ type: 'a', url: 'javascript:window.hacked=1', children: [{ text: 'Bad link' }] }),
                { type: `p onclick="window.hacked=1"`, children: [{ text: 'Bad type' }] },
              ],
            },
          },
          {
            id: 'picture',
            type: 'image',
            content: { url: 'javascript:window.hacked=1', clickLink: { url: 'javascript:window.hacked=1' } },
          },
          { id: 'film', type: 'video', content: { url: 'javascript:window.hacked=1' } },
          { id: 'frame', type: 'embed', content: { url: 'javascript:parent.hacked=1' } },
          { id: 'page', type: 'embed', content: { url: `data:text/html,${markup}` } },
          {
            id: 'choose',
            type: 'choice input',
            options: { variableId: 'v-name' },
            items: [{ id: 'bad', content: markup, value: markup }],
          },
          {
            id: 'rate',
            type: 'rating input',
            options: {
              buttonType: 'Icons',
              length: 3,
              customIcon: {
                isEnabled: true,
                svg: '<svg onload="window.hacked=1"><script>window.hacked=1</script></svg>',
              },
              isOneClickSubmitEnabled: true,
              labels: { left: markup },
            },
          },
          {
            id: 'cards',
            type: 'cards',
            items: [
              {
                id: 'c',
                title: markup,
                imageUrl: 'javascript:window.hacked=1',
                paths: [{ id: 'p', text: markup }],
              },
            ],
          },
          text('end', 'Bye {{Name}}'),
        ],
      },
    ],
    {
      name: `Hostile ${markup}`,
      variables: [{ id: 'v-name', name: 'Name' }],
      theme: {
        general: {
          background: { type: 'Image', content: 'x"); } body { display: none } .x { background: url("' },
        },
        chat: {
          hostBubbles: { backgroundColor: 'red; } body { display: none }' },
          hostAvatar: { url: 'javascript:window.hacked=1' },
        },
        customCss: `</style><script>window.hacked=1</script> {} .bubble { outline: 2px solid rgb(1, 2, 3) }`,
      },
      settings: { typingEmulation: { enabled: false } },
    },
  );
}

/** A bot that waits for a message from an embedded page. */
export function embedBot(url: string): JsonObject {
  return chatBot(
    [
      {
        id: 'embedding',
        blocks: [
          {
            id: 'frame',
            type: 'embed',
            content: {
              url,
              height: 120,
              waitForEvent: { isEnabled: true, name: 'done', saveDataInVariableId: 'v' },
            },
          },
          text('after', 'It said {{Said}}'),
        ],
      },
    ],
    {
      name: 'Embed',
      variables: [{ id: 'v', name: 'Said' }],
      settings: { typingEmulation: { enabled: false } },
    },
  );
}
