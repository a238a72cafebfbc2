import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { SourceContent } from '#test/support/source-api.ts';
import { fail, makeBytes, type SourceStore } from './source-store.ts';

/* An installation of Typebot with 200 files, 12 of which cannot be brought. */

export const WORKSPACE = 'wssource0000000000000000a';
export const BOT = 'botsource000000000000000a';
const OTHER_BOT = 'botsource000000000000000b';
const AT = '2026-05-04T08:00:00.000Z';

export type WorldWithFiles = {
  content: SourceContent;
  /** Addresses in the source, with the key of each in the store. */
  readable: Map<string, string>;
  /** Addresses in the source of files that cannot be brought. */
  unreadable: Map<string, RegExp>;
};

export function createWorldWithFiles(store: SourceStore, builder: string): WorldWithFiles {
  const readable = new Map<string, string>();
  const unreadable = new Map<string, RegExp>();
  const keyed = `http://127.0.0.1:${store.port}/typebot/`;
  const plain = `http://localhost:${store.port}/`;
  const keep = (key: string, mediaType: string) => {
    store.files.set(key, { bytes: makeBytes(key), mediaType });
    return key;
  };
  const folder = `public/workspaces/${WORKSPACE}/typebots/${BOT}/`;
  const pictures = Array.from({ length: 130 }, (_, n) => {
    const key = keep(`${folder}blocks/b${n}/picture ${n}.png`, 'image/png');
    const address = `${n % 2 === 0 ? keyed : plain}${encodeURI(key)}`;
    readable.set(address, key);
    return address;
  });
  const oddities = addOddities(store, folder, plain, keyed, unreadable);
  const photos = Array.from({ length: 38 }, (_, n) => {
    const key = keep(`${folder}results/r${n}/photo-${n}.jpg`, 'image/jpeg');
    readable.set(`${plain}${key}`, key);
    return `${plain}${key}`;
  });
  const secrets = Array.from({ length: 20 }, (_, n) => {
    const rest = `typebots/${BOT}/results/r${n}/blocks/ask/secret-${n}.pdf`;
    const key = keep(`private/workspaces/${WORKSPACE}/${rest}`, 'application/pdf');
    readable.set(`${builder}/api/${rest}`, key);
    return `${builder}/api/${rest}`;
  });
  const results = Array.from({ length: 38 }, (_, n) => makeResult(n, photos[n] ?? '', secrets[n]));
  const documents = [...pictures.slice(0, 100), ...oddities];
  const typebot = makeBot(BOT, 'With files', documents);
  const published = { ...makeBot(BOT, 'With files', documents), id: 'publication', typebotId: BOT };
  const other = makeBot(OTHER_BOT, 'Other', pictures.slice(95));
  return {
    readable,
    unreadable,
    content: {
      workspaces: [{ id: WORKSPACE, name: 'Acme' }],
      domains: new Map(),
      people: new Map(),
      folders: [],
      bots: [
        { workspaceId: WORKSPACE, typebot, published },
        { workspaceId: WORKSPACE, typebot: other, published: null },
      ],
      results: new Map([[BOT, results]]),
      logs: new Map(),
    },
  };
}

function addOddities(
  store: SourceStore,
  folder: string,
  plain: string,
  keyed: string,
  unreadable: Map<string, RegExp>,
): string[] {
  const add = (base: string, name: string, reason: RegExp) => {
    unreadable.set(`${base}${folder}${name}`, reason);
    return `${folder}${name}`;
  };
  add(keyed, 'missing-1.png', /missing: the store responds with status 404/);
  add(plain, 'missing-2.png', /missing: its address responds with status 404/);
  const large = add(keyed, 'large-1.png', /too large|limit of 10 MB/);
  store.files.set(large, { bytes: Buffer.alloc(10 * 1_024 * 1_024 + 1), mediaType: 'image/png' });
  store.oddities.set(add(plain, 'large-2.png', /too large|limit of 10 MB/), (_, response) => {
    // Does not say how long it is.
    response.writeHead(200, { 'content-type': 'image/png' });
    for (let sent = 0; sent < 11; sent += 1) response.write(Buffer.alloc(1_024 * 1_024, 1));
    response.end();
  });
  store.oddities.set(add(plain, 'locked.png', /private or missing: .* 403/), (_, response) =>
    fail(response, 403, 'AccessDenied'),
  );
  const circle = add(plain, 'circle-1.png', /redirects more than 5 times/);
  const back = add(plain, 'circle-2.png', /redirects more than 5 times/);
  const redirect = (target: string) => (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(302, { location: target }).end();
  store.oddities.set(circle, redirect(`/${back}`));
  store.oddities.set(back, redirect(`/${circle}`));
  store.oddities.set(
    add(plain, 'metadata.png', /link-local addresses/),
    redirect('http://169.254.169.254/latest/meta-data/'),
  );
  store.oddities.set(add(plain, 'local.png', /redirects to no web address/), redirect('file:///etc/passwd'));
  const page = add(plain, 'page.html', /Files of this kind cannot be uploaded/);
  store.files.set(page, { bytes: Buffer.from('<script>alert(1)</script>'), mediaType: 'text/html' });
  store.files.set(add(plain, 'empty.png', /is empty/), { bytes: Buffer.alloc(0), mediaType: 'image/png' });
  // Looks like a file of the source, at a host that nobody has named.
  const inside = `http://127.0.0.1:9/${folder}inside.png`;
  unreadable.set(inside, /loopback addresses/);
  return [...unreadable.keys()];
}

function makeBot(id: string, name: string, addresses: string[]): JsonObject {
  const [avatar = '', style = '', ...pictures] = addresses;
  return {
    id,
    version: '6.1',
    name,
    workspaceId: WORKSPACE,
    icon: null,
    folderId: null,
    publicId: null,
    customDomain: null,
    isArchived: false,
    isClosed: false,
    createdAt: AT,
    updatedAt: AT,
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'edge' }],
    groups: [
      {
        id: 'group',
        title: 'Group',
        graphCoordinates: { x: 0, y: 0 },
        blocks: [
          ...pictures.map((url, n) => ({ id: `b${n}`, type: 'image', content: { url } })),
          { id: 'ask', type: 'file input', options: { variableId: 'v-file' } },
        ],
      },
    ],
    edges: [{ id: 'edge', from: { eventId: 'start' }, to: { groupId: 'group' } }],
    variables: [{ id: 'v-file', name: 'File' }],
    theme: {
      chat: { hostAvatar: { isEnabled: true, url: avatar } },
      customCss: `.typebot-container { background: url(${style}); }`,
    },
    settings: {},
  };
}

function makeResult(n: number, photo: string, secret: string | undefined): JsonObject {
  return {
    id: `r${n}`,
    createdAt: AT,
    isCompleted: true,
    hasStarted: true,
    variables: [{ id: 'v-file', name: 'File', value: n % 2 === 0 ? photo : [photo] }],
    answers: [
      { blockId: 'ask', content: secret === undefined ? photo : `${photo}, ${secret}` },
      { blockId: 'ask', content: photo },
      { blockId: 'name', content: 'Ada' },
    ],
  };
}
