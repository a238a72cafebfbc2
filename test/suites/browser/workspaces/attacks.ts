import { SECRET, VICTIM_NAME, VICTIM_QUESTION } from './victim-bot.ts';
import type { OriginMode } from './workspace-pair.ts';

/*
 * What a hostile author's script can try against a bot of another workspace, in the browser of somebody who visits both.
 */

/** How the visitor comes to the hostile page. */
export type Approach =
  /** Follows a link of the bot's page, in the same tab. */
  | 'follows a link'
  /** The bot's page opens the hostile one, which can reach `opener`. */
  | 'opens a tab'
  /** A website shows both pages in frames. */
  | 'sees both in a website';

export type Attack = {
  /** Name of the target in SECURITY.md. */
  through: string;
  /** Body of an async function in the hostile page, with the names of the prelude in hostile-bot.ts. */
  code: string;
  approach?: Approach;
  /** Result if both pages share an origin: a secret, or the reason why the attack fails even then. */
  shared: { finds: string } | { failsBecause: string };
  /** Whether the page that is attacked shows that a stranger has acted in it. */
  harms?: true;
  /** Secret that Chromium gives away although workspaces have origins of their own, and the names at which it does. */
  leftOpen?: { finds: string; at: readonly OriginMode[] };
};

const finds = (place: string) => ({ shared: { finds: `${SECRET}-${place}` } });

/** Reads something of the bot's page through a window of it. */
const throughWindows = (read: string) => ({
  frame: `const frame = framed(B.page); return await until(() => { const page = frame.contentWindow; return ${read} })`,
  popup: `const page = openTab(B.page); return await until(() => ${read})`,
});

const inChat = throughWindows("readChat(page).includes('Noted') && readChat(page)");
const inStorage = throughWindows(
  "page.document.querySelector('typebot-standard') && readStorage(page.localStorage)",
);
const inCookies = throughWindows("page.document.cookie.includes('narrow') && page.document.cookie");

