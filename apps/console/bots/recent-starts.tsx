import pLimit from 'p-limit';
import { toPeriodQuery } from '../data/period.ts';
import { useLoad } from '../data/use-load.ts';
import { useSeen } from '../data/use-seen.ts';
import { describeFailure } from '../parts/describe-failure.ts';
import { useSession } from '../session/session.ts';

/** All at once, the first page would start a Lambda function for each row. */
const MAX_REQUESTS_AT_ONCE = 3;

const queue = pLimit(MAX_REQUESTS_AT_ONCE);

const counts = new Intl.NumberFormat('en');

/**
 * How many people started a bot in the last seven days. That is a request for each bot, so it is made once the row is
 * on screen (decision 44).
 */
export function RecentStarts({ botId }: { botId: string }) {
  const { client } = useSession();
  const { ref, isSeen } = useSeen<HTMLDivElement>();
  const load = useLoad(isSeen ? `recent-starts:${botId}` : undefined, (signal) =>
    queue(async () => {
      signal.throwIfAborted();
      const query = toPeriodQuery('last7Days');
      const { stats } = await client.getStats({ params: { botId }, query, signal });
      return stats.totalStarts;
    }),
  );
  return (
    <div ref={ref} class="recent-starts numbers">
      {load.data !== undefined ? (
        counts.format(load.data)
      ) : load.error !== undefined ? (
        <span class="soft" title={describeFailure(load.error).message}>
          unknown
        </span>
      ) : (
        <span class="skeleton" style={{ width: '24px' }} />
      )}
    </div>
  );
}
