import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { buildSites } from '#apps/sites/build-sites.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataStack } from './data/data-stack.ts';
import { ServiceStack } from './service-stack.ts';

try {
  const app = new App();
  const config = readConfig(app.node);
  const data = new DataStack(app, `bots-${config.stage}-data`, config);
  const service = new ServiceStack(app, `bots-${config.stage}`, config, {
    sites: config.sites ? await buildSites() : undefined,
  });
  // The data stack must be deployed first, because the service stack reads its SSM parameters.
  service.addStackDependency(data);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  // Report configuration errors in one line, without a stack trace.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
