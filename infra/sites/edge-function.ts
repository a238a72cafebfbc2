import { fileURLToPath } from 'node:url';
import { Stack } from 'aws-cdk-lib';
import {
  Function as CloudFrontFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import type { Config } from '../config.ts';
import { pinLogicalId, toLogicalId } from '../pinned-logical-id.ts';

export type EdgeFunctionProps = {
  /** Name of its file in `apps/sites/edge`. */
  file: string;
  comment: string;
  /** Before the request goes on, or before the viewer gets the response. */
  eventType?: FunctionEventType;
  values?: EdgeValues;
  config: Config;
};

/** A CloudFront function from `apps/sites/edge`. */
export class EdgeFunction extends Construct {
  readonly association: FunctionAssociation;

  constructor(
    scope: Construct,
    id: string,
    { file, comment, eventType = FunctionEventType.VIEWER_REQUEST, values, config }: EdgeFunctionProps,
  ) {
    super(scope, id);
    const edgeFunction = new CloudFrontFunction(this, 'Function', {
      // Names must be unique across all regions, so include the region.
      functionName: `bots-${config.stage}-${file}-${Stack.of(this).region}`,
      comment,
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(edgeSource(file, eventType, values)),
    });
    pinLogicalId(edgeFunction, `${toLogicalId(file)}EdgeFunction`);
    this.association = { function: edgeFunction, eventType };
  }
}

/** Values of names that the source only declares. Filled in as JSON. */
export type EdgeValues = Record<string, unknown>;

/**
 * Returns the source as CloudFront takes it: a script with a function `handler`. One that sees requests refuses scripts for
 * service workers, and leaves everything else to the file.
 */
function edgeSource(file: string, eventType: FunctionEventType, values: EdgeValues = {}): string {
  const toEntryPath = (name: string) =>
    JSON.stringify(fileURLToPath(new URL(`../../apps/sites/edge/${name}.ts`, import.meta.url)));
  const guarded = [
    `import { guardAgainstServiceWorkers } from ${toEntryPath('refuse-service-worker')};`,
    'run = guardAgainstServiceWorkers(handler);',
  ];
  const { outputFiles } = buildSync({
    stdin: {
      contents: [
        `import { handler } from ${toEntryPath(file)};`,
        ...(eventType === FunctionEventType.VIEWER_REQUEST ? guarded : ['run = handler;']),
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
