/*
 * Reads the credentials of a deployed function, which Lambda puts into the environment. The bundler replaces
 * the SDK's default provider chain with this module. That chain reads the environment first as well, and then
 * includes seven other providers that no function ever uses. They would make up two fifths of the
 * authorizer's bundle.
 */

/** The name and the signature are those that the SDK's client imports. */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error('There are no AWS credentials in the environment');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
