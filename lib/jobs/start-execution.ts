import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

let client: SFNClient | undefined;

/**
 * Starts an execution of the state machine in `JOB_STATE_MACHINE_ARN`. The execution is named after the job,
 * because Step Functions rejects a name that was used in the last 90 days, which is longer than jobs are kept.
 *
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export async function startExecution(jobId: string): Promise<void> {
  const { JOB_STATE_MACHINE_ARN: stateMachineArn } = process.env;
  if (!stateMachineArn) throw new Error('JOB_STATE_MACHINE_ARN is not set');
  client ??= new SFNClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  });
  try {
    await client.send(
      new StartExecutionCommand({ stateMachineArn, name: jobId, input: JSON.stringify({ jobId }) }),
    );
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return;
    throw new ServiceError('SERVICE_UNAVAILABLE', 'The job could not be started; please try again', {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}
