/**
 * Schema versions of a bot document. "3", "4" and "5" form the V5 variant (a start block inside a group), "6"
 * and "6.1" the V6 variant (start events). 6.1 differs from 6 only in a renderer's default colours, so nothing
 * is converted between the two.
 */
export const V5_VERSIONS = ['3', '4', '5'] as const;
export const V6_VERSIONS = ['6', '6.1'] as const;
export const BOT_VERSIONS = [...V5_VERSIONS, ...V6_VERSIONS] as const;

/** Target of migrations. Not "6.1", because documents below 6 are rendered with the default colours of 6. */
export const LATEST_VERSION = '6';

export type BotVersion = (typeof BOT_VERSIONS)[number];

export function isV6(version: BotVersion): boolean {
  return (V6_VERSIONS as readonly string[]).includes(version);
}

/**
 * Returns the version as the API reports it. The interface's enum lacks "6.1", so that becomes "6", the same
 * variant.
 */
export function toReportedVersion(version: BotVersion): '3' | '4' | '5' | '6' {
  return version === '6.1' ? '6' : version;
}
