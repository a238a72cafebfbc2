import { Link } from 'wouter-preact';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { useRole } from '../session/session.ts';
import type { FolderQuestion } from './folder-dialog.tsx';
import { type DraggedItem, makeDraggable, useDropTarget } from './folder-drag.ts';
import type { FolderActions } from './use-folder-actions.ts';
import { getFoldersIn, getPath, type NamedFolder } from './use-folders.ts';

/** The path to the folder that is shown, and the folders in it. */
export function FolderBar(props: {
  folders: readonly NamedFolder[];
  /** Id of the folder that is shown; empty for all bots, `root` for those in no folder. */
  shown: string;
  /** Ids that bots name and no folder has. */
  unnamed: readonly string[];
  actions: FolderActions;
  onAsk: (question: FolderQuestion) => void;
  /** Called with what is dropped, and the folder. */
  onDropped: (item: DraggedItem, folderId: string | null) => void;
}) {
  const { folders, shown, unnamed, actions, onAsk, onDropped } = props;
  const canEdit = useRole('editor');
  const path = getPath(folders, shown);
  const current = path.at(-1);
  const inside = shown === 'root' ? [] : getFoldersIn(folders, current?.id ?? null);
  const isTop = shown === '';
  const hasFolders = folders.length + unnamed.length > 0;
  if (!hasFolders && !canEdit && isTop) return null;

  const take = (folderId: string | null) =>
    canEdit ? (item: DraggedItem) => onDropped(item, folderId) : undefined;
  return (
    <div class="folders">
      {!isTop && (
        <nav class="folder-path" aria-label="Folder">
          <FolderLink id="" name="All bots" onDropped={take(null)} />
          {path.slice(0, -1).map(({ id, name }) => (
            <FolderLink key={id} id={id} name={name} onDropped={take(id)} />
          ))}
          <span aria-current="page">{current?.name ?? (shown === 'root' ? 'In no folder' : shown)}</span>
          {current && canEdit && (
            <Menu
              label={`Actions for the folder ${current.name}`}
              items={[
                { label: 'Rename', onChoose: () => onAsk({ kind: 'rename', folder: current }) },
                { label: 'Move', onChoose: () => onAsk({ kind: 'moveFolder', folder: current }) },
                { label: 'Delete', isDangerous: true, onChoose: () => actions.remove(current) },
              ]}
            />
          )}
        </nav>
      )}
      {(isTop || current) && (
        <ul class="folder-list" aria-label="Folders">
          {inside.map(({ id, name }) => (
            <li key={id}>
              <FolderLink id={id} name={name} hasIcon isDraggable={canEdit} onDropped={take(id)} />
            </li>
          ))}
          {isTop &&
            unnamed.map((id) => (
              <li key={id}>
                <FolderLink id={id} name={id} hasIcon />
              </li>
            ))}
          {isTop && hasFolders && (
            <li>
              <FolderLink id="root" name="In no folder" />
            </li>
          )}
          {canEdit && (
            <li>
              <Button
                look="quiet"
                icon="plus"
                onClick={() => onAsk({ kind: 'create', parentFolderId: current?.id ?? null })}
              >
                New folder
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

function FolderLink(props: {
  id: string;
  name: string;
  hasIcon?: boolean;
  isDraggable?: boolean;
  onDropped?: ((item: DraggedItem) => void) | undefined;
}) {
  const { id, name, hasIcon, isDraggable, onDropped } = props;
  const target = useDropTarget(onDropped);
  return (
    <Link
      class="folder-link"
      href={toAddress(id)}
      {...target}
      {...(isDraggable && makeDraggable({ kind: 'folder', id }))}
    >
      {hasIcon && <Icon name="folder" />}
      {name}
    </Link>
  );
}

/** Returns the address of a folder with the same state and sorting. A search is over with it. */
function toAddress(folderId: string): string {
  const query = new URLSearchParams(location.search);
  query.delete('search');
  if (folderId === '') query.delete('folder');
  else query.set('folder', folderId);
  return query.size === 0 ? '/' : `/?${query}`;
}
