import fc from 'fast-check';
import { putCredentials } from '#lib/bots/credentials/put-credentials.ts';
import { insertDomain } from '#lib/bots/domains/domain-store.ts';
import { archiveBot } from '#lib/bots/draft/archive-bot.ts';
import { importBot } from '#lib/bots/draft/import-bot.ts';
import { updateBot } from '#lib/bots/draft/update-bot.ts';
import { rewriteFolders } from '#lib/bots/folders/folder-store.ts';
import { publishBot } from '#lib/bots/publication/publish-bot.ts';
import { startChat } from '#lib/chat/start-chat.ts';
import { createJob } from '#lib/jobs/job-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ROLES, type Role } from '#lib/platform/auth/role.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { createInvitation } from '#lib/workspaces/invitations/create-invitation.ts';
import { dropInvitations, readInvitations } from '#lib/workspaces/invitations/invitation-store.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import { ask, chatBot, jump, link, text } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { useCredentialsFile } from '#test/support/endpoints/credentials.ts';
import { createNonce } from '#test/support/sign-in/identity-provider.ts';
import { useIdentityProvider } from '#test/support/sign-in/sign-in-client.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResults } from '#test/support/stored-results.ts';
import { PLACEHOLDER, POOL_NAMES, type PoolName } from './known-values.ts';

type Pools = Record<PoolName, string[]>;

/**
 * A workspace with tokens, bots, releases, results and sessions, plus another workspace. Fuzzed requests take
 * their ids from both.
 */
export type World = {
  workspaceId: string;
  /** Plaintext tokens by role. */
  tokens: Record<Role, string>;
  /** An admin token of another workspace. */
  foreignToken: string;
  /** Replaces a text's placeholders with ids. */
  resolve(text: string): string;
  /** Returns the result that a session writes to. */
  toResult(sessionId: string): { botId: string; resultId: string } | undefined;
  /** Keeps a value from a response for use in later requests. */
  learn(pool: 'cursor' | 'etag', value: string): void;
  /** Creates new bots, results, sessions and tokens, because requests delete or change the old ones. */
  refresh(): Promise<void>;
};

/** Substitute for a value that no response has provided yet. */
export const NOTHING_YET = 'nothing-yet';

/** Maximum number of values per pool that are kept from responses. */
const MAX_LEARNED = 6;
const LIFETIME_MS = 29_000;
const HOUR_MS = 60 * 60 * 1_000;
const GENERATED_BOTS = 3;

export type WorldOptions = {
  /** Whether people can sign in to the own workspace. It takes a while to sign their ID tokens. */
  hasIdentityProvider?: boolean;
};

/** @param documents generator for some of the bots' documents */
export async function createWorld(
  documents: fc.Arbitrary<JsonObject>,
  seed: number,
  { hasIdentityProvider = false }: WorldOptions = {},
): Promise<World> {
  const own = await createTenant(documents, seed);
  const foreign = await createTenant(documents, seed);
  let signIns = 0;
  const populateOwn = async (): Promise<Pools> => {
    const pools = await own.populate();
    return hasIdentityProvider ? { ...pools, ...(await signIdTokens(own.workspaceId)) } : pools;
  };
  let ownPools = await populateOwn();
  const foreignPools = await foreign.populate();
  return {
    workspaceId: own.workspaceId,
    tokens: own.tokens,
    foreignToken: foreign.tokens.admin,
    resolve(template) {
      // An ID token works once.
      if (template.includes('@@idToken:') && template.includes('@@nonce:')) signIns += 1;
      return template.replace(PLACEHOLDER, (_, pool: PoolName, whose: 'own' | 'foreign', index: string) => {
        const values = (whose === 'own' ? ownPools : foreignPools)[pool];
        const place = pool === 'idToken' || pool === 'nonce' ? signIns : Number(index);
        return values[place % values.length] ?? NOTHING_YET;
      });
    },
    toResult: own.toResult,
    learn(pool, value) {
      ownPools[pool] = [...new Set([value, ...ownPools[pool]])].slice(0, MAX_LEARNED);
    },
    async refresh() {
      const { cursor } = ownPools;
      ownPools = { ...(await populateOwn()), cursor };
    },
  };
}

