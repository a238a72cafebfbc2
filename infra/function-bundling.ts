import { type BundlingOptions, Charset, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';

/**
 * How a function is bundled. CommonJS, minified, the packages' ES modules first: of what esbuild can make, this
 * starts fastest. The SDK is bundled too, for the one that the runtime brings is slower to load.
 */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  bundleAwsSDK: true,
  charset: Charset.UTF8,
  // CommonJS has none, and the machine for user code makes a `require` of it. Any address of a file will do.
  define: { 'import.meta.url': JSON.stringify('file:///var/task/index.js') },
  esbuildArgs: {
    // Relative to the project root, where esbuild is started.
    '--alias:@aws-sdk/credential-provider-node': './lib/store/lambda-credentials.ts',
  },
};
