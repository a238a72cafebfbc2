import { Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Config, readGivenSettings } from '../config.ts';
import { BackupPlan } from './backup-plan.ts';
import { writeDataParameter } from './data-parameter.ts';
import { DataTable } from './data-table.ts';
import { FilesBucket } from './files-bucket.ts';
import { formatSettings } from './recorded-settings.ts';

/**
 * Resources that must never be lost: the table and its key, and the files bucket with the domain that file
 * URLs in stored answers point to, and backups of both. Everything else is in the service stack, which can be deleted and
 * redeployed.
 */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, config: Config, props: StackProps = {}) {
    super(scope, id, {
      description: 'Data of the bot management service',
      terminationProtection: config.tableRemoval === 'retain',
      ...props,
    });
    Tags.of(this).add('service', 'bots');
    Tags.of(this).add('stage', config.stage);
    const { table, key } = new DataTable(this, 'Data', config);
    const files = config.files ? new FilesBucket(this, 'Files', { key, config }) : undefined;
    // CloudFront refuses accounts that AWS has not verified. If it is created first, such a failure leaves no table behind.
    if (files) table.node.addDependency(files.distribution);
    if (config.backup) {
      new BackupPlan(this, 'Backup', {
        tableArn: table.attrArn,
        bucketArn: files?.bucket.bucketArn,
        key,
        config,
      });
    }
    writeDataParameter(this, config, 'settings', formatSettings(readGivenSettings(this.node)));
  }
}
