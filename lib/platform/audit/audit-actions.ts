/** Names of changes: the ids of the API's operations. The operator's commands use the same names. */
export const AUDIT_ACTIONS = [
  'createBot',
  'importBot',
  'duplicateBot',
  'updateBot',
  'publishBot',
  'unpublishBot',
  'deleteBot',
  'restoreBot',
  'restoreRelease',
  'endChats',
  'deleteResult',
  'deleteResults',
  'importResults',
  'startJob',
  'cancelJob',
  'createWorkspace',
  'renameWorkspace',
  'createCustomDomain',
  'deleteCustomDomain',
  'putCredentials',
  'deleteCredentials',
  'createToken',
  'revokeToken',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