/** As many as requests are sent until the world is refreshed, and some of those are valid. */
const ID_TOKENS = 20;

/** Returns ID tokens of people who have a role by claim, each with its nonce at the same place. */
async function signIdTokens(workspaceId: string): Promise<Pick<Pools, 'idToken' | 'nonce'>> {
  const provider = await useIdentityProvider({ workspaceId });
  const nonces = Array.from({ length: ID_TOKENS }, createNonce);
  const idToken = await Promise.all(
    nonces.map(({ digest }, n) =>
      provider.signIdToken({
        sub: `person-${n}`,
        name: `Person ${n}`,
        groups: ['bot-editors'],
        nonce: digest,
      }),
    ),
  );
  return { idToken, nonce: nonces.map(({ nonce }) => nonce) };
}

async function createTenant(documents: fc.Arbitrary<JsonObject>, seed: number) {
  /** Stored again each time, because a workspace can have at most 100. */
  const credentialsIds = Array.from({ length: 12 }, createId);
  let populations = 0;
  const results = new Map<string, { botId: string; resultId: string }>();
  const { id: workspaceId } = await insertWorkspace({ name: 'Fuzzed' });
  const issue = async (role: Role, name: string) => await insertToken({ workspaceId, role, name });
  const tokens = Object.fromEntries(
    await Promise.all(ROLES.map(async (role) => [role, (await issue(role, role)).token])),
  ) as Record<Role, string>;
  const caller: Caller = {
    tokenId: createId(),
    tokenName: 'Fuzz',
    grants: new Map([[workspaceId, 'admin']]),
  };

  async function populate(): Promise<Pools> {
    const pools = Object.fromEntries(POOL_NAMES.map((name): [PoolName, string[]] => [name, []])) as Pools;
    pools.workspaceId = [workspaceId];
    const imported = async (bot: JsonObject) => (await importBot({ workspaceId, bot }, caller)).bot.head.id;
    const [chat, draft, archived] = [
      await imported(talkative()),
      await imported(v6Document()),
      await imported(v6Document()),
    ];
    const { publicId } = await publishBot(chat, {}, caller);
    await updateBot(chat, { patch: { name: 'Second release' }, overwrite: true, ifMatch: undefined }, caller);
    await updateBot(chat, { patch: talkative(chat), overwrite: true, ifMatch: undefined }, caller);
    await publishBot(chat, {}, caller);
    await archiveBot(archived, caller);
    const generated = await Promise.all(
      fc
        .sample(documents, { seed: seed + ++populations, numRuns: GENERATED_BOTS })
        .map(async (document) => await imported(document)),
    );
    const published = await Promise.all(
      generated.map(async (id) => (await publishBot(id, {}, caller)).publicId),
    );
    pools.botId = [chat, draft, archived, ...generated];
    pools.publicBot = [publicId, ...published, `${publicId}-not`];

    const begin = async (botId: string, address: string, message?: string) => {
      const { sessionId, resultId } = await startChat(address, message === undefined ? {} : { message }, {
        origin: undefined,
        deadlineMs: Date.now() + LIFETIME_MS,
      });
      pools.sessionId.push(sessionId);
      if (resultId !== undefined) results.set(sessionId, { botId, resultId });
      return resultId ?? '';
    };
    pools.unusedSessionId = Array.from({ length: 6 }, () => createId());
    for (const message of [undefined, 'Ada', 'North'])
      pools.resultId.push(await begin(chat, publicId, message));
    const uploads = await imported(fileBot());
    const { publicId: uploadsPublicId } = await publishBot(uploads, {}, caller);
    for (let n = 0; n < 3; n++) await begin(uploads, uploadsPublicId);
    pools.resultId.push(...(await storedResults(workspaceId, chat, 6)));
    const spare = await Promise.all(
      ROLES.flatMap((role) => [issue(role, 'spare'), issue(role, 'spare too')]),
    );
    pools.tokenId = spare.map(({ id }) => id);
    // A workspace has a limited number of them.
    await dropInvitations((await readInvitations(workspaceId)).pending);
    const invitations = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const request = { workspaceId, name: `Guest ${n}`, role: 'viewer' as const };
        return await createInvitation(request, `Bearer ${tokens.admin}`, caller);
      }),
    );
    pools.invitationId = invitations.slice(0, 12).map(({ invitation }) => invitation.id);
    pools.invitationSecret = invitations.slice(12).map(({ secret }) => secret);
    // Jobs that were never started do not count as unfinished.
    const longAgo = new Date(Date.now() - HOUR_MS).toISOString();
    const jobs = await Promise.all(
      [1, 2].map(async () => await createJob(waitingJob(workspaceId, draft, { createdAt: longAgo }))),
    );
    pools.jobId = jobs.map(({ id }) => id);
    pools.domain = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const domain = await insertDomain({ workspaceId, name: `${createId()}.custom.example` }, caller);
        return domain?.name ?? NOTHING_YET;
      }),
    );
    useCredentialsFile();
    pools.credentialsId = await Promise.all(
      credentialsIds.map(async (credentialsId) => {
        // Nothing is sent to its provider.
        const content = { kind: 'segment', data: { apiKey: 'made-up' } };
        await putCredentials({ workspaceId, credentialsId, ...content }, caller);
        return credentialsId;
      }),
    );
    pools.folderId = Array.from({ length: 16 }, createId);
    const now = new Date().toISOString();
    const folders = pools.folderId.map((id, n) => {
      return { id, name: `Folder ${n}`, parentFolderId: null, createdAt: now, updatedAt: now };
    });
    // In place of all that requests have made, because a workspace can have 500.
    await rewriteFolders({ ...changeOrigin(caller), action: 'createFolder', workspaceId }, () => folders);
    return pools;
  }

  return { workspaceId, tokens, populate, toResult: (sessionId: string) => results.get(sessionId) };
}

