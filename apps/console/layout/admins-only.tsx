import type { ComponentChildren } from 'preact';
import { EmptyState } from '../parts/states.tsx';
import { useRole, useSession } from '../session/session.ts';
import { Page } from './page.tsx';

/** A page for admins. Others are told so, instead of the service's refusal. */
export function AdminsOnly({ title, children }: { title: string; children: ComponentChildren }) {
  const { workspace } = useSession();
  if (useRole('admin')) return <>{children}</>;
  return (
    <Page title={title}>
      <div class="card">
        <EmptyState title="This page is for admins">
          Your token has the role {workspace.role} in {workspace.name}. Sign in with one that has the role
          admin.
        </EmptyState>
      </div>
    </Page>
  );
}
