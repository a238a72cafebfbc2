import { isLoopbackHost } from './address-guard.ts';

/**
 * Parses a comma-separated list of hosts, written as in URLs: `api.internal.example,10.0.0.7,[::1]`.
 */
export function parsePrivateHosts(text: string | undefined): ReadonlySet<string> {
  return new Set(
    (text ?? '')
      .split(',')
      .map((host) =>
        host
          .trim()
          .toLowerCase()
          .replace(/^\[(.*)\]$/, '$1'),
      )
      .filter(Boolean),
  );
}

/**
 * Returns the loopback hosts in HTTP_PRIVATE_HOSTS, which let developers test bots against local services.
 * Always empty in Lambda, which is detected by two reserved variables that a function's configuration cannot set:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function parseLoopbackHosts(env: NodeJS.ProcessEnv): ReadonlySet<string> {
  const { AWS_LAMBDA_FUNCTION_NAME, AWS_EXECUTION_ENV, HTTP_PRIVATE_HOSTS } = env;
  if (AWS_LAMBDA_FUNCTION_NAME !== undefined || AWS_EXECUTION_ENV !== undefined) return new Set();
  return new Set([...parsePrivateHosts(HTTP_PRIVATE_HOSTS)].filter(isLoopbackHost));
}
