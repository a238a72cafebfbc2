/*
 * Reads a deployed function's credentials from the environment, where Lambda puts them. The bundler substitutes
 * this module for the SDK's default provider chain, which also starts with the environment but includes seven
 * more providers that no function needs. They would make up two fifths of the authorizer's bundle.
 */

/** Must keep the name and signature that the SDK's client imports. */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('No AWS credentials in the environment');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};
