/**
 * Packages that a function loads only when a bot needs them: code, mail, phone numbers, files and so on. Each
 * becomes a separate file beside `index.js`, because a function reads and compiles all of `index.js` at every
 * cold start, including the modules in it that are imported lazily. Names are as the code imports them, with
 * `await import(…)`.
 */
export const LAZY_PACKAGES = [
  '@aws-sdk/client-s3',
  '@aws-sdk/client-secrets-manager',
  '@jitl/quickjs-singlefile-mjs-release-sync',
  'chrono-node/en',
  'jose',
  'libphonenumber-js/min',
  'nodemailer',
  'nodemailer/lib/addressparser',
  'nodemailer/lib/mail-composer',
  'qrcode',
  'quickjs-emscripten-core',
] as const;
