import { botPagePolicy } from '#lib/platform/http/bot-page-policy.ts';
import { PREVIEW_SANDBOX } from './preview-sandbox.ts';
import type { SiteFile } from './site-file.ts';

/** Origins that the sites name in their headers. */
export type SiteOrigins = {
  /** Origin of the console. May be several, separated by spaces. */
  console: string;
  /** Origin of the bots' site. May be several, separated by spaces. */
  bots: string;
  /** Origins at which the console asks the identity provider. */
  identityProvider?: readonly string[];
  /** Origin to which forms for uploads are posted. Absent if files are not stored, or at the bots' site. */
  uploads?: string | undefined;
};

/** Sent with every file of both sites. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // Third-party sites that a bot embeds or links to must not see which chat the visitor is in.
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Features of the browser that the console may use. */
export const CONSOLE_PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/**
 * Features of the browser that pages with bots may use: voice messages need the microphone, payments the browser's own, and an author's
 * script may ask for the place or the camera. Each asks the respondent first.
 */
export const BOTS_PERMISSIONS = 'usb=(), serial=(), hid=(), midi=()';

/** The console holds a token that can change everything, and runs no script but its own. */
export function consolePolicy({
  bots,
  identityProvider = [],
  uploads,
}: Pick<SiteOrigins, 'bots' | 'identityProvider' | 'uploads'>): string {
  return join([
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "script-src 'self'",
    // Charts place their parts with inline styles.
    "style-src 'self' 'unsafe-inline'",
    // The chat API, for trying a draft, the identity provider, and the bucket of files.
    ["connect-src 'self'", bots, ...identityProvider, ...(uploads === undefined ? [] : [uploads])].join(' '),
    // Pictures of bots and of results come from anywhere.
    'img-src http: https: data: blob:',
    'media-src http: https: data: blob:',
    "font-src 'self' data:",
    // Previews of drafts, and pages that show how a bot looks on a website.
    `frame-src ${bots}`,
    "frame-ancestors 'none'",
  ]);
}

/**
 * The frame inside the console runs the draft. It has no origin, also where its address is opened as a page, and not even
 * pages of bots may frame it.
 */
export function previewFramePolicy(
  inlineScript: string,
  { console: consoleOrigin }: Pick<SiteOrigins, 'console'>,
): string {
  return join([botPagePolicy(inlineScript, consoleOrigin), `sandbox ${PREVIEW_SANDBOX}`]);
}

/**
 * Lets other websites load the embed and its chunks, which browsers fetch with CORS because they are modules. The
 * preview's frame has no origin, so it needs this, too. `X-Frame-Options` and the like are not for scripts.
 */
export const CROSS_ORIGIN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** Tells whether other origins may load the file. */
export function isCrossOrigin({ site, path }: Pick<SiteFile, 'site' | 'path'>): boolean {
  return site === 'bots' && (path === '/embed.js' || path.startsWith('/_assets/'));
}

function join(directives: readonly string[]): string {
  return directives.join('; ');
}
