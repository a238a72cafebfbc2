import type { OperationData } from '#apps/client/client.ts';
import { PERIODS, type Period, toPeriodQuery } from '../data/period.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { SkeletonLines } from '../parts/skeleton.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { readPeriod } from '../results/result-filter.ts';
import { useSession } from '../session/session.ts';
import { fillDays } from './fill-days.ts';
import { Funnel } from './funnel.tsx';
import { periodDays } from './period-days.ts';
import { StatsChart } from './stats-chart.tsx';

const counts = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** `/bots/{id}/insights`: how many came, started and finished, and where they left. The query is `period`. */
export function InsightsPage({ botId }: { botId: string }) {
  const { client } = useSession();
  const query = useAddressQuery();
  const period = readPeriod(query);
  const periodQuery = toPeriodQuery(period);
  const load = useLoad(`stats:${botId}:${period}`, (signal) =>
    client.getStats({ params: { botId }, query: periodQuery, signal }),
  );
  return (
    <div class="insights">
      <label class="insights-period">
        <span class="field-label">Period</span>
        <select
          class="input"
          value={period}
          onChange={({ currentTarget }) => query.set({ period: currentTarget.value }, { push: true })}
        >
          {PERIODS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Insights load={load} botId={botId} period={period} />
    </div>
  );
}

type Stats = OperationData<'getStats'>['stats'];

function Insights(props: { load: Load<{ stats: Stats }>; botId: string; period: Period }) {
  const { load, botId, period } = props;
  const stats = load.data?.stats;
  if (load.error !== undefined && !stats) {
    return (
      <div class="card">
        <ErrorState title="The statistics could not be loaded." error={load.error} onRetry={load.reload} />
      </div>
    );
  }
  if (stats && stats.totalViews === 0 && stats.byDay.length === 0) {
    return (
      <div class="card">
        <EmptyState title={period === '' ? 'Nobody has come yet' : 'Nobody came in this period'}>
          {period === '' &&
            'Publish the bot and share its address. Views, starts and completions are counted here.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Figures stats={stats} isLoading={load.isLoading} />
      <section class="card insights-card">
        <h2>Over time</h2>
        {stats ? <StatsChart days={fillDays(stats.byDay, periodDays(period))} /> : <SkeletonLines />}
      </section>
      <section class="card insights-card">
        <h2>Where people leave</h2>
        <Funnel key={period} botId={botId} period={period} />
      </section>
    </>
  );
}

function Figures({ stats, isLoading }: { stats: Stats | undefined; isLoading: boolean }) {
  return (
    <dl class="figures" aria-busy={isLoading}>
      <Figure label="Views" value={stats && counts.format(stats.totalViews)} />
      <Figure label="Starts" value={stats && counts.format(stats.totalStarts)} />
      <Figure label="Completed" value={stats && counts.format(stats.totalCompleted)} />
      <Figure
        label="Completed of those who started"
        value={stats && (stats.totalStarts === 0 ? '–' : shares.format(stats.completionRate))}
      />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div class="card figure">
      <dt>{label}</dt>
      <dd class="numbers">{value ?? <span class="skeleton" style={{ width: '60px' }} />}</dd>
    </div>
  );
}
