import type { DestructiveChange } from './destructive-changes.ts';

/**
 * Types of resources that hold neither data nor an address that somebody outside knows, so a deployment may replace or
 * delete them. A type that is not listed counts as a loss.
 */
const REPLACEABLE_TYPES: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Account',
  // Each change of an API creates a new one.
  'AWS::ApiGateway::Deployment',
  // The backups are in the vault, which is kept.
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Budgets::Budget',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  // A log group goes with its function. The audit trail is in the table.
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'AWS::StepFunctions::StateMachine',
  'AWS::WAFv2::IPSet',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
  'Custom::CDKBucketDeployment',
]);

/** Tells whether a change would lose data, or an address that is known outside. */
export function isLoss({ type }: Pick<DestructiveChange, 'type'>): boolean {
  return !REPLACEABLE_TYPES.has(type);
}
