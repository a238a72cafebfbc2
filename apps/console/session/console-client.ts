import { type Client, createClient } from '#apps/client/client.ts';

/** Creates the client of the API, which is at the console's own origin. */
export function createConsoleClient(options: {
  token: string;
  /** Origin of the bots' site, which also serves the chat API. */
  botsUrl: string;
  /** Called when the service no longer accepts the token. */
  onUnauthorized: () => void;
}): Client {
  const { token, botsUrl, onUnauthorized } = options;
  return createClient({
    baseUrl: location.origin,
    chatUrl: botsUrl,
    token,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (response.status === 401) onUnauthorized();
      return response;
    },
  });
}
