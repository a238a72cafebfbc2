import { createHmac } from 'node:crypto';

/**
 * Signs a text as AWS Signature Version 4 does, with the secret key in the environment.
 *
 * @param scope date, region, service and `aws4_request`: the credential without the access key
 */
export function signV4(scope: readonly string[], text: string): string {
  const hmac = (key: string | Buffer, message: string) => createHmac('sha256', key).update(message).digest();
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${process.env.AWS_SECRET_ACCESS_KEY}`);
  return hmac(key, text).toString('hex');
}
