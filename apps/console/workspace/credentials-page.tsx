import { useState } from 'preact/hooks';
import type { OperationData } from '#apps/client/client.ts';
import { useAddressQuery } from '../data/use-address-query.ts';
import type { Load } from '../data/use-load.ts';
import { AdminsOnly } from '../layout/admins-only.tsx';
import { Page } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { confirm } from '../parts/confirmation.tsx';
import { type ListColumn, ListTable } from '../parts/list-table.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { showSuccess } from '../parts/toasts.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import {
  type CredentialsList,
  type StoredCredentials,
  useStoredCredentials,
} from '../session/use-stored-credentials.ts';
import { CredentialsDialog, type Proposal } from './credentials-dialog.tsx';
import { getKindTitle } from './credentials-form.ts';
import { describeUses, findCredentialsUses } from './credentials-uses.ts';

const COLUMNS: readonly ListColumn[] = [
  { name: 'Name', skeletonWidth: '60%' },
  { name: 'Service', skeletonWidth: '80px' },
  { name: 'Id', skeletonWidth: '60%' },
  { name: 'Changed', skeletonWidth: '80px' },
  { name: 'Last test', skeletonWidth: '80px' },
  { name: 'Actions', isNameHidden: true, skeletonWidth: '160px' },
];

type Verdict = OperationData<'testCredentials'>;

/**
 * `/credentials`: the stored credentials of the workspace, without their values. `?kind=` and `?id=` open the form with
 * both, for credentials that a block names and nobody has stored.
 */
export function CredentialsPage() {
  return (
    <AdminsOnly title="Credentials">
      <Credentials />
    </AdminsOnly>
  );
}

type OpenForm = { replaced: StoredCredentials | undefined; proposal: Proposal };

function Credentials() {
  const query = useAddressQuery();
  const list = useStoredCredentials();
  const [form, setForm] = useState<OpenForm | undefined>(() => {
    const proposal = { kind: query.get('kind'), id: query.get('id') };
    return proposal.kind || proposal.id ? { replaced: undefined, proposal } : undefined;
  });
  const openForm = (replaced?: StoredCredentials) => setForm({ replaced, proposal: { kind: '', id: '' } });
  const closeForm = () => {
    setForm(undefined);
    query.set({ kind: '', id: '' });
  };
  const add = (
    <Button look="primary" icon="plus" onClick={() => openForm()}>
      Add credentials
    </Button>
  );
  return (
    <Page title="Credentials" actions={list.data && add}>
      <div class="card">
        <CredentialsTable list={list} onReplace={openForm} />
      </div>
      {form && list.data && (
        <CredentialsDialog
          {...form}
          list={list.data}
          onStored={(stored) => {
            list.set(putIntoList(list.data, stored));
            closeForm();
            showSuccess(`“${getLabel(stored)}” is stored.`);
          }}
          onFailed={list.reload}
          onClose={closeForm}
        />
      )}
    </Page>
  );
}

/** Adds credentials to the list, or replaces those with the same id. */
function putIntoList(list: CredentialsList | undefined, stored: StoredCredentials): CredentialsList {
  const others = (list?.credentials ?? []).filter(({ id }) => id !== stored.id);
  return { secretUsdPerMonth: list?.secretUsdPerMonth ?? null, credentials: [...others, stored] };
}

function getLabel({ name, id }: StoredCredentials): string {
  return name ?? id;
}

function CredentialsTable(props: {
  list: Load<CredentialsList>;
  onReplace: (credentials: StoredCredentials) => void;
}) {
  const { list, onReplace } = props;
  const { data, error } = list;
  if (error !== undefined && !data) {
    return <ErrorState title="The credentials could not be loaded." error={error} onRetry={list.reload} />;
  }
  if (data?.credentials.length === 0) {
    return (
      <EmptyState title="No credentials are stored">
        Blocks that use a service, such as OpenAI or a mail server, need an account of it. Store its
        credentials, then choose them in the block. Those that were stored by hand are not listed.
      </EmptyState>
    );
  }
  return (
    <ListTable
      label="Credentials"
      columns={COLUMNS}
      items={data?.credentials.toSorted((one, other) => getLabel(one).localeCompare(getLabel(other)))}
      row={(credentials) => (
        <CredentialsRow
          // A test says nothing about a value that has been replaced since.
          key={`${credentials.id} ${credentials.updatedAt}`}
          credentials={credentials}
          list={list}
          onReplace={() => onReplace(credentials)}
        />
      )}
    />
  );
}

const VERDICTS: Record<Verdict['status'], { look: string; text: string }> = {
  valid: { look: 'good', text: 'Valid' },
  invalid: { look: 'bad', text: 'Invalid' },
  untested: { look: 'warn', text: 'Not tested' },
};

function CredentialsRow(props: {
  credentials: StoredCredentials;
  list: Load<CredentialsList>;
  onReplace: () => void;
}) {
  const { credentials, list, onReplace } = props;
  const { id, kind, state, updatedAt } = credentials;
  const label = getLabel(credentials);
  const { client, workspace } = useSession();
  const [verdict, setVerdict] = useState<Verdict>();
  const params = { workspaceId: workspace.id, credentialsId: id };
  const [test, isTesting] = useAction('The credentials were not tested.', async () => {
    setVerdict(undefined);
    setVerdict(await client.testCredentials({ params }));
  });
  const [remove, isRemoving] = useAction('The credentials were not deleted.', async () => {
    // A search that fails must not keep somebody from deleting a value.
    const uses = await findCredentialsUses(client, workspace.id, id).catch(() => undefined);
    const isRestorable = list.data?.secretUsdPerMonth != null;
    const isConfirmed = await confirm({
      title: `Delete “${label}”?`,
      text: `${describeUses(uses)} ${
        isRestorable ? 'For seven days, the operator can restore the value.' : 'This cannot be undone.'
      }`,
      action: 'Delete',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    try {
      await client.deleteCredentials({ params });
    } catch (error) {
      // They may be incomplete now, or somebody else may have deleted them.
      list.reload();
      throw error;
    }
    if (list.data) {
      const others = list.data.credentials.filter((one) => one.id !== id);
      list.set({ ...list.data, credentials: others });
    }
    showSuccess(`“${label}” is deleted.`);
  });
  return (
    <tr>
      <td>
        {label} {state === 'incomplete' && <span class="tag warn">Incomplete: replace or delete</span>}
      </td>
      <td>{getKindTitle(kind)}</td>
      <td>
        <code>{id}</code>
      </td>
      <td class="soft">
        <Time at={updatedAt} />
      </td>
      <td aria-live="polite">
        {verdict && (
          <>
            <span class={`tag ${VERDICTS[verdict.status].look}`}>{VERDICTS[verdict.status].text}</span>{' '}
            <span class="soft">{verdict.message}.</span>
          </>
        )}
      </td>
      <td class="row-actions">
        <Button isBusy={isTesting} label={`Test ${label}`} onClick={test}>
          Test
        </Button>
        <Button label={`Replace ${label}`} onClick={onReplace}>
          Replace
        </Button>
        <Button isBusy={isRemoving} label={`Delete ${label}`} onClick={remove}>
          Delete
        </Button>
      </td>
    </tr>
  );
}
