import { startApiServer } from './api-server.ts';
import { withChatPage } from './chat-page.ts';
import type { Gateway } from './gateway.ts';
import { type LocalUrls, withReferencePage } from './reference-page.ts';

export type LocalServerOptions = {
  gateway: Gateway;
  /** Of the management API; 0: any free port. */
  port: number;
  /** Of the chat API; 0: any free port. */
  chatPort: number;
  /** Called with one line for each request: `POST /v1/bots/import 200 12 ms`. */
  log?: (line: string) => void;
};

export type LocalServer = {
  /** The management API, `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** The chat API. */
  chatUrl: string;
  /** Takes no more requests, lets those that run finish (at most 30 s), then closes. Harmless when repeated. */
  stop(): Promise<void>;
};

/** A port that cannot be had. The message is for the person who chose it. */
export class PortUnavailable extends Error {}

/**
 * Serves the gateway's two APIs on two ports of 127.0.0.1, the reference page beside the first, the chat page beside the
 * second.
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
    const reason = { EADDRINUSE: 'is already in use', EACCES: 'is not yours to use' }[error.code ?? ''];
    if (reason === undefined) throw error;
    throw new PortUnavailable(
      `Port ${port} ${reason}: choose another one with ${variable} (0: any free port)`,
      {
        cause: error,
      },
    );
  };
}
