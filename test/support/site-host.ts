import type { Api } from '#test/support/describe-api.ts';
import { SITE_PROOF } from './deployed/firewall-model.ts';

/**
 * Returns the headers of a request that a site passes on, which was asked for at a host. The local server is a site: it
 * says itself at which host it was asked.
 */
export function seenAt({ target }: Pick<Api, 'target'>, host: string): Record<string, string> {
  if (target === 'http') return { Host: host };
  process.env.SITE_PROOF ||= SITE_PROOF;
  return { 'X-Site-Proof': process.env.SITE_PROOF, 'X-Viewer-Host': host };
}
