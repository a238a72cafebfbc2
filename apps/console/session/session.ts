import { computed, signal } from '@preact/signals';
import type { Client } from '#apps/client/client.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { forgetLoaded } from '../data/loaded.ts';
import { forgetUnsentEdits, hashOwnerId } from '../data/unsent-edits.ts';
import { createConsoleClient } from './console-client.ts';
import { fetchConsoleConfig } from './fetch-console-config.ts';
import { fetchLocalToken, takeTokenFromAddress } from './local-token.ts';

export type SessionWorkspace = { id: string; name: string; role: Role };

/** Someone who is signed in. */
export type ConsoleSession = {
  client: Client;
  token: { id: string; name: string; expiresAt: string | null; signIn?: { personId: string } | undefined };
  /** Workspaces in which the token has a role, at least one. */
  workspaces: readonly SessionWorkspace[];
  workspace: SessionWorkspace;
  /** Origin of the bots' site and the chat API, without a trailing slash. */
  botsUrl: string;
  /** Whether each workspace's bots have their pages at an origin of their own. */
  hasWorkspaceOrigins: boolean;
  /** The operator's OAuth client for Google accounts, if there is one. */
  google?: { clientId: string };
  /** Whether the service stores files. */
  hasFiles: boolean;
};

export type SessionState =
  | { status: 'resuming' }
  | { status: 'signed-out'; reason?: string }
  /** The token may be fine: the service did not respond to it. */
  | { status: 'failed'; error: unknown }
  | { status: 'signed-in'; session: ConsoleSession };

/*
 * The token is kept in sessionStorage: for this tab, until it is closed. Every other tab and window signs in
 * itself, and a browser that is opened again knows no token, unless a person who was invited has chosen to stay signed in.
 */
const TOKEN_KEY = 'token';
const WORKSPACE_KEY = 'workspace';

/** Key in localStorage of a personal token with which somebody stays signed in on this browser. */
const KEPT_TOKEN_KEY = 'kept-token';

const state = signal<SessionState>({ status: 'resuming' });

export const sessionState = computed(() => state.value);

/** Counts the sign-ins of this tab. One that another has overtaken no longer changes anything. */
let latestAttempt = 0;

function beginAttempt(): () => boolean {
  latestAttempt += 1;
  const attempt = latestAttempt;
  return () => attempt === latestAttempt;
}

/** Signs in with the token of this tab, of this browser or, locally, of the server, if there is one. */
export async function resumeSession(): Promise<void> {
  const isLatest = beginAttempt();
  state.value = { status: 'resuming' };
  const linked = takeTokenFromAddress();
  const token =
    linked.token ??
    sessionStorage.getItem(TOKEN_KEY) ??
    localStorage.getItem(KEPT_TOKEN_KEY) ??
    (await fetchLocalToken());
  if (!isLatest()) return;
  if (token === undefined) {
    endSession(linked.refusal);
    return;
  }
  try {
    await openSession(token, { isKept: false, isLatest });
  } catch (error) {
    if (!isLatest()) return;
    if (isRefused(error)) endSession('The token is unknown, has expired or was revoked.');
    else state.value = { status: 'failed', error };
  }
}

/**
 * Signs in for this tab.
 *
 * @param isKept whether later tabs of this browser sign in with the token, too, until somebody signs out
 * @throws ApiError UNAUTHORIZED if the token is invalid, TypeError from `fetch` if the server cannot be reached
 */
export async function signIn(token: string, { isKept = false } = {}): Promise<void> {
  await openSession(token, { isKept, isLatest: beginAttempt() });
}

async function openSession(
  token: string,
  { isKept, isLatest }: { isKept: boolean; isLatest: () => boolean },
): Promise<void> {
  const config = await fetchConsoleConfig();
  const { botsUrl } = config;
  const onUnauthorized = () => {
    if (isLatest() && state.value.status === 'signed-in') endSession('Your token is no longer valid.');
  };
  const client = createConsoleClient({ token, botsUrl, onUnauthorized });
  const me = await client.getMe();
  if (!isLatest()) return;
  const workspace =
    me.workspaces.find(({ id }) => id === sessionStorage.getItem(WORKSPACE_KEY)) ?? me.workspaces[0];
  if (!workspace) throw new Error('The workspace of this token no longer exists.');
  sessionStorage.setItem(TOKEN_KEY, token);
  if (isKept) localStorage.setItem(KEPT_TOKEN_KEY, token);
  sessionStorage.setItem(WORKSPACE_KEY, workspace.id);
  forgetLoaded();
  void hashOwnerId(getOwnerId(me.token)).then(forgetUnsentEdits);
  state.value = {
    status: 'signed-in',
    session: { client, token: me.token, workspaces: me.workspaces, workspace, ...config },
  };
}

/** Forgets the token, everything that was loaded with it, and edits that could not be saved. */
export function signOut(): void {
  void forgetUnsentEdits();
  endSession();
}

/** Forgets the token and everything that was loaded with it. Whoever signs in again may still have unsaved edits back. */
function endSession(reason?: string): void {
  const token = sessionStorage.getItem(TOKEN_KEY);
  // A tab that has signed in with another token leaves the kept one alone.
  if (token === null || token === localStorage.getItem(KEPT_TOKEN_KEY))
    localStorage.removeItem(KEPT_TOKEN_KEY);
  sessionStorage.removeItem(TOKEN_KEY);
  sessionStorage.removeItem(WORKSPACE_KEY);
  forgetLoaded();
  state.value = { status: 'signed-out', ...(reason !== undefined && { reason }) };
}

/**
 * Returns an id of whom unsaved edits belong to: the person, who gets another token with each sign-in with an identity
 * provider, or else the token.
 */
export function getOwnerId({ id, signIn }: Pick<ConsoleSession['token'], 'id' | 'signIn'>): string {
  return signIn?.personId ?? id;
}

/** Signs this tab out when another one forgets the token with which both have stayed signed in. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue, storageArea }) => {
    if (storageArea !== localStorage || newValue !== null) return;
    // No key: everything was cleared.
    const wasForgotten =
      key === null || (key === KEPT_TOKEN_KEY && oldValue === sessionStorage.getItem(TOKEN_KEY));
    if (wasForgotten && state.value.status === 'signed-in') endSession('You have signed out in another tab.');
  });
}

/** Changes to another workspace of the token. */
export function chooseWorkspace(id: string): void {
  const current = state.value;
  if (current.status !== 'signed-in') return;
  const workspace = current.session.workspaces.find((candidate) => candidate.id === id);
  if (!workspace) return;
  sessionStorage.setItem(WORKSPACE_KEY, id);
  forgetLoaded();
  state.value = { status: 'signed-in', session: { ...current.session, workspace } };
}

/**
 * Returns the session. Only for components inside of the shell, which is not shown without one.
 *
 * @throws Error if nobody is signed in
 *
 * @example
 * const { client, workspace } = useSession();
 */
export function useSession(): ConsoleSession {
  const current = state.value;
  if (current.status !== 'signed-in') throw new Error('Nobody is signed in');
  return current.session;
}

/** Tells whether the role suffices in the workspace, which is the current one unless its id is given. */
export function useRole(least: Role, workspaceId?: string): boolean {
  const order: readonly Role[] = ['viewer', 'editor', 'admin'];
  const { workspaces, workspace } = useSession();
  const asked = workspaceId === undefined ? workspace : workspaces.find(({ id }) => id === workspaceId);
  return asked !== undefined && order.indexOf(asked.role) >= order.indexOf(least);
}

function isRefused(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 401;
}
