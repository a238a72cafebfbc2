import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import type { Api } from '#test/support/describe-api.ts';
import { uniqueName } from '#test/support/unique-name.ts';
import { post } from './requests.ts';
import { createOwnWorkspace } from './workspaces.ts';

/* Folders that the fixtures in test/endpoints are about. */

export type FolderBody = {
  id: string;
  name: string;
  parentFolderId: string | null;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
};

export const createFolderRequest = (api: Api, more: object = {}) =>
  post('/v1/folders', { workspaceId: api.workspaceId, folderName: uniqueName('Folder'), ...more });

/** Creates a folder in the suite's workspace. */
export async function createFolder(api: Api, more: object = {}): Promise<FolderBody> {
  const { status, body, text } = await api.request(createFolderRequest(api, more));
  if (status !== 200) throw new Error(`The folder was not created: ${text}`);
  return (body as { folder: FolderBody }).folder;
}

/** Creates the only folder of a new workspace, so that its item is small. */
export async function createOnlyFolder(
  api: Api,
): Promise<{ id: string; workspaceId: string; token: string }> {
  const { id: workspaceId, token } = await createOwnWorkspace(api);
  const { body } = await api.request({ ...createFolderRequest(api, { workspaceId }), token });
  return { id: (body as { folder: FolderBody }).folder.id, workspaceId, token };
}

export async function importIntoFolder(api: Api, folderId: string): Promise<string> {
  return (await importBot(api, { ...v6Document(), folderId })).id;
}
