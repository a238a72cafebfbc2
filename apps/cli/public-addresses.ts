import type { Service } from '#apps/cli/service/connection.ts';

/** Where a published bot can be reached. */
export type PublicAddresses = {
  /** Page to send to people. */
  pageUrl: string;
  /** Address of the API that starts a chat. */
  startChatUrl: string;
};

/** Returns the addresses of a published bot. Undefined if the service's addresses for the public are not known. */
export function publicAddresses(
  { chatUrl, siteUrl }: Service,
  publicId: string,
): PublicAddresses | undefined {
  if (siteUrl === undefined) return undefined;
  const id = encodeURIComponent(publicId);
  return {
    pageUrl: `${withoutSlash(siteUrl)}/${id}`,
    // The bots' site has the chat API too.
    startChatUrl: `${withoutSlash(chatUrl ?? siteUrl)}/v1/bots/${id}/startChat`,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
