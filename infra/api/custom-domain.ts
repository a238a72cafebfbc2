import { CfnOutput } from 'aws-cdk-lib';
import { BasePathMapping, DomainName, EndpointType, type SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { TLS_POLICY } from './tls-policy.ts';

export type CustomDomainProps = { domainName: string; restApi: SpecRestApi; config: Config };

/**
 * A custom domain for one of the APIs. Creates a certificate unless one is configured, and a DNS record if
 * there is a hosted zone.
 */
export class CustomDomain extends Construct {
  constructor(scope: Construct, id: string, { domainName, restApi, config }: CustomDomainProps) {
    super(scope, id);
    const zone = this.hostedZone(config);
    const domain = new DomainName(this, 'Name', {
      domainName,
      certificate: this.certificate(domainName, zone, config),
      endpointType: EndpointType.REGIONAL,
      ...TLS_POLICY,
    });
    const stage = restApi.deploymentStage;
    new BasePathMapping(this, 'Mapping', { domainName: domain, restApi, stage });
    // Clients of Typebot add /api to every host.
    new BasePathMapping(this, 'ApiMapping', { domainName: domain, restApi, stage, basePath: 'api' });
    if (zone) {
      new ARecord(this, 'Record', {
        zone,
        recordName: domainName,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
      });
    }
    new CfnOutput(this, 'Target', {
      description: `${domainName} has to be a CNAME of this, unless the hosted zone is managed here`,
      value: domain.domainNameAliasDomainName,
    });
  }

  private hostedZone({ hostedZoneId, hostedZoneName }: Config): IHostedZone | undefined {
    if (hostedZoneId === undefined || hostedZoneName === undefined) return undefined;
    return HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: hostedZoneName });
  }

  private certificate(
    domainName: string,
    zone: IHostedZone | undefined,
    { certificateArn }: Config,
  ): ICertificate {
    if (certificateArn !== undefined)
      return Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    return new Certificate(this, 'Certificate', {
      domainName,
      validation: CertificateValidation.fromDns(zone),
    });
  }
}
