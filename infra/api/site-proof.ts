import { Aws, Fn } from 'aws-cdk-lib';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';

/**
 * Returns the secret by which the APIs know requests that came through a distribution of this stack: the part of
 * the stack's id that CloudFormation makes up, which tags and CloudTrail show. Whoever had it could only pass as many viewers to the firewall and
 * in the audit trail. A secret in Secrets Manager would cost $0.40 a month while nobody looks.
 */
export function siteProof(): string {
  return Fn.select(2, Fn.split('/', Aws.STACK_ID));
}

/** Returns a firewall's statement for requests that came through one of the sites. */
export function matchSiteRequests(): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { Name: SITE_HEADERS.proof } },
      positionalConstraint: 'EXACTLY',
      searchString: siteProof(),
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  };
}
