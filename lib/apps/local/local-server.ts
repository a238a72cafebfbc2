import { startApiServer } from './api-server.ts';
import { withChatPage } from './chat-page.ts';
import type { Gateway } from './gateway.ts';
import { type LocalUrls, withReferencePage } from './reference-page.ts';

export type LocalServerOptions = {
  gateway: Gateway;
  /** Port of the management API. 0 picks a free one. */
  port: number;
  /** Port of the chat API. 0 picks a free one. */
  chatPort: number;
  /** Called with one line for each request: `POST /v1/bots/import 200 12 ms`. */
  log?: (line: string) => void;
};

export type LocalServer = {
  /** Address of the management API, `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Address of the chat API. */
  chatUrl: string;
  /**
   * Takes no more requests, lets those that run finish (at most 30 s), then closes. Can be called repeatedly.
   */
  stop(): Promise<void>;
};

/** The port is not available. The message is for the person who chose it. */
export class PortUnavailable extends Error {}

/**
 * Serves the gateway's two APIs on two ports of 127.0.0.1, with the reference page beside the first and the
 * chat page beside the second.
 *
 * @throws PortUnavailable
 */
export async function startLocalServer({
  gateway,
  port,
  chatPort,
  log = () => {},
}: LocalServerOptions): Promise<LocalServer> {
  let urls: LocalUrls | undefined;
  const documented = withReferencePage(gateway, () => urls);
  const management = await startApiServer(documented, 'management', port, log).catch(explain('PORT', port));
  const chat = await startApiServer(withChatPage(gateway), 'chat', chatPort, log)
    .catch(explain('CHAT_PORT', chatPort))
    .catch(async (error) => {
      await management.stop();
      throw error;
    });
  urls = { baseUrl: management.url, chatUrl: chat.url };
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
    throw new PortUnavailable(
      `Port ${port} ${reason}: choose another one with ${variable} (0: any free port)`,
      {
        cause: error,
      },
    );
  };
}