/** Attacks by what they go for. */
export const ATTACKS: Record<string, Attack> = {
  localStorage: {
    through: 'localStorage',
    code: 'return readStorage(localStorage)',
    ...finds('localStorage'),
  },
  'sessionStorage of the tab': {
    through: 'sessionStorage',
    code: 'return readStorage(sessionStorage)',
    ...finds('sessionStorage'),
  },
  IndexedDB: { through: 'IndexedDB', code: 'return await readDatabases(indexedDB)', ...finds('IndexedDB') },
  'Cache Storage': { through: 'Cache Storage', code: 'return await readCaches(caches)', ...finds('Cache') },
  'private files': {
    through: 'private files',
    code: 'return await readFiles(await navigator.storage.getDirectory())',
    ...finds('file'),
  },
  cookies: {
    through: 'cookies',
    code: "return document.cookie.replace(/wide=[^;]*/, '')",
    ...finds('cookie'),
  },
  'cookies of the domain': {
    through: 'cookies',
    code: 'return /wide=[^;]*/.exec(document.cookie)?.[0]',
    shared: { failsBecause: 'an address has no domain above it' },
    // Browsers refuse cookies of localhost as they do those of a name on the Public Suffix List.
    leftOpen: { finds: `${SECRET}-wide-cookie`, at: ['a domain'] },
  },
  'cookies of its path': { through: 'cookies', code: inCookies.frame, ...finds('narrow-cookie') },
  'what it writes to the storage': {
    through: 'storage events',
    code: `return await new Promise((resolve) => {
      addEventListener('storage', ({ key, newValue }) => key === 'tick' && resolve(newValue));
      setTimeout(resolve, 1_000);
    })`,
    ...finds('storage-event'),
  },
  'listening to a BroadcastChannel': {
    through: 'BroadcastChannel',
    code: `return await new Promise((resolve) => {
      window.channel = new BroadcastChannel('notes');
      channel.onmessage = ({ data }) => resolve(data);
      setTimeout(resolve, 1_000);
    })`,
    ...finds('BroadcastChannel'),
  },
  'posting to a BroadcastChannel': {
    through: 'BroadcastChannel',
    approach: 'opens a tab',
    code: `new BroadcastChannel('notes').postMessage('order'); await sleep(500)`,
    shared: { finds: 'by a message of the channel' },
    harms: true,
  },
  'a SharedWorker': {
    through: 'SharedWorker',
    code: `return await new Promise((resolve, reject) => {
      // The address is given, as if it had leaked.
      window.worker = new SharedWorker(new URLSearchParams(location.search).get('worker'), 'notes');
      worker.onerror = () => reject(new Error('It cannot be started'));
      worker.port.onmessage = ({ data }) => resolve(data);
    })`,
    ...finds('SharedWorker'),
  },
  'a service worker': {
    through: 'service workers',
    code: `const worker = "onfetch = (event) => event.respondWith(new Response('Taken over'))";
      const scripts = [
        B.origin + '/embed.js',
        '/embed.js',
        performance.getEntries().map(({ name }) => name).find((name) => name.includes('/_assets/')),
        location.pathname,
        '/v1/bots/' + encodeURIComponent(worker) + '/startChat',
        await upload(new File([worker], 'worker.js', { type: 'text/javascript' })),
        URL.createObjectURL(new Blob([worker], { type: 'text/javascript' })),
        'data:text/javascript,' + encodeURIComponent(worker),
      ];
      // A response of the API is a document of the same origin, without the policy of a page.
      const page = openTab('/v1/nothing');
      await until(() => page.location.pathname === '/v1/nothing' && page.document.readyState === 'complete');
      const refusals = [];
      for (const { serviceWorker } of [navigator, page.navigator])
        for (const script of scripts)
          for (const options of [{ scope: '/' }, { scope: '/', type: 'module' }, {}])
            await serviceWorker
              .register(new URL(script, location), options)
              .catch(({ message }) => refusals.push(message));
      const found = await navigator.serviceWorker.getRegistrations();
      for (const registration of found) await registration.unregister();
      const isTaken = found.some(({ scope }) => B.page.startsWith(scope));
      return { outcome: isTaken ? '${SECRET} is at stake' : 'none', scopes: found.map(({ scope }) => scope), refusals }`,
    shared: { failsBecause: 'no response of a site is a script that could control its pages' },
  },
  'names of locks': {
    through: 'locks',
    code: 'return (await navigator.locks.query()).held.map(({ name }) => name).join()',
    ...finds('lock'),
  },
  'the name of the tab': {
    through: 'window.name',
    code: 'return window.name',
    ...finds('window-name'),
  },
  'entries of the history': {
    through: 'history',
    code: 'return JSON.stringify(navigation.entries().map(({ url }) => url))',
    ...finds('query'),
  },
  'the referrer': { through: 'referrer', code: 'return document.referrer', ...finds('query') },
  'the state of the history, by going back in a tab': {
    through: 'history',
    code: `const page = openTab(location.pathname + '#idle');
      await until(() => page.loot);
      page.location = B.page + '?note=${SECRET}-query';
      await until(() => readChat(page).includes('Noted'));
      page.history.replaceState({ note: '${SECRET}-history-state' }, '');
      page.history.back();
      await until(() => page.loot);
      page.history.forward();
      await until(() => readChat(page).includes('Noted'));
      return page.history.state`,
    ...finds('history-state'),
  },
  'the chat in a frame': { through: 'frames', code: inChat.frame, ...finds('reply') },
  'the chat in a tab': { through: 'tabs', code: inChat.popup, ...finds('reply') },
  'the storage of a frame': { through: 'frames', code: inStorage.frame, ...finds('localStorage') },
  'the storage of a tab': { through: 'tabs', code: inStorage.popup, ...finds('localStorage') },
  'requests of the page that opened it': {
    through: 'tabs',
    approach: 'opens a tab',
    code: 'return opener.performance.getEntries().map(({ name }) => name)',
    // The address of a reply has the session, whose id is enough to continue the chat.
    shared: { finds: '/v1/sessions/' },
  },
  'the chat of the page that opened it': {
    through: 'tabs',
    approach: 'opens a tab',
    code: 'return await until(() => readChat(opener))',
    ...finds('reply'),
  },
  'a script in the page that opened it': {
    through: 'tabs',
    approach: 'opens a tab',
    code: `await until(() => opener.eval("window.hacked = 'by its tab'"))`,
    shared: { finds: 'by its tab' },
    harms: true,
  },
  'the history of the page that opened it': {
    through: 'history',
    approach: 'opens a tab',
    code: 'return opener.history.state',
    ...finds('history-state'),
  },
  'the event that its embedded page sends': {
    through: 'postMessage',
    approach: 'opens a tab',
    code: `for (const data of ['hacked', { data: 'hacked' }]) opener.postMessage({ name: 'done', data }, '*');
      await sleep(500)`,
    shared: { failsBecause: 'only the window itself and its embedded page may send the event' },
    harms: true,
  },
  'that event, in the name of the page': {
    through: 'postMessage',
    approach: 'opens a tab',
    code: `opener.eval("window.postMessage({ name: 'done', data: 'hacked' }, '*')"); await sleep(500)`,
    shared: { finds: 'hacked' },
    harms: true,
  },
  'commands for its embed': {
    through: 'postMessage',
    approach: 'opens a tab',
    code: `for (const isFrom of ['isFromBot', 'isFromTypebot'])
        opener.postMessage({ [isFrom]: true, command: 'open' }, '*');
      await sleep(500)`,
    shared: { failsBecause: 'the embed takes commands only from its own window' },
    harms: true,
  },
  'its page by fetch': {
    through: 'fetch',
    code: `return await (await fetch(B.page, { credentials: 'include' })).text()`,
    shared: { finds: VICTIM_NAME },
  },
  'its API with credentials': {
    through: 'fetch',
    code: `return await post(B.origin + '/api/v1/typebots/' + B.publicId + '/startChat', {}, { credentials: 'include' })`,
    shared: { finds: VICTIM_QUESTION },
  },
  'the chat that the browser remembers': {
    through: 'remembered chats',
    code: `const { sessionId } = JSON.parse(localStorage.getItem('bot-chat-' + B.publicId));
      return await post(B.origin + '/api/v1/sessions/' + sessionId + '/continueChat', { isCatchingUp: true })`,
    ...finds('reply'),
  },
  'the result that the browser remembers': {
    through: 'remembered chats',
    code: `return await post('/api/v1/typebots/' + B.publicId + '/startChat',
        { resultId: localStorage.getItem('resultId-' + B.publicId) ?? undefined })`,
    ...finds('reply'),
  },
  'a bot that chats only in its own page': {
    through: 'allowed origins',
    code: `const headers = { 'content-type': 'application/json' };
      const found = [];
      for (const origin of ['', B.origin])
        for (const options of [
          {},
          { headers: { ...headers, 'x-typebot-iframe-referrer-origin': B.origin } },
          { referrerPolicy: 'no-referrer' },
          { mode: 'same-origin', referrerPolicy: 'no-referrer' },
        ])
          found.push(await post(origin + '/v1/bots/' + B.closedPublicId + '/startChat', {}, options).catch(String));
      return found`,
    shared: { finds: VICTIM_QUESTION },
  },
  "a script in the preview's frame, which it frames": {
    through: 'preview frame',
    code: `return await runInPreview(framed(B.origin + '/_preview-frame').contentWindow)`,
    shared: { failsBecause: 'only the console shows that frame' },
  },
  "a script in the preview's frame, which it opens": {
    through: 'preview frame',
    code: `return await runInPreview(openTab(B.origin + '/_preview-frame'))`,
    shared: { failsBecause: 'it takes a chat only from the page around it' },
  },
  "the local console's token": {
    through: 'local console',
    code: `const found = [];
      for (const host of ['127.0.0.1', 'localhost', location.hostname])
        found.push(
          await fetch('http://' + host + ':' + B.consolePort + '/_local-session')
            .then(async (response) => (response.ok ? '${SECRET} ' : '') + (await response.text()), String),
        );
      return found`,
    shared: { failsBecause: 'only pages of the console get it' },
  },
  "the local console's page": {
    through: 'local console',
    code: `const page = openTab('http://' + location.hostname + ':' + B.consolePort + '/');
      return await until(() => page.document.title && '${SECRET} ' + page.document.title)`,
    shared: { failsBecause: 'it has another origin' },
  },
  'a frame beside it': {
    through: 'websites',
    approach: 'sees both in a website',
    code: 'return await until(() => readChat(parent.frames[0]))',
    ...finds('reply'),
  },
  'its storage in the same website': {
    through: 'websites',
    approach: 'sees both in a website',
    code: `await Promise.race([document.requestStorageAccess().catch(() => {}), sleep(1_000)]); return readStorage(localStorage)`,
    ...finds('localStorage'),
  },
  'its storage, with storage access': {
    through: 'websites',
    approach: 'sees both in a website',
    code: `const all = await Promise.race([document.requestStorageAccess({ all: true }), sleep(1_000)]);
      return readStorage(all.localStorage) + (await readDatabases(all.indexedDB))`,
    ...finds('localStorage'),
  },
};

const DEFAULT_APPROACH: Approach = 'follows a link';

/** Names of the attacks by approach. Those that change the other page are tried one by one. */
export const APPROACHES = Object.groupBy(
  Object.entries(ATTACKS)
    .filter(([, { harms }]) => !harms)
    .map(([name]) => name),
  (name) => ATTACKS[name]?.approach ?? DEFAULT_APPROACH,
);
