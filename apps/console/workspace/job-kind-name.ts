import type { OperationData } from '#apps/client/client.ts';

type JobKind = OperationData<'listJobs'>['jobs'][number]['kind'];

const NAMES: Record<JobKind, string> = {
  deleteResults: 'Delete results',
  exportResults: 'Export results',
  eraseWorkspace: 'Erase the workspace',
};

/** Name of what a job does. A newer service may have kinds that this version does not know. */
export function jobKindName(kind: string): string {
  return (NAMES as Partial<Record<string, string>>)[kind] ?? kind;
}
