/** A folder of a workspace's bots. Bots name it in `folderId`. */
export type Folder = {
  id: string;
  /** 1 to 120 characters after trimming. Need not be unique. */
  name: string;
  /** Null if the folder is in no other one. */
  parentFolderId: string | null;
  createdAt: string;
  updatedAt: string;
};

export const MAX_FOLDER_NAME_CHARACTERS = 120;

/** All folders of a workspace are one item, which may have 400 KB. With the longest ids and names, these have 310 KB. */
export const MAX_FOLDERS = 500;

/** Folders around a bot, the innermost included. */
export const MAX_FOLDER_DEPTH = 10;

/** `root` selects the bots that are in no folder. */
export const FOLDER_ID_FORM = /^(?!root$)[A-Za-z0-9_-]{1,64}$/;
