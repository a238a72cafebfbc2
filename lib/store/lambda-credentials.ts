/*
 * A deployed function's way to its credentials: Lambda puts them into the environment. The bundler puts this
 * module in the place of the SDK's default chain, which asks that environment first anyway and carries seven other
 * ways that no function ever takes: two fifths of the authorizer's bundle.
 */

/** Has the name and the shape that the SDK's client imports. */
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
