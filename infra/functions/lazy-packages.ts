import type { Endpoint } from '#lib/platform/http/contract.ts';

/**
 * Packages that functions load lazily, when a bot needs code, mail, phone numbers, files and so on. Each is
 * bundled into a separate file, because a cold start reads and compiles all of `index.js`, including its
 * lazily imported modules. Names are exactly as in the code's `await import(…)` or `loadPackage(…)`.
 */
export const LAZY_PACKAGES = [
  '@aws-sdk/client-s3',
  '@aws-sdk/client-secrets-manager',
  '@date-fns/tz/date',
  '@jitl/quickjs-singlefile-mjs-release-sync',
  'chrono-node/en',
  'date-fns/format',
  'ipaddr.js',
  'jose',
  'libphonenumber-js/min',
  'mdast-util-from-markdown',
  'nodemailer',
  'nodemailer/lib/addressparser',
  'nodemailer/lib/mail-composer',
  'nodemailer/lib/smtp-connection',
  'qrcode',
  'quickjs-emscripten-core',
  'validator/lib/isEmail.js',
  'validator/lib/isURL.js',
] as const;

/** Whether an endpoint's function loads some of `LAZY_PACKAGES`. */
export function hasLazyPackages({
  runsBots,
  looksUpCredentials,
  managesCredentials,
  asksIdentityProvider,
}: Pick<
  Endpoint,
  'runsBots' | 'looksUpCredentials' | 'managesCredentials' | 'asksIdentityProvider'
>): boolean {
  return Boolean(runsBots || looksUpCredentials || managesCredentials || asksIdentityProvider);
}

/**
 * Modules of this project that functions load only with traces on, by the names under which bundles require them. Each is
 * bundled into a separate file with its packages, and only deployments with traces have these files.
 */
export const LAZY_MODULES = {
  '@bots/export-spans': '#lib/platform/observability/export-spans.ts',
  '@bots/work-recorder': '#lib/platform/observability/work-recorder.ts',
} as const;
