import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { OperationRequest } from '#apps/client/client.ts';
import { isCredentialsId } from '#lib/platform/credentials/credentials-name.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { Button } from '../parts/button.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import type { CredentialsList, StoredCredentials } from '../session/use-stored-credentials.ts';
import { CredentialFieldControl } from './credential-field.tsx';
import {
  type FormErrors,
  findTypedErrors,
  getKindTitle,
  listFormFields,
  listKinds,
  type TypedFields,
  toCredentialsData,
  toFormErrors,
} from './credentials-form.ts';
import { GoogleNote } from './google-note.tsx';
import { useGoogleSignIn } from './use-google-sign-in.ts';

/** Credentials that a link proposes. Both are empty without one. */
export type Proposal = { kind: string; id: string };

type DialogProps = {
  list: CredentialsList;
  /** The credentials whose value is replaced. Undefined to add some. */
  replaced: StoredCredentials | undefined;
  proposal: Proposal;
  onStored: (credentials: StoredCredentials) => void;
  /** Called after a failure, which may have left the credentials incomplete. */
  onFailed: () => void;
  onClose: () => void;
};

/** Stores credentials. What is typed is gone with the dialog, and no response has it. */
export function CredentialsDialog(props: DialogProps) {
  const { list, replaced, proposal, onStored, onFailed, onClose } = props;
  const { client, workspace } = useSession();
  const [kind, setKind] = useState(
    replaced?.kind ?? (listFormFields(proposal.kind).length ? proposal.kind : ''),
  );
  const [id, setId] = useState(() => replaced?.id ?? (proposal.id || createId()));
  const [name, setName] = useState(replaced?.name ?? '');
  // As they were when the dialog was opened: a failure may leave credentials with this id, which can be stored again.
  const [takenIds] = useState(() => (replaced ? [] : list.credentials.map((one) => one.id)));
  const [typed, setTyped] = useState<TypedFields>({});
  const [errors, setErrors] = useState<FormErrors>({});
  const changeField = (field: string, value: string | boolean) => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, form: __, ...others }) => others);
  };

  const google = useGoogleSignIn(kind);
  const fieldList = google.signsIn ? [] : listFormFields(kind);
  const body = useRef<HTMLDivElement>(null);
  const showErrors = useShownErrors(body, setErrors);

  const store = async () => {
    const sent = { kind, name: name.trim(), data: toCredentialsData(kind, typed) };
    const { credentials } = await client.putCredentials({
      params: { workspaceId: workspace.id, credentialsId: id },
      // The service checks the kind, and may know more of them than this console.
      body: sent as OperationRequest<'putCredentials'>['body'],
    });
    onStored(credentials);
  };
  const wish = { workspaceId: workspace.id, credentialsId: id, kind, name: name.trim(), isNew: !replaced };

  // Failures are shown in the dialog: a toast would be behind it.
  const [submit, isBusy] = useAction('The credentials were not stored.', async () => {
    const wrongFields = google.signsIn ? {} : findTypedErrors(kind, typed);
    const wrong = { ...findOwnErrors({ kind, id, name }, takenIds), ...wrongFields };
    if (Object.keys(wrong).length > 0) return showErrors(wrong);
    try {
      await (google.signsIn ? google.leaveForGoogle(wish) : store());
    } catch (error) {
      onFailed();
      const { message, requestId, issues } = describeFailure(error);
      const form = requestId === undefined ? message : `${message} Request ${requestId}.`;
      showErrors(issues.length > 0 ? toFormErrors(kind, issues) : { form });
    }
  });

  return (
    <Dialog
      title={replaced ? `Replace “${replaced.name ?? replaced.id}”` : 'Add credentials'}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {getSubmitLabel({ signsIn: google.signsIn, isNew: !replaced })}
          </Button>
        </>
      }
    >
      <div class="form-fields" ref={body}>
        {replaced ? (
          <ReplaceNote kind={kind} signsIn={google.signsIn} />
        ) : (
          <KindField
            kind={kind}
            error={errors.kind}
            onChoose={(chosen) => {
              setKind(chosen);
              // A key of one service must not be sent to another one by mistake.
              setTyped({});
              setErrors({});
            }}
          />
        )}
        <Field
          label="Name"
          value={name}
          error={errors.name}
          autofocus={replaced !== undefined}
          autocomplete="off"
          maxLength={100}
          note="By which authors of bots recognise the credentials."
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
            setErrors(({ name: _, ...others }) => others);
          }}
        />
        {google.isForGoogle && (
          <GoogleNote
            isOffered={google.isOffered}
            isLocal={list.secretUsdPerMonth === null}
            hasOwnClient={google.hasOwnClient}
            onChange={(isChecked) => {
              google.setOwnClient(isChecked);
              setTyped({});
              setErrors({});
            }}
          />
        )}
        {fieldList.map((field) => (
          <CredentialFieldControl
            key={`${kind} ${field.name}`}
            field={field}
            value={typed[field.name]}
            error={errors[field.name]}
            onChange={(value) => changeField(field.name, value)}
          />
        ))}
        {!replaced && (
          <Field
            label="Id"
            value={id}
            error={errors.credentialsId}
            autocomplete="off"
            spellcheck={false}
            maxLength={64}
            note="Blocks name it. Change it only if a bot names another one already."
            onInput={({ currentTarget }) => {
              setId(currentTarget.value);
              setErrors(({ credentialsId: _, ...others }) => others);
            }}
          />
        )}
        <PriceNote usdPerMonth={list.secretUsdPerMonth} isNew={!replaced} />
        {errors.form && (
          <p class="field-error" role="alert" tabIndex={-1}>
            {errors.form}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Returns a function that shows errors, and moves the focus to the first one, which may have been scrolled away. */
function useShownErrors(
  body: RefObject<HTMLElement>,
  setErrors: (errors: FormErrors) => void,
): (errors: FormErrors) => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts === 0) return;
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [attempts, body]);
  return (errors) => {
    setErrors(errors);
    setAttempts((before) => before + 1);
  };
}

