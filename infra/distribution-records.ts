import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, type RecordSet, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';

/**
 * Adds DNS records that point domain names to a distribution, if there is a hosted zone.
 *
 * @param names domain names by the construct ids of their records
 * @returns the records
 */
export function addDistributionRecords(
  scope: Construct,
  distribution: Distribution,
  names: Record<string, string>,
  { hostedZoneId, hostedZoneName }: Config,
): RecordSet[] {
  if (hostedZoneId === undefined || hostedZoneName === undefined || Object.keys(names).length === 0)
    return [];
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: hostedZoneName });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  return Object.entries(names).flatMap(([id, recordName]) => [
    new ARecord(scope, id, { zone, recordName, target }),
    new AaaaRecord(scope, `${id}Ipv6`, { zone, recordName, target }),
  ]);
}
