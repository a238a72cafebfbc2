import { isListedDomain } from '#lib/bots/document/domain-list.ts';

/** Whether the operator serves bots under this name. Names are in CUSTOM_DOMAINS, with a space between them. */
export function isConfiguredDomain(name: string): boolean {
  const entries = process.env.CUSTOM_DOMAINS?.split(' ').filter(Boolean) ?? [];
  return isListedDomain(name, entries);
}

/** Returns the name that DNS must lead custom domains to. Null on a laptop, where no DNS is involved. */
export function getDomainTarget(): string | null {
  return process.env.CUSTOM_DOMAINS_TARGET || null;
}
