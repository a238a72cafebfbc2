export type GoogleSettings = {
  sites: boolean;
  googleClientId?: string | undefined;
  googleClientSecretName?: string | undefined;
  smtpSecretName?: string | undefined;
  otlpHeadersSecretName?: string | undefined;
};

/** Returns what is wrong with the settings of the OAuth client for Google, each with its key. */
export function findGoogleProblems(settings: GoogleSettings): [path: string, message: string][] {
  const { sites, googleClientId, googleClientSecretName: name } = settings;
  const problems: [string, string][] = [];
  if ((googleClientId === undefined) !== (name === undefined)) {
    problems.push(['googleClientId', 'googleClientId and googleClientSecretName belong together']);
  }
  if (googleClientId !== undefined && !sites) problems.push(['googleClientId', 'googleClientId needs sites']);
  if (name === undefined) return problems;
  // Only the function that exchanges codes may read it.
  if (/^bots-[a-z0-9-]+\//.test(name)) {
    problems.push([
      'googleClientSecretName',
      `${name} is among the secrets of workspaces, which functions that run bots read`,
    ]);
  }
  for (const other of ['smtpSecretName', 'otlpHeadersSecretName'] as const) {
    if (name === settings[other]) problems.push(['googleClientSecretName', `Must differ from ${other}`]);
  }
  return problems;
}
