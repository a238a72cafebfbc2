import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BackupPlan as AwsBackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupSelection,
  BackupVault,
} from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';
import { createBackupRole } from './backup-role.ts';

export type BackupPlanProps = {
  tableArn: string;
  /** Absent without files. */
  bucketArn: string | undefined;
  /** Key that encrypts the backups. Without it, AWS Backup uses a key of its own. */
  key: Key | undefined;
  config: Config;
};

/**
 * Backs up table and files each day with AWS Backup, and copies the backups to a vault of the operator, which can be in
 * another account. Point-in-time recovery and old versions of files are lost with this account.
 */
export class BackupPlan extends Construct {
  constructor(scope: Construct, id: string, { tableArn, bucketArn, key, config }: BackupPlanProps) {
    super(scope, id);
    const { stage, backupDays, backupCopyVaultArn, tableRemoval } = config;
    const isKept = tableRemoval === 'retain';
    const vault = new BackupVault(this, 'Vault', {
      // The key of a vault cannot be changed, nor can CloudFormation replace a vault by one with the same name.
      backupVaultName: key ? `bots-${stage}-encrypted` : `bots-${stage}`,
      ...(key && { encryptionKey: key }),
      // Backups expire by themselves. Whoever wants to delete one has to change the policy of the vault first.
      blockRecoveryPointDeletion: isKept,
      // A vault of a failed deployment would have the name that the next one needs.
      removalPolicy: isKept ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    pinLogicalId(vault, key ? 'EncryptedBackupVault' : 'BackupVault');
    const deleteAfter = Duration.days(backupDays);
    const plan = new AwsBackupPlan(this, 'Plan', {
      backupPlanName: `bots-${stage}`,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: vault,
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          deleteAfter,
          ...(backupCopyVaultArn !== undefined && {
            copyActions: [
              {
                destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', backupCopyVaultArn),
                deleteAfter,
              },
            ],
          }),
        }),
      ],
    });
    const role = createBackupRole(this, { tableArn, bucketArn, keyArn: key?.keyArn, config });
    // Resources that are named are backed up even if the account has not opted in to their type.
    new BackupSelection(this, 'Selection', {
      backupPlan: plan,
      backupSelectionName: `bots-${stage}`,
      resources: [tableArn, bucketArn]
        .filter((arn) => arn !== undefined)
        .map((arn) => BackupResource.fromArn(arn)),
      role,
      // The default policies allow the backup of everything in the account.
      disableDefaultBackupPolicy: true,
    });
  }
}
