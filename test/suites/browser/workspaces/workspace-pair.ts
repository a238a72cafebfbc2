import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '#apps/client/client.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { startService } from '#test/apps/cli/local-service.ts';
import { startDomainProxy } from './domain-proxy.ts';

/**
 * Where the pages of workspaces are: at one origin, each at a site of its own below localhost, or each at a name of one
 * domain.
 */
export type OriginMode = 'one origin' | 'localhost' | 'a domain';

/** A workspace that trusts nobody, with a token that reaches no other. */
export type Tenant = {
  client: Client;
  /** Origin of the pages of the workspace's bots. */
  origin: string;
  /** Imports and publishes a bot, and returns its publicId. */
  publish(bot: JsonObject): Promise<string>;
};

/** A running server with two workspaces that have nothing to do with one another. */
export type WorkspacePair = {
  /** The origin that all workspaces share. */
  bareOrigin: string;
  /** Port of the console, which signs in with a token of this machine. */
  consolePort: string;
  victim: Tenant;
  attacker: Tenant;
  stop(): Promise<void>;
};

export async function startWorkspacePair(mode: OriginMode): Promise<WorkspacePair> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'workspace-pair-'));
  const service = await startService(dataDir, { WORKSPACE_ORIGINS: mode === 'one origin' ? 'off' : 'on' });
  const { baseUrl, chatUrl } = service;
  const proxy = mode === 'a domain' ? await startDomainProxy(chatUrl) : undefined;
  const bareOrigin = proxy?.origin ?? (mode === 'localhost' ? toLocalhost(chatUrl) : chatUrl);
  const operator = createClient(service);
  const createTenant = async (name: string): Promise<Tenant> => {
    const { workspace, token } = await operator.createWorkspace({ body: { name } });
    const client = createClient({ baseUrl, chatUrl, token: token.token });
    return {
      client,
      origin: mode === 'one origin' ? bareOrigin : toWorkspaceOrigin(bareOrigin, workspace.id),
      async publish(bot) {
        const { id: botId } = (await client.importBot({ body: { workspaceId: workspace.id, bot } })).bot;
        return (await client.publishBot({ params: { botId } })).publicId;
      },
    };
  };
  return {
    bareOrigin,
    consolePort: new URL(baseUrl).port,
    victim: await createTenant('A bakery'),
    attacker: await createTenant('A stranger'),
    async stop() {
      await proxy?.stop();
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The name of this machine that can have others below it. */
export function toLocalhost(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

/**
 * Returns the origin of a workspace's pages. Computed here once more, because addresses that are printed and bookmarked
 * must never change.
 */
export function toWorkspaceOrigin(bareOrigin: string, workspaceId: string): string {
  const label = createHash('sha256').update(workspaceId).digest('hex').slice(0, 32);
  return bareOrigin.replace('://', `://${label}.`);
}
