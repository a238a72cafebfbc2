import { Link, Route, Switch } from 'wouter-preact';
import { BotsPage } from '../bots/bots-page.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';
import { Page } from '../layout/page.tsx';
import { EmptyState } from '../parts/states.tsx';

const AuditPage = lazyPage(() => import('../workspace/audit-page.tsx').then(({ AuditPage }) => AuditPage));
const BotPage = lazyPage(() => import('./bot-page.tsx').then(({ BotPage }) => BotPage));
const CredentialsPage = lazyPage(() =>
  import('../workspace/credentials-page.tsx').then(({ CredentialsPage }) => CredentialsPage),
);
const GooglePage = lazyPage(() =>
  import('../workspace/google-page.tsx').then(({ GooglePage }) => GooglePage),
);
const JobsPage = lazyPage(() => import('../workspace/jobs-page.tsx').then(({ JobsPage }) => JobsPage));
const PeoplePage = lazyPage(() =>
  import('../workspace/people-page.tsx').then(({ PeoplePage }) => PeoplePage),
);
const TokensPage = lazyPage(() =>
  import('../workspace/tokens-page.tsx').then(({ TokensPage }) => TokensPage),
);

/*
 * Every page and its address. What a page shows is in the query of its address. All but the first view are loaded
 * when they are opened. The pages of a bot are in app/bot-sections.ts.
 */
export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <BotsPage />
      </Route>
      <Route path="/bots/:botId/:section?">
        {({ botId, section }) => <BotPage key={botId} botId={botId} section={section ?? ''} />}
      </Route>
      <Route path="/people">
        <PeoplePage />
      </Route>
      <Route path="/tokens">
        <TokensPage />
      </Route>
      <Route path="/credentials">
        <CredentialsPage />
      </Route>
      <Route path="/google">
        <GooglePage />
      </Route>
      <Route path="/audit">
        <AuditPage />
      </Route>
      <Route path="/jobs">
        <JobsPage />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** There is nothing at this address. */
function NotFound() {
  return (
    <Page title="Not found">
      <EmptyState
        title="There is no page at this address"
        action={
          <Link href="/" class="button primary">
            All bots
          </Link>
        }
      />
    </Page>
  );
}
