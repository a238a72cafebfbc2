import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ConfigError, readConfig } from './config.ts';
import { ServiceStack } from './service-stack.ts';

try {
  const app = new App();
  const config = readConfig(app.node);
  new ServiceStack(app, `bots-${config.stage}`, config);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  // An operator's mistake is reported as one clear line, not as a stack trace.
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
