import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';

/** Begins everything that no other workspace should learn. */
export const SECRET = 'b-secret';

/** Name of the bot, and its first question. Both are public. */
export const VICTIM_NAME = 'A bakery';
export const VICTIM_QUESTION = 'What is your allergy?';

/** The visitor's answer. */
export const SECRET_REPLY = `${SECRET}-reply`;

/**
 * Leaves a secret wherever a script of a page can keep something, and goes on telling its other tabs. It does what its
 * author may do, so nothing in it guards against anybody.
 */
const SCRIPT = /* js */ `
  // Put together, because the script itself is public.
  const secret = (place) => ${JSON.stringify([...SECRET].join('|'))}.split('|').join('') + '-' + place;
  const steps = {
    localStorage() {
      localStorage.setItem('note', secret('localStorage'));
      setInterval(() => localStorage.setItem('tick', secret('storage-event') + Math.random()), 100);
    },
    sessionStorage: () => sessionStorage.setItem('note', secret('sessionStorage')),
    cookies() {
      document.cookie = 'note=' + secret('cookie');
      document.cookie = 'narrow=' + secret('narrow-cookie') + '; path=' + location.pathname;
      const parent = location.hostname.split('.').slice(1).join('.');
      if (parent) document.cookie = 'wide=' + secret('wide-cookie') + '; domain=' + parent;
    },
    database: () => new Promise((resolve, reject) => {
      const opening = indexedDB.open('notes', 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('notes').put(secret('IndexedDB'), 'note');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => resolve(opening.result.close());
    }),
    async cache() {
      await (await caches.open('notes')).put('/note', new Response(secret('Cache')));
    },
    async files() {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('note', { create: true });
      const writer = await file.createWritable();
      await writer.write(secret('file'));
      await writer.close();
    },
    channel() {
      const channel = (window.channel = new BroadcastChannel('notes'));
      channel.onmessage = ({ data }) => {
        if (data === 'order') window.hacked = 'by a message of the channel';
      };
      setInterval(() => channel.postMessage(secret('BroadcastChannel')), 100);
    },
    worker() {
      const code = 'onconnect = ({ ports: [port] }) => port.postMessage("' + secret('SharedWorker') + '")';
      const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      window.worker = new SharedWorker(url, 'notes');
      window.workerUrl = url;
    },
    lock: () => void navigator.locks.request(secret('lock'), () => new Promise(() => {})),
    name: () => void (window.name = secret('window-name')),
    history: () => history.replaceState({ note: secret('history-state') }, ''),
    embed() {
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: '/embed.js' }));
      const bubble = document.createElement('bot-bubble');
      bubble.setAttribute('bot', location.pathname.slice(1));
      bubble.onOpen = () => (window.hacked = 'by a command');
      document.body.append(bubble);
    },
  };
  window.failed = {};
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step();
    } catch (error) {
      window.failed[name] = String(error);
    }
  }
  window.isReady = true;
`;

/**
 * A bot that knows a secret of its visitor, remembers them and waits for a page that it embeds.
 *
 * @param storage where the browser keeps what is remembered
 * @param allowedOrigins the only origins whose pages may chat with it. Absent: all
 */
export function createVictimBot(storage: 'local' | 'session', allowedOrigins?: string[]): JsonObject {
  return chatBot(
    [
      {
        id: 'first',
        blocks: [
          { id: 'script', type: 'Code', options: { isExecutedOnClient: true, content: SCRIPT } },
          text('question', VICTIM_QUESTION),
          ask('allergy', { variableId: 'v-allergy' }),
          text('noted', 'Noted: {{Allergy}}'),
          {
            id: 'menu',
            type: 'embed',
            content: {
              url: 'https://menu.example/',
              height: 100,
              waitForEvent: { isEnabled: true, name: 'done', saveDataInVariableId: 'v-dish' },
            },
          },
          text('dish', 'Your dish: {{Dish}}, without {{Allergy}}'),
          ask('more'),
        ],
      },
    ],
    {
      name: VICTIM_NAME,
      variables: [
        { id: 'v-allergy', name: 'Allergy' },
        { id: 'v-dish', name: 'Dish' },
      ],
      settings: {
        typingEmulation: { enabled: false },
        general: { rememberUser: { isEnabled: true, storage }, isHideQueryParamsEnabled: false },
        ...(allowedOrigins && { security: { allowedOrigins } }),
      },
    },
  );
}
