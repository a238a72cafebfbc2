import { fileURLToPath } from 'node:url';
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import type { Config } from '../config.ts';
import { pinLogicalId, toLogicalId } from '../pinned-logical-id.ts';

/** A CloudFront function from `apps/sites/edge`, which runs at the edge before a request goes on. */
export class EdgeFunction extends Construct {
  readonly function: CloudFrontFunction;

  constructor(
    scope: Construct,
    id: string,
    { file, comment, values, config }: { file: string; comment: string; values?: EdgeValues; config: Config },
  ) {
    super(scope, id);
    this.function = new CloudFrontFunction(this, 'Function', {
      functionName: `bots-${config.stage}-${file}`,
      comment,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(edgeSource(file, values)),
    });
    pinLogicalId(this.function, `${toLogicalId(file)}EdgeFunction`);
  }
}

/** JSON that takes the place of a name which the source only declares. */
export type EdgeValues = Record<string, unknown>;

/**
 * Returns the source as CloudFront takes it: a script with a function `handler`, which refuses scripts for service
 * workers and leaves everything else to the file.
 */
export function edgeSource(file: string, values: EdgeValues = {}): string {
  const toEntryPath = (name: string) =>
    JSON.stringify(fileURLToPath(new URL(`../../apps/sites/edge/${name}.ts`, import.meta.url)));
  const { outputFiles } = buildSync({
    stdin: {
      contents: [
        `import { handler } from ${toEntryPath(file)};`,
        `import { guardAgainstServiceWorkers } from ${toEntryPath('refuse-service-worker')};`,
        'run = guardAgainstServiceWorkers(handler);',
      ].join('\n'),
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
    write: false,
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'iife',
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
    target: 'es2015',
    charset: 'ascii',
  });
  return `var run;${outputFiles[0]?.text.trim()}function handler(event){return run(event)}\n`;
}
