import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';

/**
 * TLS of the APIs and their domain names: 1.2 and 1.3, only with ciphers that have forward secrecy. Without it, the addresses
 * that AWS assigns accept TLS 1.0. STRICT refuses a request whose TLS handshake names another host than its `Host` header.
 * CloudFront sends the origin's name in both.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
export const TLS_POLICY = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
} as const;
