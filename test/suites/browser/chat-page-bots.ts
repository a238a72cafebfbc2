import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';

/* Bots that exercise the chat page. Their images are data URLs, so that no test needs a network. */

export function picture(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="${color}"/><circle cx="160" cy="120" r="70" fill="white" opacity=".6"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function paragraph(...children: JsonObject[]): JsonObject {
  return { type: 'p', children };
}

/** A bot with formatted texts, a picture and a progress bar. */
export function bubbleBot(): JsonObject {
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
                  { text: '. See ' },
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
          text('name-question', 'What is your name?'),
          { id: 'name', type: 'text input', options: { variableId: 'v-name' } },
          text('bye', 'Thank you, {{Name}}.'),
        ],
      },
    ],
    {
      name: 'Bubbles',
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
                'window.order = ["early:" + seen()];\nfunction seen() { return document.querySelector(".bot-window").shadowRoot.querySelectorAll(".bubble").length }',
            },
          },
          text('one', 'One'),
          {
            id: 'between',
            type: 'Code',
            options: {
              content:
                'window.order.push("between:" + document.querySelector(".bot-window").shadowRoot.querySelectorAll(".bubble").length);',
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

/** A bot that shows the city of a response which the client requests. */
export function requestBot(url: string): JsonObject {
  return chatBot(
    [
      {
        id: 'asking',
        blocks: [
          {
            id: 'http',
            type: 'Webhook',
            options: {
              isExecutedOnClient: true,
              responseVariableMapping: [{ id: 'm', bodyPath: 'data.city', variableId: 'v-city' }],
              webhook: { url, method: 'GET' },
            },
          },
          text('from', 'From {{City}}'),
          { id: 'end', type: 'text input', options: {} },
        ],
      },
    ],
    { name: 'Asking', variables: [{ id: 'v-city', name: 'City' }] },
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
