import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';

/**
 * Reads a key that no item has, so that the function needs no grant for any item.
 *
 * @throws ServiceError SERVICE_UNAVAILABLE if the table does not respond, whatever the reason. Monitoring tells 503 from a
 *   defect of the service, 500, and the reason is in the log
 */
export async function getHealth(): Promise<{ status: 'ok' }> {
  try {
    await getItem(keys.health, { isConsistent: false });
  } catch (cause) {
    throw new ServiceError('SERVICE_UNAVAILABLE', 'The table does not respond', {
      retryAfterSeconds: 1,
      cause,
    });
  }
  return { status: 'ok' };
}