/** Creates a bot that never stops asking: every reply leads to another question. */
function talkative(self?: string) {
  return chatBot(
    [
      {
        id: 'g',
        blocks: [
          text('hello', 'Hello {{Name}}, {{File}}'),
          ask('ask-name', { variableId: 'v-name' }),
          {
            id: 'ask-pick',
            type: 'choice input',
            options: { variableId: 'v-pick', isMultipleChoice: true },
            items: [
              { id: 'north', content: 'North' },
              { id: 'south', content: 'South' },
            ],
          },
          {
            id: 'set',
            type: 'Set variable',
            options: { variableId: 'v-number', expressionToEvaluate: '1 + 1' },
          },
          ...(self === undefined ? [] : [link('link', self, { groupId: 'g' })]),
          jump('again', 'g'),
        ],
      },
    ],
    {
      variables: ['v-name', 'v-pick', 'v-number', 'v-file'].map((id) => ({ id, name: NAMES[id] ?? id })),
      settings: { general: { rememberUser: { isEnabled: true } } },
    },
  );
}

const NAMES: Record<string, string> = {
  'v-name': 'Name',
  'v-pick': 'Pick',
  'v-number': 'Number',
  'v-file': 'File',
};

function fileBot() {
  const file = {
    id: 'ask-file',
    type: 'file input',
    options: { isMultipleAllowed: true, variableId: 'v-file' },
  };
  return chatBot([{ id: 'g', blocks: [file, jump('again', 'g')] }], {
    variables: [{ id: 'v-file', name: 'File' }],
  });
}