function getSubmitLabel({ signsIn, isNew }: { signsIn: boolean; isNew: boolean }): string {
  if (signsIn) return 'Sign in with Google';
  return isNew ? 'Store' : 'Replace';
}

function ReplaceNote({ kind, signsIn }: { kind: string; signsIn: boolean }) {
  const task = signsIn ? 'sign in' : `enter all fields of ${getKindTitle(kind)}`;
  return <p>Stored values are never shown, so {task} again. Blocks use the new ones within a minute.</p>;
}

/** Finds what is wrong with everything but the fields of the kind. */
function findOwnErrors(
  { kind, id, name }: { kind: string; id: string; name: string },
  takenIds: readonly string[],
): FormErrors {
  const isTaken = takenIds.includes(id);
  return {
    ...(kind === '' && { kind: 'Choose a service.' }),
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(!isCredentialsId(id) && {
      credentialsId: 'Enter 1 to 64 letters, digits, hyphens and underscores.',
    }),
    ...(isTaken && { credentialsId: 'Other credentials have this id. Replace them in the list instead.' }),
  };
}

function KindField(props: { kind: string; error: string | undefined; onChoose: (kind: string) => void }) {
  const { kind, error, onChoose } = props;
  const id = useId();
  const hasError = error !== undefined;
  return (
    <div class="field">
      <label for={id}>Service</label>
      <select
        id={id}
        class="input"
        autofocus
        value={kind}
        aria-invalid={hasError ? true : undefined}
        aria-describedby={hasError ? `${id}-error` : undefined}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        <option value="">Choose a service</option>
        {listKinds().map((one) => (
          <option key={one.kind} value={one.kind}>
            {one.title}
          </option>
        ))}
      </select>
      {hasError && (
        <span class="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** Says where a value is kept and what that costs, before it is stored. */
function PriceNote({ usdPerMonth, isNew }: { usdPerMonth: number | null; isNew: boolean }) {
  if (usdPerMonth === null) {
    return (
      <p class="soft">
        Stored on the machine of the service, in its file of credentials: <code>.local/credentials.json</code>
        , or the one that <code>CREDENTIALS_FILE</code> names. This costs nothing.
      </p>
    );
  }
  return (
    <p class="soft">
      Stored in AWS Secrets Manager, where each credential costs the operator ${usdPerMonth.toFixed(2)} a
      month. {!isNew && 'Replacing one adds nothing to that.'}
    </p>
  );
}
