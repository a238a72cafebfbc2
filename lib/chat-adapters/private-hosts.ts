import { isLoopbackHost } from './address-guard.ts';

/**
 * Reads host names from an environment variable, written as in URLs: `api.internal.example,10.0.0.7,[::1]`.
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
 * Names of this machine that bots may call: those in HTTP_PRIVATE_HOSTS, so that people can try a bot with a
 * service of their own. In Lambda there are none, whatever that variable holds. Lambda itself sets the two
 * variables that are checked here, and a function's configuration cannot:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function parseLoopbackHosts(env: NodeJS.ProcessEnv): ReadonlySet<string> {
  const { AWS_LAMBDA_FUNCTION_NAME, AWS_EXECUTION_ENV, HTTP_PRIVATE_HOSTS } = env;
  if (AWS_LAMBDA_FUNCTION_NAME !== undefined || AWS_EXECUTION_ENV !== undefined) return new Set();
  return new Set([...parsePrivateHosts(HTTP_PRIVATE_HOSTS)].filter(isLoopbackHost));
}
