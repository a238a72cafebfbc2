import { useId, useState } from 'preact/hooks';
import { reloadAll } from '../data/loaded.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useAction } from '../parts/use-action.ts';
import { useSession } from '../session/session.ts';
import type { ListedBot } from './listed-bot.ts';
import type { FolderActions } from './use-folder-actions.ts';
import { getPath, type NamedFolder, toTreeRows } from './use-folders.ts';

export type FolderQuestion =
  | { kind: 'create'; parentFolderId: string | null }
  | { kind: 'rename'; folder: NamedFolder }
  | { kind: 'moveFolder'; folder: NamedFolder }
  | { kind: 'moveBot'; bot: ListedBot };

type Props = {
  folders: readonly NamedFolder[];
  actions: FolderActions;
  onClose: () => void;
};

/** Asks for the name of a folder, or where a folder or a bot is to go. */
export function FolderDialog({ question, ...props }: Props & { question: FolderQuestion }) {
  if (question.kind === 'create' || question.kind === 'rename') {
    return <NameDialog question={question} onClose={props.onClose} />;
  }
  return <MoveDialog question={question} {...props} />;
}

/** As long as the service takes. */
const MAX_NAME_CHARS = 120;

function NameDialog(props: {
  question: Extract<FolderQuestion, { kind: 'create' | 'rename' }>;
  onClose: () => void;
}) {
  const { question, onClose } = props;
  const { client, workspace } = useSession();
  const isNew = question.kind === 'create';
  const [name, setName] = useState(isNew ? '' : question.folder.name);
  const [error, setError] = useState<string>();
  const [key] = useState(() => crypto.randomUUID());

  const [save, isBusy] = useAction('The folder was not saved.', async () => {
    if (name.trim() === '') return setError('Enter a name.');
    const workspaceId = workspace.id;
    if (isNew) {
      const body = { workspaceId, folderName: name, parentFolderId: question.parentFolderId };
      await client.createFolder({ headers: { 'idempotency-key': key }, body });
    } else {
      const body = { workspaceId, folder: { name } };
      await client.updateFolder({ params: { folderId: question.folder.id }, body });
    }
    reloadAll(`folders:${workspaceId}`);
    onClose();
  });

  return (
    <Dialog
      title={isNew ? 'New folder' : 'Rename folder'}
      onClose={onClose}
      onSubmit={save}
      foot={<Buttons action={isNew ? 'Create' : 'Rename'} isBusy={isBusy} onClose={onClose} />}
    >
      <Field
        label="Name"
        value={name}
        error={error}
        autofocus
        autocomplete="off"
        maxLength={MAX_NAME_CHARS}
        onInput={({ currentTarget }) => {
          setName(currentTarget.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}

function MoveDialog(
  props: Props & { question: Extract<FolderQuestion, { kind: 'moveFolder' | 'moveBot' }> },
) {
  const { question, folders, actions, onClose } = props;
  const isBot = question.kind === 'moveBot';
  const moved = isBot ? question.bot : question.folder;
  const before = isBot ? question.bot.folderId : question.folder.parentFolderId;
  const [target, setTarget] = useState(folders.some(({ id }) => id === before) ? (before ?? '') : '');
  const id = useId();
  // A folder cannot be in itself.
  const rows = toTreeRows(folders).filter(
    ({ folder }) => isBot || !getPath(folders, folder.id).some((around) => around.id === moved.id),
  );
  const move = () => {
    const folderId = target === '' ? null : target;
    if (isBot) void actions.moveBot(question.bot, folderId);
    else void actions.moveFolder(question.folder, folderId);
    onClose();
  };

  return (
    <Dialog
      title={`Move “${moved.name}”`}
      onClose={onClose}
      onSubmit={move}
      foot={<Buttons action="Move" isBusy={false} onClose={onClose} />}
    >
      <div class="field">
        <label for={id}>Folder</label>
        <select
          id={id}
          class="input"
          value={target}
          onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        >
          <option value="">In no folder</option>
          {rows.map(({ folder, depth }) => (
            <option key={folder.id} value={folder.id}>
              {'\u2003'.repeat(depth)}
              {folder.name}
            </option>
          ))}
        </select>
      </div>
    </Dialog>
  );
}

function Buttons({ action, isBusy, onClose }: { action: string; isBusy: boolean; onClose: () => void }) {
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" type="submit" isBusy={isBusy}>
        {action}
      </Button>
    </>
  );
}
