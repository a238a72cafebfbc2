import type { FileServer } from '#apps/local/files/serve-files.ts';
import { startApiServer } from '#apps/local/gateway/api-server.ts';
import type { ConnectionLimits } from '#apps/local/gateway/connection-limits.ts';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import { useSiteProof } from './bot-page-requests.ts';
import { type LocalSession, withLocalSession } from './local-session.ts';
import { type LocalUrls, withReferencePage } from './reference-page.ts';
import { localOrigins, withSites } from './serve-sites.ts';

export type LocalServerOptions = {
  gateway: Gateway;
  /** Port of the management API. 0 picks a free one. */
  port: number;
  /** Port of the chat API. 0 picks a free one. */
  chatPort: number;
  /** Whether each workspace's pages are at an origin of their own, `http://<label>.localhost:3001`. */
  workspaceOrigins?: boolean | undefined;
  /** Called with one line per request: `POST /v1/bots/import 200 12 ms`. */
  log?: (line: string) => void;
  /** Token and ids for the pages of the management address. Undefined until there are any. */
  getSession?: (() => LocalSession | undefined) | undefined;
  /** Serves uploaded and generated files on the chat address. */
  serveFiles?: FileServer | undefined;
  /** Time, connections and memory for requests that have not arrived yet. */
  limits?: Partial<ConnectionLimits> | undefined;
};

export type LocalServer = {
  /** URL of the management API, such as `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** URL of the chat API. */
  chatUrl: string;
  /** Stops accepting requests, waits up to 30 s for those in flight, then closes. Idempotent. */
  stop(): Promise<void>;
};

/** The port is unavailable. The message names the variable that changes it. */
export class PortUnavailableError extends Error {
  override name = 'PortUnavailableError';
}

/**
 * Serves the gateway's two APIs on two 127.0.0.1 ports, with the console and the reference page on
 * the first, bots' pages and the embed on the second.
 *
 * @throws PortUnavailableError
 */
export async function startLocalServer({
  gateway,
  port,
  chatPort,
  workspaceOrigins = false,
  log = () => {},
  getSession = () => undefined,
  serveFiles,
  limits,
}: LocalServerOptions): Promise<LocalServer> {
  let urls: LocalUrls | undefined;
  const served = withLocalSession(
    withReferencePage(
      withSites(gateway, () => urls),
      () => urls,
    ),
    getSession,
  );
  const management = await startApiServer(served, 'management', { port, log, limits }).catch(
    explain('PORT', port),
  );
  const chat = await startApiServer(served, 'chat', { port: chatPort, log, serveFiles, limits })
    .catch(explain('CHAT_PORT', chatPort))
    .catch(async (error) => {
      await management.stop();
      throw error;
    });
  urls = { baseUrl: management.url, chatUrl: chat.url };
  // Read by the functions, which a deployment configures with their environment.
  useSiteProof();
  process.env.CONSOLE_ORIGINS = localOrigins(management.url);
  process.env.WORKSPACE_ORIGINS_BELOW = workspaceOrigins ? `http://localhost:${new URL(chat.url).port}` : '';
  return {
    ...urls,
    async stop() {
      await Promise.all([management.stop(), chat.stop()]);
    },
  };
}

function explain(variable: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const reason = { EADDRINUSE: 'is already in use', EACCES: 'needs permission' }[error.code ?? ''];
    if (reason === undefined) throw error;
    throw new PortUnavailableError(
      `Port ${port} ${reason}: choose another one with ${variable} (0: any free port)`,
      {
        cause: error,
      },
    );
  };
}
