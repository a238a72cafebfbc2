/*
 * Types of all requests and responses. Written by `npm run docs` from the contracts; do not edit.
 */

export type ImportableDocument =
  | ImportedBot
  | (
      | { bot: {} }
      | { typebot: {} }
      | {
          /** The published copy. Null if nothing is published */
          publishedBot: {};
        }
      | {
          /** The published copy. Null if nothing is published */
          publishedTypebot: {};
        }
      | { release: {} }
    )
  | {
      /** The blocks, in order */
      blocks: {
        id: string;
        /** The blocks of the group, in the form of before June 2022 */
        steps: unknown[];
      }[];
    };
export type SchemaVersion = '3' | '4' | '5' | '6' | '6.1';
export type VariableValue = (string | (string | null)[]) | null;
export type Shadow = 'none' | 'sm' | 'md' | 'lg' | 'xl' | '2xl';
export type GetBotGraphResponse = string;
export type EditOperation =
  | {
      /** Kind of change */
      op: 'addGroup';
      /** The value afterwards. Absent if there is none */
      value: Group;
      /** Index in the list. Absent: at the end */
      index?: number | undefined;
      /** Whether the element comes back as it was, even if it is not valid */
      restores?: true | undefined;
    }
  | {
      op: 'deleteGroup';
      /** The value that is replaced or removed. Absent if there is none */
      was: Group;
      restores?: true | undefined;
    }
  | { op: 'moveGroup'; groupId: string; was: CanvasPosition; value: CanvasPosition }
  | {
      op: 'changeGroup';
      groupId: string;
      /** Keys of objects and indices of lists, from the element to the value */
      path: (string | number)[];
      was?: unknown;
      value?: unknown;
      /** The key that a new key is put before. Absent: it becomes the last one */
      before?: string | undefined;
    }
  | {
      op: 'addBlock';
      groupId: string;
      value: { id: string; [k: string]: unknown };
      index?: number | undefined;
      restores?: true | undefined;
    }
  | { op: 'deleteBlock'; groupId: string; was: { id: string; [k: string]: unknown }; restores?: true | undefined }
  | { op: 'moveBlock'; blockId: string; was: BlockIndex; value: BlockIndex }
  | {
      op: 'changeBlock';
      blockId: string;
      path: (string | number)[];
      was?: unknown;
      value?: unknown;
      before?: string | undefined;
    }
  | {
      op: 'addItem';
      blockId: string;
      value: { id: string; [k: string]: unknown };
      index?: number | undefined;
      restores?: true | undefined;
    }
  | { op: 'deleteItem'; blockId: string; was: { id: string; [k: string]: unknown }; restores?: true | undefined }
  | {
      op: 'moveItem';
      blockId: string;
      /** The item that is changed */
      itemId: string;
      was: number;
      value: number;
    }
  | {
      op: 'changeItem';
      blockId: string;
      itemId: string;
      path: (string | number)[];
      was?: unknown;
      value?: unknown;
      before?: string | undefined;
    }
  | {
      op: 'connect';
      value: Edge;
      /** Elements with the edge as `outgoingEdgeId`. Absent: the one that `from` names */
      namedBy?: EdgeOrigin[] | undefined;
      index?: number | undefined;
      restores?: true | undefined;
    }
  | { op: 'disconnect'; was: Edge; namedBy?: EdgeOrigin[] | undefined }
  | {
      op: 'changeEdge';
      /** The edge that is changed */
      edgeId: string;
      path: (string | number)[];
      was?: unknown;
      value?: unknown;
      before?: string | undefined;
      restores?: true | undefined;
    }
  | { op: 'addEvent'; value: BotEvent; index?: number | undefined; restores?: true | undefined }
  | { op: 'deleteEvent'; was: BotEvent; restores?: true | undefined }
  | { op: 'moveEvent'; eventId: string; was: CanvasPosition; value: CanvasPosition }
  | {
      op: 'changeEvent';
      eventId: string;
      path: (string | number)[];
      was?: unknown;
      value?: unknown;
      before?: string | undefined;
    }
  | { op: 'addVariable'; value: Variable; index?: number | undefined; restores?: true | undefined }
  | { op: 'deleteVariable'; was: Variable }
  | {
      op: 'changeVariable';
      /** The variable that is changed */
      variableId: string;
      path: (string | number)[];
      was?: unknown;
      value?: unknown;
      before?: string | undefined;
      restores?: true | undefined;
    }
  | { op: 'renameVariable'; variableId: string; was: string; value: string }
  | { op: 'changeBot'; path: (string | number)[]; was?: unknown; value?: unknown; before?: string | undefined };
export type ExportResultsResponse = string;
export type DeleteResultsBody =
  | {
      /** The ids of the results to delete */
      resultIds: string[];
    }
  | {
      /** Always true: deletes every result */
      all: true;
    };
export type GetBotPageResponse = string;
export type ChatReply =
  | (
      | string
      | {
          /** Whether it is text, a recording or a command */
          type: 'text';
          /** Text that the respondent typed */
          text: string;
          /** More about the reply */
          metadata?:
            | {
                /** The id that the client gave the reply */
                replyId?: string | undefined;
                [k: string]: unknown;
              }
            | undefined;
          /** Addresses of the files that were sent with the message */
          attachedFileUrls?: string[] | undefined;
          [k: string]: unknown;
        }
      | {
          type: 'audio';
          /** The address of the recording */
          url: string;
          attachedFileUrls?: string[] | undefined;
          [k: string]: unknown;
        }
      | {
          type: 'command';
          /** The command whose event starts the flow anew */
          command: string;
          [k: string]: unknown;
        }
    )
  | null;
export type PrefilledVariables =
  | (
      | { [k: string]: unknown }
      | unknown[]
    )
  | null;
export type TextFormat = ('richText' | 'markdown') | null;
export type StartJobBody =
  | {
      /** Kind of work */
      kind: 'deleteResults';
      botId: string;
      /** Always true: deletes every result */
      all: true;
    }
  | {
      kind: 'eraseWorkspace';
      /** The id of the workspace, again */
      confirm: string;
    }
  | {
      kind: 'exportResults';
      botId: string;
      format: 'csv' | 'ndjson';
      /** Start of the period (inclusive) */
      from?: string | undefined;
      /** End of the period (exclusive) */
      to?: string | undefined;
      /** A period up to now, in days of `timeZone` */
      timeFilter?:
        | ('today' | 'last7Days' | 'last30Days' | 'monthToDate' | 'lastMonth' | 'yearToDate' | 'allTime')
        | undefined;
      /** IANA time zone, such as Europe/Berlin */
      timeZone?: string | undefined;
      /** Whether the flow came to its end */
      isCompleted?: boolean | undefined;
    };

export type Operations = {
  /** Import a bot. Creates a bot from a document of any version, including exports from before June 2022. Everything in the document is kept, including unknown keys and its version. The new bot is unpublished and has no public address. Requires a token with at least the role editor. */
  importBot: {
    headers?: {
      /** The ETag of the bot that the change is based on; if it is not the current one, the response is 412 */
      'if-match'?: string | undefined;
      /** Makes retries safe: the same key with the same body gets the first response again */
      'idempotency-key'?: number | string | undefined;
    };
    body: ImportBotBody;
    response: ImportBotResponse;
  };
  /** Check a bot. Reports errors and likely mistakes in the flow of a document, most severe first, and stores nothing. An `error` stops a chat or loses an answer, a `warning` is probably not intended, an `info` may well be. An import accepts the document regardless. Requires a token with at least the role viewer. */
  checkBot: { body: CheckBotBody; response: CheckBotResponse };
  /** Get a bot. Returns the draft with an ETag, in its stored version or migrated to the latest one. With If-None-Match, the response is 304 without a body as long as the draft has that ETag. Requires a token with at least the role viewer. */
  getBot: {
    params: { botId: string };
    query?: GetBotQuery;
    headers?: {
      /** The ETag that the caller has; as long as it is the current one, the response is 304 */
      'if-none-match'?: string | undefined;
    };
    response: BotDraft;
  };
  /** Draw a bot. Renders the flow as an SVG picture: groups and blocks at their positions in the document, edges, dashed jumps, and dangling ends in red. Shows the draft, or the release with the given number. Only the first 1,000 groups of a very large flow are drawn. Requires a token with at least the role viewer. */
  getBotGraph: { params: { botId: string }; query?: GetBotGraphQuery; response: GetBotGraphResponse };
  /** Update a bot. Replaces each given field as a whole. With `updatedAt`, the update is refused with 409 if the bot has changed since then, unless `overwrite` is true; with If-Match, it is refused with 412 if the ETag differs. Without either, concurrent changes to different fields all survive. Requires a token with at least the role editor. */
  updateBot: {
    params: { botId: string };
    headers?: {
      /** The ETag of the bot that the change is based on; if it is not the current one, the response is 412 */
      'if-match'?: string | undefined;
    };
    body: UpdateBotBody;
    response: BotWithWarnings;
  };
  /** Edit a bot. Applies operations to the draft, in order: all of them or none. One that replaces or removes a value carries it as `was`, and applies if the bot has this value, whatever else has changed. So people who edit different parts of a bot do not have to know of one another. Requires a token with at least the role editor. */
  editBot: {
    params: { botId: string };
    headers?: {
      /** The ETag of the bot that the change is based on; if it is not the current one, the response is 412 */
      'if-match'?: string | undefined;
    };
    body: EditBotBody;
    response: EditBotResponse;
  };
  /** Publish a bot. Publishes the draft as it is and keeps it as a numbered release. A bot without a publicId gets one made from its name. Publishing an unchanged draft again returns the same release. With `dryRun=true` nothing is published: the response is what it would have been, with `issues` in the flow. Requires a token with at least the role editor. */
  publishBot: {
    params: { botId: string };
    query?: PublishBotQuery;
    headers?: {
      /** Makes retries safe: the same key with the same body gets the first response again */
      'idempotency-key'?: number | string | undefined;
    };
    response: Publication;
  };
  /** Unpublish a bot. Takes the bot off its public address. Its draft, releases and publicId stay. Idempotent. Requires a token with at least the role editor. */
  unpublishBot: { params: { botId: string }; response: Confirmation };
  /** End all running chats. Ends every running chat of the bot, including previews and chats that reached it through a link. Within about a minute, further requests to those chats get 404. Chats started later are not affected; to prevent new ones, close, unpublish or archive the bot first. Results are kept. Requires a token with at least the role editor. */
  endChats: { params: { botId: string }; response: EndChatsResponse };
  /** Get the published bot. Returns the published copy, or null if the bot is not published. With `migrateToLatestVersion=true` it is converted to the latest schema version, and `version` is its version before that. Requires a token with at least the role viewer. */
  getPublishedBot: { params: { botId: string }; query?: GetPublishedBotQuery; response: GetPublishedBotResponse };
  /** List bots. Returns a page of a workspace's bots, newest first, without their documents. `folderId` selects one folder, or with `root` the bots in no folder; `archived=true` lists only archived bots. `search` selects bots whose name or publicId contains it, whatever its case and accents, and `state` bots that are not published (`draft`), published as they are, or `changed` since. Requires a token with at least the role viewer. */
  listBots: { query: ListBotsQuery; response: ListBotsResponse };
  /** Create a bot. Creates a bot from the given fields, all of which are optional: an empty `bot` becomes a version 6 bot with a start event. Unlike an import, it accepts a publicId and a custom domain. `warnings` lists what was filled in inside the given fields, and dangling references. Requires a token with at least the role editor. */
  createBot: {
    headers?: {
      /** Makes retries safe: the same key with the same body gets the first response again */
      'idempotency-key'?: number | string | undefined;
    };
    body: CreateBotBody;
    response: BotWithWarnings;
  };
  /** Archive a bot. Removes the bot from the list and from its public address, and frees its publicId and custom domain. It can still be read, and restored with its draft, releases and results; changing or publishing it is refused with 409. Idempotent. Requires a token with at least the role editor. */
  deleteBot: { params: { botId: string }; response: Confirmation };
  /** Restore an archived bot. Puts an archived bot back on the list. It is unpublished and has no publicId or custom domain, because other bots may have taken them. Idempotent. Requires a token with at least the role editor. */
  restoreBot: { params: { botId: string }; response: BotDraft };
  /** Duplicate a bot. Copies the draft to a new bot, unpublished and without a public address; ids inside the document stay the same. The body is optional: by default the copy is called `<name> (copy)` and is in the same workspace and folder. Requires a token with at least the role editor. */
  duplicateBot: {
    params: { botId: string };
    headers?: {
      /** Makes retries safe: the same key with the same body gets the first response again */
      'idempotency-key'?: number | string | undefined;
    };
    body?: DuplicateBotBody;
    response: BotDraft;
  };
  /** List folders. Returns the folders in `parentFolderId`, newest first; without it, or with `root`, those that are in no folder; with `all=true` all folders of the workspace. There are at most 500, nested up to 10 deep. Requires a token with at least the role viewer. */
  listFolders: { query: ListFoldersQuery; response: ListFoldersResponse };
  /** Create a folder. Creates a folder in a workspace, or in another folder. Without `folderName` it is called Untitled. With `id`, bots that name this id in `folderId` are in it; a folder that has the same id, name and parent stays as it is. A workspace can have 500 folders, nested up to 10 deep. Requires a token with at least the role editor. */
  createFolder: {
    headers?: {
      /** Makes retries safe: the same key with the same body gets the first response again */
      'idempotency-key'?: number | string | undefined;
    };
    body: CreateFolderBody;
    response: FolderResponse;
  };
  /** Get a folder. Returns a folder of a workspace. Requires a token with at least the role viewer. */
  getFolder: { params: { folderId: string }; query: GetFolderQuery; response: FolderResponse };
  /** Rename or move a folder. Changes the name of a folder, or the folder that it is in, with everything in it; null moves it out of all folders. Idempotent. Requires a token with at least the role editor. */
  updateFolder: { params: { folderId: string }; body: UpdateFolderBody; response: FolderResponse };
  /** Delete a folder. Deletes a folder. Its bots, archived ones too, and its folders move to the folder that it was in. If it has more bots than one request can move, the response is 503: send the request again. A bot that was put into the folder a moment before may keep its `folderId`, which then names no folder. Requires a token with at least the role editor. */
  deleteFolder: { params: { folderId: string }; body: DeleteFolderBody; response: FolderResponse };
  /** List the releases of a bot. Returns a page of the releases, newest first, without their documents. `publishedAt` is null for a release that was never published: a draft that was kept when a release was restored or a document imported over it. The last page has no `nextCursor`. New releases appear in the list after a moment. Requires a token with at least the role viewer. */
  listReleases: { params: { botId: string }; query?: ListReleasesQuery; response: ListReleasesResponse };
  /** Get a release. Returns the flow of a release in its stored version: what respondents see while it is published. Requires a token with at least the role viewer. */
  getRelease: {
    params: {
      botId: string;
      /** The number of the release */
      release: string;
    };
    response: GetReleaseResponse;
  };
  /** Restore a release. Makes a release the draft again: the whole document, including its name. The published copy, the publicId and the custom domain stay. If the old draft is not yet a release, it is first kept as the next one, unpublished; `keptAsRelease` is its number. If the draft already equals the release, nothing changes. Requires a token with at least the role editor. */
  restoreRelease: {
    params: {
      botId: string;
      /** The number of the release */
      release: string;
    };
    response: RestoreReleaseResponse;
  };
  /** Compare two states of a bot. Lists the differences between the draft and a release, or between two releases: `from` and `to` are `draft` or a release number. Events, groups, blocks, edges and variables are compared by id; `changes` names the fields that differ, and `fields` those of the document: name, theme, settings and so on. Requires a token with at least the role viewer. */
  diffBot: { params: { botId: string }; query: DiffBotQuery; response: DiffBotResponse };
  /** List results. Returns results that were started and are not archived, newest first, with their answers. Requires a token with at least the role viewer. */
  listResults: { params: { botId: string }; query?: ListResultsQuery; response: ListResultsResponse };
  /** Export results. Returns results as CSV or NDJSON (one result per line), newest first, one page per request. Concatenate the pages to get the file. While `x-export-complete` is false, repeat the request with `cursor` set to `x-next-cursor` and all other parameters unchanged. Requires a token with at least the role viewer. */
  exportResults: { params: { botId: string }; query: ExportResultsQuery; response: ExportResultsResponse };
  /** Import results. Stores results that come from elsewhere, under their ids: the JSON of an export of this service, or of the API or the database of Typebot. The body can also be NDJSON (`application/x-ndjson`), one result per line, as exported. Requires a token with at least the role admin. */
  importResults: { params: { botId: string }; body: ImportResultsBody; response: ImportResultsResponse };
  /** Get a result. Returns one respondent's run of a bot with its answers, oldest first. Requires a token with at least the role viewer. */
  getResult: { params: { botId: string; resultId: string }; response: GetResultResponse };
  /** Get the transcript of a result. Returns a respondent's run as a conversation, reconstructed from the answers and the texts around them in the published flow or, if nothing is published, the draft, also in linked bots that merge their results into this one. Questions that were removed since come from earlier releases. Requires a token with at least the role viewer. */
  getResultTranscript: { params: { botId: string; resultId: string }; response: Transcript };
  /** Get a presigned upload form for a result's file. Returns a presigned form for one file that a respondent uploaded elsewhere: POST the fields of `formData` to `presignedUrl`, with the file as the last field, within ten minutes. `fileUrl` is then its address, for an import of results with `sourceContent`. Requires a token with at least the role admin. */
  createResultFileUpload: {
    params: { botId: string; resultId: string };
    body: CreateResultFileUploadBody;
    response: UploadForm;
  };
  /** Delete a result. Erases a result with its answers and logs, and ends its chats. If `remaining` is true, the result had more data than one request can delete: repeat the request. Statistics are not affected. Requires a token with at least the role editor. */
  deleteResult: { params: { botId: string; resultId: string }; response: DeleteResultResponse };
  /** Delete results. Erases the given results, or with `{ "all": true }` every result of the bot, including answers and logs, and ends their chats. The body alone selects the results; query parameters are rejected. Requires a token with at least the role editor. */
  deleteResults: { params: { botId: string }; body: DeleteResultsBody; response: DeletedResults };
  /** Get statistics. Returns how often a bot was opened, started and completed within `timeFilter` (default: allTime), in total and per day in `timeZone` (default: UTC). `completionRate` is completed runs divided by started runs, 0 to 1. Days without activity are omitted. Requires a token with at least the role viewer. */
  getStats: { params: { botId: string }; query?: GetStatsQuery; response: StatisticsResponse };
  /** List the logs of a result. Returns the log entries of a run, oldest first. Entries sent in one request keep their order. A page ends at `limit` (default: 100) or when the response is full; more entries follow if `nextCursor` is present. Requires a token with at least the role viewer. */
  listResultLogs: {
    params: { botId: string; resultId: string };
    query?: ListResultLogsQuery;
    response: ListResultLogsResponse;
  };
  /** Get the page of a bot. Returns the HTML page in which people chat with the bot published under this publicId, with the title, the description, the icon and the picture of its settings. Caches may keep it for a minute. */
  getBotPage: {
    params: {
      /** The publicId of the bot */
      publicId: string;
    };
    response: GetBotPageResponse;
  };
  /** Start a chat. Starts a conversation with the bot published under this publicId and returns the bot's first messages. Needs no token: whoever has the returned session id can continue the chat. If the bot is set to remember its users, `resultId` continues an earlier result. */
  startChat: {
    params: {
      /** The publicId of the bot */
      bot: string;
    };
    body?: StartChatBody;
    response: ChatStart;
  };
  /** Continue a chat. Accepts a reply and returns the bot's next messages. Without `message`, a flow that is waiting for the client continues, and an input asks again. If two replies are sent at the same time, one is accepted and the other gets 409. Once a conversation is over, its session gets 404. */
  continueChat: {
    params: {
      /** The id of the chat session, which grants access to it */
      sessionId: string;
    };
    body?: ContinueChatBody;
    response: ContinueChatResponse;
  };
  /** Start a preview. Starts a conversation with a bot's draft. No result is stored and no email is sent, but HTTP requests to other services are made for real. Responses include all logs, and a `trace` of the steps: blocks, choices, variables set, log entries and the status of requests, for at most 200 steps and 40,000 characters. Requires a token with at least the role editor. */
  startPreviewChat: {
    params: {
      /** The id of the bot */
      bot: string;
    };
    body?: PreviewStartBody;
    response: StartPreviewChatResponse;
  };
  /** Update a chat to the current release. Moves a running conversation to the currently published release. It continues at the waiting block, and variables keep their values. Otherwise, a conversation stays on the release it began with. Requires a token with at least the role editor. */
  updateSessionBot: {
    params: {
      /** The id of the chat session, which grants access to it */
      sessionId: string;
    };
    response: Confirmation;
  };
  /** Get a presigned upload form. Returns a presigned form for uploading one file from a browser: POST the fields of `formData` to `presignedUrl`, with the file as the last field. The form is valid for ten minutes and only for this name, type and maximum size. */
  generateUploadUrl: { body: GenerateUploadUrlBody; response: GenerateUploadUrlResponse };
  /** Submit client logs. Stores log entries from a respondent's browser with the session's result. Accepted until the session expires. Needs no token: the session id is enough. `status` defaults to "error". */
  submitClientLogs: {
    params: {
      /** The id of the chat session, which grants access to it */
      sessionId: string;
    };
    body: ClientLogs;
    response: Confirmation;
  };
  /** Submit client logs (v2). Stores log entries from a respondent's browser with the session's result. Accepted until the session expires. Needs no token: the session id is enough. `status` defaults to "error". Same as version 1, under the path that newer clients call. */
  submitClientLogsV2: {
    params: {
      /** The id of the chat session, which grants access to it */
      sessionId: string;
    };
    body: ClientLogs;
    response: Confirmation;
  };
  /** Send a message (compatible). Typebot's oldest chat call: starts a chat without `sessionId`, or continues one. With `isPreview` it starts a preview, which needs a token of an editor. If the chat of `sessionId` is over, a new one starts with `startParams`; without them the response is 404. Unknown keys are ignored. */
  sendMessage: { body?: SendMessageBody; response: SendMessageResponse };
  /** Who am I. Returns the token of the request, and the workspaces in which it has a role. Requires a token with at least the role viewer. */
  getMe: { response: GetMeResponse };
  /** List workspaces. Returns the workspaces in which the token has a role, newest first. For an admin, `made` is a page of the workspaces created with a token of its workspace, or of one created that way. The admin can list and revoke their tokens, but has no other access. `cursor` is for further pages of `made`. Requires a token with at least the role viewer. */
  listWorkspaces: { query?: ListWorkspacesQuery; response: ListWorkspacesResponse };
  /** Create a workspace. Creates a workspace and its first admin token, which is shown only in this response and expires after 90 days. Any token that is an admin of some workspace may do this. Requires a token with at least the role admin. */
  createWorkspace: { body: WorkspaceName; response: CreateWorkspaceResponse };
  /** Get a workspace. Returns a workspace with the token's role in it. Requires a token with at least the role viewer. */
  getWorkspace: { params: { workspaceId: string }; response: GetWorkspaceResponse };
  /** Rename a workspace. Renames a workspace. Names have 1 to 100 characters and need not be unique. Requires a token with at least the role admin. */
  renameWorkspace: { params: { workspaceId: string }; body: WorkspaceName; response: RenameWorkspaceResponse };
  /** List custom domains. Returns all host names that a workspace has registered for the pages of its bots, newest first. A name that was registered or deleted just now may take a second to appear or disappear. Requires a token with at least the role viewer. */
  listCustomDomains: { query: ListCustomDomainsQuery; response: ListCustomDomainsResponse };
  /** Register a custom domain. Registers a host name for a workspace. Its bots whose `customDomain` begins with the name then have their pages there. Only one workspace can have a name, and the operator of the deployment has to serve it; otherwise the response is 400. Letters beyond ASCII become punycode. Idempotent. Requires a token with at least the role admin. */
  createCustomDomain: { body: CreateCustomDomainBody; response: CreateCustomDomainResponse };
  /** Delete a custom domain. Gives up a host name, which any workspace can then register. Bots keep their `customDomain`, but their pages there are gone; the edge may show them for another minute. Requires a token with at least the role admin. */
  deleteCustomDomain: {
    params: {
      /** The host name, without a path */
      domain: string;
    };
    response: Confirmation;
  };
  /** Verify a custom domain. Says whether the deployment serves a registered host name, and which name its CNAME record has to have. The record itself is not looked up. `cnameTarget` is null on a laptop, where no DNS leads. Requires a token with at least the role viewer. */
  verifyCustomDomain: {
    params: {
      /** The host name, without a path */
      domain: string;
    };
    response: VerifyCustomDomainResponse;
  };
  /** List stored credentials. Returns all credentials that were stored over the API, by id, without their values: no operation returns those. Credentials that were stored by hand are not listed. A workspace has at most 100. Requires a token with at least the role editor. */
  listCredentials: { params: { workspaceId: string }; response: ListCredentialsResponse };
  /** Store credentials. Stores credentials under an id that blocks name, or replaces them. `data` has the fields of the kind, as in docs/credentials.md. For Google, `authorization` can replace it: a code that Google gave the console, which the service exchanges for a refresh token of the operator's OAuth client. Requires a token with at least the role admin. */
  putCredentials: {
    params: {
      workspaceId: string;
      /** The id under which blocks name the credentials */
      credentialsId: string;
    };
    body: PutCredentialsBody;
    response: PutCredentialsResponse;
  };
  /** Test stored credentials. Asks the provider whether it accepts stored credentials, with a call that changes nothing: `valid`, `invalid`, or `untested` if there is no such call or the provider did not say. Counts towards the requests that a workspace may send in a day; beyond them, the response is 429. Requires a token with at least the role admin. */
  testCredentials: {
    params: {
      workspaceId: string;
      /** The id under which blocks name the credentials */
      credentialsId: string;
    };
    response: TestCredentialsResponse;
  };
  /** Delete stored credentials. Deletes credentials with their value. Blocks that name them do nothing, at the latest after a minute. The operator of a deployed service can restore the value for seven days. Requires a token with at least the role admin. */
  deleteCredentials: {
    params: {
      workspaceId: string;
      /** The id under which blocks name the credentials */
      credentialsId: string;
    };
    response: Confirmation;
  };
  /** Get a presigned upload form for a bot's file. Returns a presigned form for uploading one picture, video, audio file or PDF that bots of the workspace show: POST the fields of `formData` to `presignedUrl`, with the file as the last field, within ten minutes. `fileUrl` is then its public address, for any bot. Files stay until the workspace is erased. Requires a token with at least the role editor. */
  createFileUpload: { params: { workspaceId: string }; body: CreateFileUploadBody; response: UploadForm };
  /** List the tokens of a workspace. Returns a page of tokens, newest first, including revoked but not expired ones. Secrets are never shown again. A token created or revoked just now may take a second to appear. Also open to admins of the workspace that created this one. Requires a token with at least the role admin. */
  listTokens: { params: { workspaceId: string }; query?: ListTokensQuery; response: ListTokensResponse };
  /** Create a token. Creates a token. Only this response contains its secret. The token expires after `expiresInDays`, by default 90, or never if that is null. Requires a token with at least the role admin. */
  createToken: { params: { workspaceId: string }; body: CreateTokenBody; response: CreateTokenResponse };
  /** Revoke a token. Revokes a token; the gateway stops accepting it within a minute. A token may revoke itself. Idempotent. Also open to admins of the workspace that created this one. For a token of a person who signs in with the identity provider, it revokes all of that person's, and an accepted invitation ends. Requires a token with at least the role admin. */
  revokeToken: {
    params: {
      workspaceId: string;
      /** The id of the token, not the token itself */
      tokenId: string;
    };
    response: RevokeTokenResponse;
  };
  /** List the pending invitations of a workspace. Returns the invitations that can still be accepted, newest first, without their secrets. Also open to admins of the workspace that created this one. Requires a token with at least the role admin. */
  listInvitations: { params: { workspaceId: string }; response: ListInvitationsResponse };
  /** Invite a person. Creates an invitation that one person can accept, once, within 7 days. Only this response contains its secret. The console's address followed by `path` is the link for that person. The invitation ends with the token that created it. A workspace has at most 100 pending ones. Requires a token with at least the role admin. */
  createInvitation: { params: { workspaceId: string }; body: CreateInvitationBody; response: CreateInvitationResponse };
  /** Revoke an invitation. Revokes a pending invitation, at once. One that was accepted is not found: revoke the token of the person instead. Also open to admins of the workspace that created this one. Requires a token with at least the role admin. */
  revokeInvitation: { params: { workspaceId: string; invitationId: string }; response: RevokeInvitationResponse };
  /** Accept an invitation. Exchanges the secret of an invitation for a personal token. Only this response contains the token, which expires after 30 days and is renewed on every day on which it is used. A secret works once; one that is unknown, used, expired or revoked gets the same 404. */
  acceptInvitation: { body: AcceptInvitationBody; response: PersonalToken };
  /** Sign in with the identity provider. Exchanges an ID token of the identity provider that the operator has configured for a personal token. The ID token must be at most 10 minutes old, works once, and has the SHA-256 of `nonce`, in base64url, as its claim `nonce`. Only this response contains the token, which expires after 30 days. */
  createSignIn: { body: CreateSignInBody; response: PersonalToken };
  /** Start a job. Starts work that takes too long for one call, and returns immediately. Requires a token with at least the role editor. */
  startJob: {
    params: { workspaceId: string };
    headers?: {
      /** Makes retries safe: the same key with the same body gets the first response again */
      'idempotency-key'?: number | string | undefined;
    };
    body: StartJobBody;
    response: JobResponse;
  };
  /** List the jobs of a workspace. Returns a page of jobs, newest first. A job started just now may take a second to appear. Requires a token with at least the role viewer. */
  listJobs: { params: { workspaceId: string }; query?: ListJobsQuery; response: ListJobsResponse };
  /** Get a job. Returns a job with its progress, which can lag behind while the job runs. If a deletion was interrupted, the numbers are lower bounds, and `progress.isLowerBound` is true. `error` says why a job failed. Requires a token with at least the role viewer. */
  getJob: { params: { workspaceId: string; jobId: string }; response: GetJobResponse };
  /** Cancel a job. Cancels a job. A running job stops within seconds and then has the `state` `cancelled`. Work that is already done is not undone. A finished job does not change. Erasing a workspace cannot be cancelled once it has begun. Requires a token with at least the role editor. */
  cancelJob: { params: { workspaceId: string; jobId: string }; response: JobResponse };
  /** List the changes in a workspace. Returns a page of the audit trail, newest first: who changed what, when and from where. `action` is the operation, as named in this document. `actor` is the token that was used, or the operator. `botId` selects the changes of one bot. The last page has no `nextCursor`; a page may have fewer entries than `limit`. Requires a token with at least the role admin. */
  listAuditEntries: { params: { workspaceId: string }; query?: ListAuditEntriesQuery; response: ListAuditEntriesResponse };
  /** Get the health of this API. For monitoring and load balancers. Responds if this address is up, its functions run and the table answers a read, and with 503 if it does not. Query parameters are ignored. Responds with 429 to more than 5 requests a second, from all callers together, which says that it is up. */
  getHealth: { response: GetHealthResponse };
  /** Get the health of this API. For monitoring and load balancers. Responds if this address is up, its functions run and the table answers a read, and with 503 if it does not. Query parameters are ignored. Responds with 429 to more than 5 requests a second, from all callers together, which says that it is up. */
  getChatHealth: { response: GetChatHealthResponse };
};
export type ImportBotBody = {
  workspaceId: string;
  /** The document, as it was exported */
  bot: ImportableDocument;
  /** The id of the folder. Null: in no folder */
  folderId?: (string | null) | undefined;
  /** Whether to change nothing and only report what would change */
  dryRun?: boolean | undefined;
  /** `create` makes a new bot, `replace` makes the document the draft of `botId` */
  mode?: ('create' | 'replace') | undefined;
  botId?: string | undefined;
  /** Whether to write even if the bot has changed since `bot.updatedAt` */
  overwrite?: boolean | undefined;
  /** Whether to connect edges that lead from a block, an item or an event that does not name them */
  repair?: boolean | undefined;
  /** Whether the new bot gets the document's publicId if that is free */
  keepPublicId?: boolean | undefined;
  /** Whether replies to Listen blocks are `data` of the webhook, or `text` that fills in no variable */
  webhookReplies?: ('data' | 'text') | undefined;
  /** New ids of bots that this one links to, by the ids in the document */
  linkedBots?:
    | { [k: string]: string }
    | undefined;
  /** Where the bot comes from */
  source?:
    | {
        /** The id of the bot where it comes from */
        id: string;
        /** State of the source: any text that changes with the bot, such as a time */
        revision?: string | undefined;
      }
    | undefined;
};
export type ImportedBot = {
  /** The version of the schema that the document has, not a release */
  version?: SchemaVersion | undefined;
  name?: string | undefined;
  /** An emoji, or the address of a picture */
  icon?: (string | null) | undefined;
  /** The id of the folder. Null: in no folder */
  folderId?: (string | null) | undefined;
  /** Where the flow begins. Absent before version 6 */
  events?: (ImportedEvent[] | null) | undefined;
  /** The groups of blocks */
  groups?: ImportedGroup[] | undefined;
  /** Connections from a block or an event to the next group */
  edges?: ImportedEdge[] | undefined;
  variables?: Variable[] | undefined;
  /** How the chat looks */
  theme?: Theme | undefined;
  /** How the chat behaves */
  settings?: Settings | undefined;
  /** The template that the theme was made from. Stored without effect */
  selectedThemeTemplateId?: (string | null) | undefined;
  /** How a table of the results is shown. Stored without effect */
  resultsTablePreferences?: (ResultsTablePreferences | null) | undefined;
  /** The credentials for WhatsApp. Stored without effect */
  whatsAppCredentialsId?: (string | null) | undefined;
  /** The risk level that Typebot gave the bot. Stored without effect */
  riskLevel?: (number | null) | undefined;
  [k: string]: unknown;
};
export type ImportedEvent = {
  id: string;
  type: 'start' | 'command' | 'reply' | 'invalidReply';
  /** The id of the edge that leads on. Absent at a dead end */
  outgoingEdgeId?: string | undefined;
  /** Where it is in the editor */
  graphCoordinates?: Coordinates | undefined;
  [k: string]: unknown;
};
export type Coordinates = {
  /** Pixels to the right */
  x: number;
  /** Pixels downwards */
  y: number;
  [k: string]: unknown;
};
export type ImportedGroup = {
  id: string;
  title?: string | undefined;
  /** Where it is in the editor */
  graphCoordinates?: Coordinates | undefined;
  /** The blocks, in order */
  blocks?: unknown[] | undefined;
  [k: string]: unknown;
};
export type ImportedEdge = {
  id: string;
  /** Where the edge begins: at a block, one of its items, or an event */
  from: EdgeSource;
  /** Where it leads: to a group, or to a block, whose group is filled in */
  to: {
    groupId?: (string | null) | undefined;
    /** The block to go on with. The first of the group if absent */
    blockId?: string | undefined;
    [k: string]: unknown;
  };
  [k: string]: unknown;
};
export type EdgeSource = {
  blockId?: string | undefined;
  /** The choice or the branch that the edge belongs to */
  itemId?: string | undefined;
  /** The way out of a card that the edge belongs to */
  pathId?: string | undefined;
  eventId?: string | undefined;
  [k: string]: unknown;
};
export type Variable = {
  id: string;
  name: string;
  /** Whether the value belongs to one chat and is not kept with the result */
  isSessionVariable?: boolean | undefined;
  /** The value that a chat begins with. In results, the value at the end */
  value?: VariableValue | undefined;
  [k: string]: unknown;
};
export type Theme = {
  /** Font, background and progress bar */
  general?:
    | {
        /** The name of a font of Google, or where a font comes from */
        font?:
          | (
              | string
              | {
                  /** Where the font comes from */
                  type: 'Google' | 'Custom';
                  /** The name of the font */
                  family?: string | undefined;
                  [k: string]: unknown;
                }
            )
          | undefined;
        /** Color or picture behind the chat */
        background?:
          | {
              /** Whether it is a color, a picture or nothing */
              type?: ('Color' | 'Image' | 'None') | undefined;
              /** The color, or the address of the picture */
              content?: string | undefined;
              [k: string]: unknown;
            }
          | undefined;
        /** A bar that shows how much of the flow is done */
        progressBar?:
          | {
              /** Whether it is shown */
              isEnabled?: boolean | undefined;
              /** The color of what is done */
              color?: string | undefined;
              /** The color of what is not done yet */
              backgroundColor?: string | undefined;
              /** At the top or at the bottom */
              placement?: ('Top' | 'Bottom') | undefined;
              /** How thick it is, in pixels */
              thickness?: number | undefined;
              /** Whether it stays in the window or in the part of the page that the bot fills */
              position?: ('fixed' | 'absolute') | undefined;
              [k: string]: unknown;
            }
          | undefined;
        [k: string]: unknown;
      }
    | undefined;
  /** Colors and shapes of the parts of a chat */
  chat?:
    | {
        /** The box around the chat */
        container?:
          | {
              /** The color behind the text */
              backgroundColor?: string | undefined;
              /** The color of the text */
              color?: string | undefined;
              /** How much the background behind it is blurred, in pixels */
              blur?: number | undefined;
              /** From 0, invisible, to 1 */
              opacity?: number | undefined;
              /** The size of the shadow */
              shadow?: Shadow | undefined;
              border?: Border | undefined;
              /** How wide it may be, with a unit of CSS */
              maxWidth?: string | undefined;
              /** How high it may be, with a unit of CSS */
              maxHeight?: string | undefined;
              [k: string]: unknown;
            }
          | undefined;
        /** The picture beside what the bot says */
        hostAvatar?: Avatar | undefined;
        /** The picture beside what the respondent says */
        guestAvatar?: Avatar | undefined;
        /** The messages of the bot */
        hostBubbles?: PartTheme | undefined;
        /** The messages of the respondent */
        guestBubbles?: PartTheme | undefined;
        /** Buttons and choices */
        buttons?: PartTheme | undefined;
        /** Fields to type in */
        inputs?:
          | {
              /** The color behind the text */
              backgroundColor?: string | undefined;
              /** The color of the text */
              color?: string | undefined;
              /** How much the background behind it is blurred, in pixels */
              blur?: number | undefined;
              /** From 0, invisible, to 1 */
              opacity?: number | undefined;
              /** The size of the shadow */
              shadow?: Shadow | undefined;
              border?: Border | undefined;
              /** The color of the text in an empty field */
              placeholderColor?: string | undefined;
              [k: string]: unknown;
            }
          | undefined;
        /** How choices are placed */
        buttonsInput?:
          | {
              /** Whether choices are beside or below each other */
              layout?: ('wrap' | 'vertical') | undefined;
              [k: string]: unknown;
            }
          | undefined;
        /** How round the corners of all parts are. Older than `border` */
        roundness?: ('none' | 'medium' | 'large') | undefined;
        [k: string]: unknown;
      }
    | undefined;
  /** CSS for the chat */
  customCss?: string | undefined;
  [k: string]: unknown;
};
export type Border = {
  /** How thick the border is, in pixels */
  thickness?: number | undefined;
  color?: string | undefined;
  /** How round the corners are */
  roundeness?: ('none' | 'medium' | 'large' | 'custom') | undefined;
  /** How round the corners are, in pixels, if `roundeness` is `custom` */
  customRoundeness?: number | undefined;
  /** From 0, invisible, to 1 */
  opacity?: number | undefined;
  [k: string]: unknown;
};
export type Avatar = {
  /** Whether it is shown */
  isEnabled?: boolean | undefined;
  /** The address of the picture. May contain variables */
  url?: string | undefined;
  [k: string]: unknown;
};
export type PartTheme = {
  /** The color behind the text */
  backgroundColor?: string | undefined;
  /** The color of the text */
  color?: string | undefined;
  /** How much the background behind it is blurred, in pixels */
  blur?: number | undefined;
  /** From 0, invisible, to 1 */
  opacity?: number | undefined;
  /** The size of the shadow */
  shadow?: Shadow | undefined;
  border?: Border | undefined;
  [k: string]: unknown;
};
export type Settings = {
  general?: GeneralSettings | undefined;
  /** How the bot seems to type */
  typingEmulation?: TypingEmulation | undefined;
  /** What the page and links to it say about the bot */
  metadata?:
    | {
        title?: string | undefined;
        /** What search engines and previews of links show */
        description?: string | undefined;
        /** The picture that previews of links show */
        imageUrl?: string | undefined;
        favIconUrl?: string | undefined;
        /** HTML for the head of the page */
        customHeadCode?: string | undefined;
        /** The id of a container of Google Tag Manager */
        googleTagManagerId?: string | undefined;
        /** Whether search engines may list the page */
        allowIndexing?: boolean | undefined;
        [k: string]: unknown;
      }
    | undefined;
  /** The bot in WhatsApp. Stored without effect */
  whatsApp?:
    | {
        /** Whether the bot answers in WhatsApp */
        isEnabled?: boolean | undefined;
        /** Which messages start a chat */
        startCondition?:
          | {
              /** Whether all comparisons or one must be true */
              logicalOperator?: ('OR' | 'AND') | undefined;
              /** Comparisons with the message */
              comparisons?:
                | {
                    id?: string | undefined;
                    /** How the message is compared */
                    comparisonOperator?:
                      | (
                          | 'Equal to' | 'Not equal' | 'Contains' | 'Does not contain' | 'Greater than'
                          | 'Greater or equal to' | 'Less than' | 'Less or equal to' | 'Is set' | 'Is empty' | 'Starts with'
                          | 'Ends with' | 'Matches regex' | 'Does not match regex'
                        )
                      | undefined;
                    value?: string | undefined;
                    [k: string]: unknown;
                  }[]
                | undefined;
              [k: string]: unknown;
            }
          | undefined;
        /** How long a chat waits for a reply, in hours */
        sessionExpiryTimeout?: number | undefined;
        /** Where notices are forwarded to */
        errorAndMarketingStatusWebhookForwardUrl?: string | undefined;
        /** Whether notices of the platform are forwarded */
        isWebhookForwardingEnabled?: boolean | undefined;
        /** Which notices are forwarded */
        webhookForwardingEventTypes?: ('all' | 'errorStatuses' | 'marketingStatuses')[] | undefined;
        [k: string]: unknown;
      }
    | undefined;
  /** Whether others may copy the bot. Stored without effect */
  publicShare?:
    | { isEnabled?: boolean | undefined; [k: string]: unknown }
    | undefined;
  /** Who may use the bot */
  security?:
    | {
        /** Origins of pages that may start chats. Empty or absent: all */
        allowedOrigins?: string[] | undefined;
        /** Names of variables that a start may set. Absent: all */
        prefillableVariables?: string[] | undefined;
        [k: string]: unknown;
      }
    | undefined;
  [k: string]: unknown;
};
export type GeneralSettings = {
  /** Whether the page names the product */
  isBrandingEnabled?: boolean | undefined;
  /** Whether the bot seems to type. Older than `typingEmulation.enabled` */
  isTypingEmulationEnabled?: boolean | undefined;
  /** Whether an input shows the value that its variable has already */
  isInputPrefillEnabled?: boolean | undefined;
  /** Whether the page takes the query out of its address */
  isHideQueryParamsEnabled?: boolean | undefined;
  /** Whether a reload begins a new result. Older than `rememberUser` */
  isNewResultOnRefreshEnabled?: boolean | undefined;
  /** Whether a respondent who comes back goes on with the same result */
  rememberUser?:
    | {
        /** Whether the browser remembers the result */
        isEnabled?: boolean | undefined;
        /** Where the browser remembers it: until the tab is closed, or for good */
        storage?: ('session' | 'local') | undefined;
        [k: string]: unknown;
      }
    | undefined;
  /** Texts that the chat shows by itself */
  systemMessages?:
    | {
        /** Said after an invalid reply */
        invalidMessage?: string | undefined;
        /** Said when the bot is closed */
        botClosed?: string | undefined;
        /** Title of the notice shown when the connection is lost */
        networkErrorTitle?: string | undefined;
        /** Text of the notice shown when the connection is lost */
        networkErrorMessage?: string | undefined;
        /** Title of the notice shown when the browser blocks a window */
        popupBlockedTitle?: string | undefined;
        /** Text of the notice shown when the browser blocks a window */
        popupBlockedDescription?: string | undefined;
        /** The button that opens the blocked window */
        popupBlockedButtonLabel?: string | undefined;
        /** Said when an upload fails */
        fileUploadError?: string | undefined;
        /** Said when a file is too large */
        fileUploadSizeError?: string | undefined;
        /** The button below a picture in WhatsApp. Stored without effect */
        whatsAppPictureChoiceSelectLabel?: string | undefined;
        [k: string]: unknown;
      }
    | undefined;
  [k: string]: unknown;
};
export type TypingEmulation = {
  enabled?: boolean | undefined;
  /** Words per minute */
  speed?: number | undefined;
  /** How long it types at most, in seconds */
  maxDelay?: number | undefined;
  /** The pause between two messages, in seconds */
  delayBetweenBubbles?: number | undefined;
  /** Whether the first message comes at once */
  isDisabledOnFirstMessage?: boolean | undefined;
  [k: string]: unknown;
};
export type ResultsTablePreferences = {
  /** The ids of the columns, in order */
  columnsOrder?: string[] | undefined;
  /** Whether a column is shown, by its id */
  columnsVisibility?:
    | { [k: string]: boolean }
    | undefined;
  /** The width of a column, by its id */
  columnsWidth?:
    | (
        | { [k: string]: number }
        | unknown[]
      )
    | undefined;
  [k: string]: unknown;
};
export type ImportBotResponse = {
  /** The document, as it was exported */
  bot: Bot;
  /** Values that were changed, added or dropped */
  warnings?: Warning[] | undefined;
  /** Whether to change nothing and only report what would change */
  dryRun?: true | undefined;
  /** Problems of the flow. Only in a rehearsal */
  issues?: FlowIssue[] | undefined;
  /** The number of the release that the previous draft was kept as. Null if it was one already */
  keptAsRelease?: number | undefined;
};
export type Bot = {
  /** The version of the schema that the document has, not a release */
  version: SchemaVersion;
  /** Where the flow begins. Absent before version 6 */
  events: BotEvent[] | null;
  /** The groups of blocks */
  groups: Group[];
  /** Connections from a block or an event to the next group */
  edges: Edge[];
  variables: Variable[];
  /** How the chat looks */
  theme: Theme;
  /** How the chat behaves */
  settings: Settings;
  /** The id of the bot. Decided by the server */
  id: string;
  name: string;
  /** An emoji, or the address of a picture */
  icon: string | null;
  /** The id of the folder. Null: in no folder */
  folderId: string | null;
  /** The last part of the address of the published bot. Null if it has none */
  publicId: string | null;
  /** Host name and path of the bot's page, such as `offers.example.com/guide`. Unique among bots */
  customDomain: string | null;
  /** The workspace that the bot belongs to. Decided by the server */
  workspaceId: string;
  /** The template that the theme was made from. Stored without effect */
  selectedThemeTemplateId: string | null;
  /** How a table of the results is shown. Stored without effect */
  resultsTablePreferences: ResultsTablePreferences | null;
  /** When the bot was created. Decided by the server */
  createdAt: string;
  /** When the draft last changed */
  updatedAt: string;
  /** Whether the bot is archived. Decided by the server */
  isArchived: boolean;
  /** Whether the bot takes no new chats */
  isClosed: boolean;
  /** Whether replies to Listen blocks are `data` of the webhook, or `text` that fills in no variable */
  webhookReplies: 'data' | 'text';
  /** The credentials for WhatsApp. Stored without effect */
  whatsAppCredentialsId: string | null;
  /** The risk level that Typebot gave the bot. Stored without effect */
  riskLevel: number | null;
  [k: string]: unknown;
};
export type BotEvent = {
  id: string;
  type: 'start' | 'command' | 'reply' | 'invalidReply';
  /** The id of the edge that leads on. Absent at a dead end */
  outgoingEdgeId?: string | undefined;
  /** Where it is in the editor */
  graphCoordinates: Coordinates;
  [k: string]: unknown;
};
export type Group = {
  id: string;
  title: string;
  /** Where it is in the editor */
  graphCoordinates: Coordinates;
  /** The blocks, in order */
  blocks: unknown[];
  [k: string]: unknown;
};
export type Edge = {
  id: string;
  /** Where the edge begins: at a block, one of its items, or an event */
  from: EdgeSource;
  /** Where it leads: to a group, or to a block in it */
  to: {
    groupId: string;
    /** The block to go on with. The first of the group if absent */
    blockId?: string | undefined;
    [k: string]: unknown;
  };
  [k: string]: unknown;
};
export type Warning = {
  /** Kind of the issue, for programs */
  code:
    | 'UNWRAPPED' | 'FILLED_IN' | 'RENAMED' | 'DROPPED' | 'CONNECTED' | 'ROUNDED' | 'DANGLING' | 'UNKNOWN_BOT'
    | 'CREDENTIALS_NOT_STORED' | 'NO_EFFECT' | 'NOT_CHECKED';
  /** The place, such as `bot.groups[0].id` */
  path: string;
  /** The outcome in words, for people */
  message: string;
  /** The title of the group */
  group?: string | undefined;
  /** The id of the block */
  block?: string | undefined;
};
export type FlowIssue = {
  /** Whether it breaks the flow or may be intended */
  severity: 'error' | 'warning' | 'info';
  /** Kind of the issue, for programs */
  code:
    | 'NO_START' | 'START_NOT_CONNECTED' | 'DANGLING' | 'JUMP_TO_NOWHERE' | 'UNREACHABLE_GROUP' | 'EMPTY_GROUP'
    | 'NO_VARIABLE' | 'UNKNOWN_VARIABLE' | 'UNKNOWN_BLOCK_TYPE' | 'UNNAMED_EDGE' | 'IGNORED_EDGE' | 'DEAD_END'
    | 'MISSING_REQUEST' | 'INCOMPLETE_BLOCK' | 'INCOMPLETE_CONDITION' | 'INVALID_PATTERN' | 'NO_ITEMS' | 'EMPTY_ITEM'
    | 'NO_VALID_ANSWER' | 'NOTHING_SHOWN' | 'UNSET_COUNTER' | 'UNKNOWN_OPTION' | 'UNEXPECTED_OPTION' | 'MISSPELT_OPTION'
    | 'UNUSED_EVENT' | 'MISSING_CREDENTIALS' | 'CREDENTIALS_NOT_STORED' | 'UNKNOWN_BOT' | 'UNPUBLISHED_BOT' | 'DUPLICATE_ID'
    | 'OPEN_TO_PREFILLING' | 'FORGEABLE_WEBHOOK' | 'UNREADABLE_AMOUNT' | 'INVALID_TIME_ZONE' | 'WAIT_WITHOUT_PAUSE'
    | 'UNENCODED_VARIABLE' | 'UNREADABLE_DATE' | 'CALCULATED' | 'ROUNDED' | 'UNSUPPORTED' | 'UNMATCHED_SELECTOR'
    | 'NO_EFFECT' | 'NOT_CHECKED' | 'MORE';
  /** The place, such as `bot.groups[0].id` */
  path: string;
  /** The outcome in words, for people */
  message: string;
  /** The title of the group */
  group?: string | undefined;
  /** The id of the block */
  block?: string | undefined;
  id?: string | undefined;
};
export type CheckBotBody = {
  /** The document to check */
  bot: ImportableDocument;
  workspaceId?: string | undefined;
};
export type CheckBotResponse = {
  /** Problems of the flow, the worst first */
  issues: FlowIssue[];
};
export type GetBotQuery = {
  /** Whether the document is converted to the latest schema version */
  migrateToLatestVersion?: boolean | 'true' | 'false' | undefined;
};
export type BotDraft = { bot: Bot };
export type GetBotGraphQuery = {
  /** The number of a release, or `draft` */
  release?: number | string | undefined;
};
export type UpdateBotBody = {
  /** The fields to change. All others stay as they are */
  bot: BotPatch;
  /** Whether to write even if the bot has changed since `bot.updatedAt` */
  overwrite?: boolean | undefined;
};
export type BotPatch = {
  /** The version of the schema that the document has, not a release */
  version?: SchemaVersion | undefined;
  name?: string | undefined;
  /** An emoji, or the address of a picture */
  icon?: (string | null) | undefined;
  /** The id of the folder. Null: in no folder */
  folderId?: (string | null) | undefined;
  /** Where the flow begins. Absent before version 6 */
  events?: (ImportedEvent[] | null) | undefined;
  /** The groups of blocks */
  groups?: ImportedGroup[] | undefined;
  /** Connections from a block or an event to the next group */
  edges?: ImportedEdge[] | undefined;
  variables?: Variable[] | undefined;
  /** How the chat looks */
  theme?: Theme | undefined;
  /** How the chat behaves */
  settings?: Settings | undefined;
  /** The template that the theme was made from. Stored without effect */
  selectedThemeTemplateId?: (string | null) | undefined;
  /** How a table of the results is shown. Stored without effect */
  resultsTablePreferences?: (ResultsTablePreferences | null) | undefined;
  /** The credentials for WhatsApp. Stored without effect */
  whatsAppCredentialsId?: (string | null) | undefined;
  /** The risk level that Typebot gave the bot. Stored without effect */
  riskLevel?: (number | null) | undefined;
  /** The last part of the address of the published bot. Null if it has none */
  publicId?: (string | null) | undefined;
  /** Host name and path of the bot's page, such as `offers.example.com/guide`. Unique among bots */
  customDomain?: (string | null) | undefined;
  /** Whether the bot takes no new chats */
  isClosed?: boolean | undefined;
  /** Whether replies to Listen blocks are `data` of the webhook, or `text` that fills in no variable */
  webhookReplies?: ('data' | 'text') | undefined;
  /** The state that the change is based on. If the draft is newer, the response is 409 */
  updatedAt?: string | undefined;
  [k: string]: unknown;
};
export type BotWithWarnings = {
  bot: Bot;
  /** Values that were changed, added or dropped */
  warnings?: Warning[] | undefined;
};
export type EditBotBody = {
  /** Changes, applied in this order */
  operations: EditOperation[];
  /** Whether to convert a draft of version 3, 4 or 5 to version 6 first */
  migrate?: boolean | undefined;
  /** Whether nothing was changed */
  dryRun?: boolean | undefined;
};
export type CanvasPosition = {
  /** Pixels to the right */
  x: number;
  /** Pixels downwards */
  y: number;
};
export type BlockIndex = {
  groupId: string;
  /** Index of the block in its group */
  index: number;
};
export type EdgeOrigin = {
  eventId?: string | undefined;
  blockId?: string | undefined;
  /** The choice or the branch that the edge belongs to */
  itemId?: string | undefined;
  /** The way out of a card that the edge belongs to */
  pathId?: string | undefined;
  /** The key that `outgoingEdgeId` is put before */
  before?: string | undefined;
};
export type EditBotResponse = {
  /** The draft, apart from its document */
  bot: {
    id: string;
    /** The version of the schema that the document has, not a release */
    version: SchemaVersion;
    updatedAt: string;
  };
  /** False if the draft has all results already */
  isChanged: boolean;
  /** The number of the release that the previous draft was kept as. Null if it was one already */
  keptAsRelease?: number | undefined;
  /** Values that were changed, added or dropped */
  warnings?: Warning[] | undefined;
  /** Whether nothing was changed */
  dryRun?: true | undefined;
};
export type PublishBotQuery = {
  /** Whether to change nothing and only report what would be changed */
  dryRun?: boolean | 'true' | 'false' | undefined;
  /** Whether to refuse a flow with errors */
  strict?: boolean | 'true' | 'false' | undefined;
};
export type Publication = {
  /** The outcome in words, for people */
  message: string;
  /** The last part of the address of the published bot. Null if it has none */
  publicId: string;
  /** The number of the published release */
  release: number;
  /** When it was published. Null if it never was */
  publishedAt: string;
  /** Whether nothing was changed */
  dryRun?: true | undefined;
  /** Problems of the flow */
  issues?: FlowIssue[] | undefined;
};
export type Confirmation = {
  /** The outcome in words, for people */
  message: string;
};
export type EndChatsResponse = {
  /** Chats that began before this time have ended */
  endedAt: string;
};
export type GetPublishedBotQuery = {
  /** Whether the document is converted to the latest schema version */
  migrateToLatestVersion?: boolean | 'true' | 'false' | undefined;
};
export type GetPublishedBotResponse = {
  /** The published copy. Null if nothing is published */
  publishedBot: PublishedBot | null;
  /** The version that the published copy was converted from. Absent if it was not asked to be */
  version?: ('3' | '4' | '5' | '6') | undefined;
};
export type PublishedBot = {
  /** The version of the schema that the document has, not a release */
  version: SchemaVersion;
  /** Where the flow begins. Absent before version 6 */
  events: BotEvent[] | null;
  /** The groups of blocks */
  groups: Group[];
  /** Connections from a block or an event to the next group */
  edges: Edge[];
  variables: Variable[];
  /** How the chat looks */
  theme: Theme;
  /** How the chat behaves */
  settings: Settings;
  id: string;
  createdAt: string;
  updatedAt: string;
  botId: string;
};
export type ListBotsQuery = {
  workspaceId: string;
  folderId?: string | undefined;
  /** Whether to list the archived bots instead of the others */
  archived?: boolean | 'true' | 'false' | undefined;
  /** A part of the name or of the publicId, whatever its case and accents */
  search?: number | string | undefined;
  /** Only bots in this state */
  state?: ('draft' | 'published' | 'changed') | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
};
export type ListBotsResponse = {
  bots: ListedBot[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
  /** How many entries this request has looked at. Present if the list is searched */
  searched?: number | undefined;
};
export type ListedBot = {
  id: string;
  name: string;
  /** An emoji, or the address of a picture */
  icon: string | null;
  /** The id of the folder. Null: in no folder */
  folderId: string | null;
  /** The last part of the address of the published bot. Null if it has none */
  publicId: string | null;
  createdAt: string;
  updatedAt: string;
  isPublished: boolean;
  /** The number of the published release. Null if there is none */
  publishedRelease: number | null;
  /** Whether publishing would change what respondents see */
  hasUnpublishedChanges: boolean;
  /** Where the bot comes from */
  source?: BotSource | undefined;
};
export type BotSource = {
  /** The id of the bot where it comes from */
  id: string;
  /** State of the source: any text that changes with the bot, such as a time */
  revision: string | null;
  /** Whether the flow has changed here since that import */
  isEdited: boolean;
};
export type CreateBotBody = {
  workspaceId: string;
  /** The bot, of which every field may be missing */
  bot: BotPatch;
};
export type DuplicateBotBody = {
  name?: string | undefined;
  workspaceId?: string | undefined;
  /** The id of the folder. Null: in no folder */
  folderId?: (string | null) | undefined;
};
export type ListFoldersQuery = {
  workspaceId: string;
  /** The folder whose folders are listed */
  parentFolderId?: string | undefined;
  /** Whether to list all folders of the workspace, wherever they are */
  all?: boolean | 'true' | 'false' | undefined;
};
export type ListFoldersResponse = {
  /** The folders, newest first */
  folders: Folder[];
};
export type Folder = {
  id: string;
  name: string;
  /** The folder that it is in. Null: in no folder */
  parentFolderId: string | null;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
};
export type CreateFolderBody = {
  workspaceId: string;
  /** The name, at most 120 characters */
  folderName?: string | undefined;
  /** The folder that it is in. Null: in no folder */
  parentFolderId?: (string | null) | undefined;
  /** The id that the folder gets */
  id?: string | undefined;
};
export type FolderResponse = {
  /** The folder as it is now */
  folder: Folder;
};
export type GetFolderQuery = { workspaceId: string };
export type UpdateFolderBody = {
  workspaceId: string;
  /** What to change. All else stays as it is */
  folder: {
    name?: string | undefined;
    /** The folder that it is in. Null: in no folder */
    parentFolderId?: (string | null) | undefined;
  };
};
export type DeleteFolderBody = { workspaceId: string };
export type ListReleasesQuery = {
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
};
export type ListReleasesResponse = {
  /** The releases of this page, newest first */
  releases: {
    /** The number of the release */
    release: number;
    createdAt: string;
    /** When it was published. Null if it never was */
    publishedAt: string | null;
    /** The token that it was made with. Null if nobody knows */
    createdBy?: TokenReference | undefined;
    isPublished: boolean;
  }[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
};
export type TokenReference = {
  /** The id of the token, not the token itself */
  tokenId: string;
  /** The name of the token at that time */
  tokenName: string;
};
export type GetReleaseResponse = {
  release: {
    /** The number of the release */
    release: number;
    createdAt: string;
    /** When it was published. Null if it never was */
    publishedAt: string | null;
    /** The token that it was made with. Null if nobody knows */
    createdBy?: TokenReference | undefined;
    botId: string;
    /** The version of the schema that the document has, not a release */
    version: SchemaVersion;
    /** Where the flow begins. Absent before version 6 */
    events: BotEvent[] | null;
    /** The groups of blocks */
    groups: Group[];
    /** Connections from a block or an event to the next group */
    edges: Edge[];
    variables: Variable[];
    /** How the chat looks */
    theme: Theme;
    /** How the chat behaves */
    settings: Settings;
  };
};
export type RestoreReleaseResponse = {
  bot: Bot;
  /** The number of the release that the previous draft was kept as. Null if it was one already */
  keptAsRelease?: number | undefined;
};
export type DiffBotQuery = {
  /** The earlier state: `draft`, or the number of a release */
  from: number | string;
  /** The later state */
  to: number | string;
};
export type DiffBotResponse = {
  diff: {
    /** The earlier state: `draft`, or the number of a release */
    from: string;
    /** The later state */
    to: string;
    /** Events that were added, removed or changed */
    events: Differences;
    /** Groups that were added, removed or changed, apart from their blocks */
    groups: Differences;
    /** Blocks that were added, removed or changed */
    blocks: Differences;
    /** Edges that were added, removed or changed */
    edges: Differences;
    /** Variables that were added, removed or changed */
    variables: Differences;
    /** Paths of the other fields that differ */
    fields: string[];
    /** Whether these are all differences: there is a limit */
    isComplete: boolean;
  };
};
export type Differences = {
  /** Parts that only the later state has */
  added: DiffElement[];
  /** Parts that only the earlier state has */
  removed: DiffElement[];
  /** Parts that both have, with differences */
  changed: ChangedElement[];
};
export type DiffElement = {
  id: string;
  /** Name that people use: a title, a name or a type */
  label?: string | undefined;
  groupId?: string | undefined;
};
export type ChangedElement = {
  id: string;
  /** Name that people use: a title, a name or a type */
  label?: string | undefined;
  groupId?: string | undefined;
  /** Paths that differ */
  changes: string[];
};
export type ListResultsQuery = {
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
  /** Start of the period (inclusive) */
  from?: string | undefined;
  /** End of the period (exclusive) */
  to?: string | undefined;
  /** A period up to now, in days of `timeZone` */
  timeFilter?:
    | ('today' | 'last7Days' | 'last30Days' | 'monthToDate' | 'lastMonth' | 'yearToDate' | 'allTime')
    | undefined;
  /** IANA time zone, such as Europe/Berlin */
  timeZone?: string | undefined;
  /** Only results that were completed, or only those that were not */
  isCompleted?: boolean | 'true' | 'false' | undefined;
  /** A text that an answer contains, whatever its case and accents */
  search?: number | string | undefined;
  /** The name or the id of a variable that has `value` */
  variable?: string | undefined;
  /** The value of `variable`, whatever its case and accents; empty selects results without one */
  value?: string | undefined;
};
export type ListResultsResponse = {
  /** The results of this page, newest first */
  results: {
    id: string;
    createdAt: string;
    botId: string;
    variables: Variable[];
    /** Whether the flow came to its end */
    isCompleted: boolean;
    /** Whether the respondent answered anything */
    hasStarted: boolean;
    isArchived: boolean;
    /** Answers of the respondent, oldest first */
    answers: Answer[];
    /** How many answers are missing at the end. Absent if none are */
    omittedAnswers?: number | undefined;
  }[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
  /** How many entries this request has looked at. Present if the list is searched */
  searched?: number | undefined;
};
export type Answer = {
  createdAt: string;
  resultId: string;
  blockId: string;
  groupId: string;
  /** The id of the variable that holds the answer. Null if there is none */
  variableId: string | null;
  /** The answer as text */
  content: string;
  /** Size of the files of the answer, in bytes. 0 for chats here, where the bucket measures them */
  storageUsed: number;
};
export type ExportResultsQuery = {
  format: 'csv' | 'ndjson';
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
  /** Start of the period (inclusive) */
  from?: string | undefined;
  /** End of the period (exclusive) */
  to?: string | undefined;
  /** A period up to now, in days of `timeZone` */
  timeFilter?:
    | ('today' | 'last7Days' | 'last30Days' | 'monthToDate' | 'lastMonth' | 'yearToDate' | 'allTime')
    | undefined;
  /** IANA time zone, such as Europe/Berlin */
  timeZone?: string | undefined;
  /** Only results that were completed, or only those that were not */
  isCompleted?: boolean | 'true' | 'false' | undefined;
  /** A text that an answer contains, whatever its case and accents */
  search?: number | string | undefined;
  /** The name or the id of a variable that has `value` */
  variable?: string | undefined;
  /** The value of `variable`, whatever its case and accents; empty selects results without one */
  value?: string | undefined;
};
export type ImportResultsBody = {
  /** The results to store */
  results: {
    id: string;
    createdAt: string;
    /** Whether the flow came to its end */
    isCompleted?: (boolean | null) | undefined;
    /** Whether the respondent answered anything */
    hasStarted?: (boolean | null) | undefined;
    isArchived?: (boolean | null) | undefined;
    variables?:
      | (
          | {
              id: string;
              name: string;
              value?: VariableValue | undefined;
              /** The value before, if only addresses of moved files differ */
              sourceValue?: VariableValue | undefined;
              /** Whether the value belongs to one chat and is not kept with the result */
              isSessionVariable?: (boolean | null) | undefined;
            }[]
          | null
        )
      | undefined;
    /** Answers of the respondent, oldest first */
    answers?:
      | (
          | {
              blockId: string;
              /** The answer as text */
              content: string;
              /** The content before, if only addresses of moved files differ */
              sourceContent?: (string | null) | undefined;
              createdAt?: (string | null) | undefined;
              groupId?: (string | null) | undefined;
              /** The id of the variable that holds the answer. Null if there is none */
              variableId?: (string | null) | undefined;
              /** Size of the files of the answer, in bytes. 0 for chats here, where the bucket measures them */
              storageUsed?: (number | null) | undefined;
              /** Addresses of the files that were sent with the message */
              attachedFileUrls?: (string[] | null) | undefined;
            }[]
          | null
        )
      | undefined;
    logs?:
      | (
          | {
              createdAt?: (string | null) | undefined;
              /** How serious it is */
              status?: (string | null) | undefined;
              /** The event in words */
              description: string;
              /** More about it, such as the response of a service */
              details?: unknown;
              /** The action during which it happened */
              context?: (string | null) | undefined;
            }[]
          | null
        )
      | undefined;
    /** How many answers are missing at the end. Absent if none are */
    omittedAnswers?: (number | null) | undefined;
  }[];
};
export type ImportResultsResponse = {
  /** How many results are new */
  imported: number;
  /** How many results got something new */
  updated: number;
  /** How many results were stored already */
  unchanged: number;
  /** How many results were not stored, by reason */
  skipped: {
    /** Results of another bot */
    otherBot: number;
    /** Results that were deleted here */
    erased: number;
    /** Results that are older than this service keeps them */
    expired: number;
    /** Results that an export has cut off */
    incomplete: number;
  };
  /** The first results that were skipped */
  skippedResults: {
    id: string;
    /** Why it was skipped */
    reason: 'otherBot' | 'erased' | 'expired' | 'incomplete';
  }[];
  /** How many results at the end were not looked at: send these again */
  remaining: number;
};
export type GetResultResponse = { result: Result };
export type Result = {
  id: string;
  createdAt: string;
  botId: string;
  /** The values that the variables had at the end */
  variables: Variable[];
  /** Whether the flow came to its end */
  isCompleted: boolean;
  /** Whether the respondent answered anything */
  hasStarted: boolean;
  isArchived: boolean;
  /** Answers of the respondent, oldest first */
  answers: Answer[];
};
export type Transcript = {
  /** The conversation, line by line */
  transcript: {
    /** Who says it */
    role: 'bot' | 'user';
    type: 'text';
    /** The words of the message */
    text: string;
  }[];
  /** Whether the end is missing, because it did not fit into the response */
  isTruncated?: true | undefined;
};
export type CreateResultFileUploadBody = {
  fileName: string;
  /** The media type of the file */
  fileType?: string | undefined;
  /** Bytes. The form takes no more */
  fileSize: number;
  /** Where the file comes from. It is not requested */
  sourceUrl: string;
  /** Whether it has no public address */
  isPrivate?: boolean | undefined;
};
export type UploadForm = {
  /** Where to send the form */
  presignedUrl: string;
  /** The fields of the form. The file comes after them */
  formData: { [k: string]: string };
  /** The address of the file after the upload */
  fileUrl: string;
};
export type DeleteResultResponse = {
  /** How many results were deleted */
  deleted: number;
  /** Whether there is more to do: repeat the request */
  remaining: boolean;
};
export type DeletedResults = {
  /** How many results were deleted */
  deleted: number;
  /** How many ids are not results of this bot */
  notFound: number;
  /** Whether there is more to do: repeat the request */
  remaining: boolean;
};
export type GetStatsQuery = {
  /** A period up to now, in days of `timeZone` */
  timeFilter?:
    | ('today' | 'last7Days' | 'last30Days' | 'monthToDate' | 'lastMonth' | 'yearToDate' | 'allTime')
    | undefined;
  /** IANA time zone, such as Europe/Berlin */
  timeZone?: string | undefined;
};
export type StatisticsResponse = { stats: Statistics };
export type Statistics = {
  /** How many chats were opened */
  totalViews: number;
  /** How many respondents answered something */
  totalStarts: number;
  /** How many came to the end */
  totalCompleted: number;
  /** Completed per started chats, 0 to 1 */
  completionRate: number;
  /** The same numbers by day */
  byDay: {
    /** The day in the time zone of the request */
    day: string;
    /** How many chats were opened that day */
    views: number;
    /** How many of them have an answer */
    starts: number;
    /** How many of them came to the end */
    completed: number;
  }[];
};
export type ListResultLogsQuery = {
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
};
export type ListResultLogsResponse = {
  logs: {
    id: string;
    createdAt: string;
    resultId: string;
    /** How serious it is */
    status: string;
    /** The event in words */
    description: string;
    /** More about it, such as the response of a service */
    details: unknown;
    /** The action during which it happened */
    context: string | null;
  }[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
};
export type StartChatBody = {
  /** The reply to the first input, if the bot says nothing before it */
  message?: ChatReply | undefined;
  /** Accepted for clients of Typebot, without effect */
  isStreamEnabled?: (boolean | null) | undefined;
  /** Whether to create the session without running the flow */
  isOnlyRegistering?: (boolean | null) | undefined;
  /** Values by the names of variables. Unknown names are ignored */
  prefilledVariables?: PrefilledVariables | undefined;
  /** How the texts of bubbles are returned */
  textBubbleContentFormat?: TextFormat | undefined;
  resultId?: (string | null) | undefined;
  [k: string]: unknown;
};
export type ChatStart = {
  /** The id of the chat session, which grants access to it */
  sessionId: string;
  resultId?: string | undefined;
  bot: ChatBot;
  /** Messages of the bot, in order */
  messages: ChatMessage[];
  /** The block that waits for a reply. Absent at the end of the flow */
  input?: ChatInput | undefined;
  /** Actions for the page, such as opening an address or running a script */
  clientSideActions?: ClientSideAction[] | undefined;
  logs?: ChatLog[] | undefined;
  /** The reply as it was stored, if that differs from what was sent */
  lastMessageNewFormat?: string | undefined;
  /** Addresses of pictures that depend on variables */
  dynamicTheme?: DynamicTheme | undefined;
  /** How much of the flow is done, in percent */
  progress?: number | undefined;
  /** The turn that waits for a reply, as the response that asked named it */
  turnId?: string | undefined;
};
export type ChatBot = {
  id: string;
  /** The version of the schema that the document has, not a release */
  version: string;
  /** How the chat looks */
  theme: Theme;
  /** How the chat behaves */
  settings: {
    general?: GeneralSettings | undefined;
    /** How the bot seems to type */
    typingEmulation?: TypingEmulation | undefined;
    [k: string]: unknown;
  };
  /** When it was published. Null if it never was */
  publishedAt?: string | undefined;
};
export type ChatMessage = {
  /** The id of the block */
  id: string;
  type: 'audio' | 'embed' | 'image' | 'text' | 'video' | 'custom-embed';
  /** The text, or the address and size of what is shown */
  content: { [k: string]: unknown };
  [k: string]: unknown;
};
export type ChatInput = {
  /** The id of the block */
  id: string;
  type: string;
  /** The options that the author has set, with the values of variables filled in */
  options?:
    | { [k: string]: unknown }
    | undefined;
  /** The choices */
  items?:
    | { [k: string]: unknown }[]
    | undefined;
  /** The value that the variable has already */
  prefilledValue?: string | undefined;
  /** What only the running chat knows, such as the keys of a payment */
  runtimeOptions?:
    | { [k: string]: unknown }
    | undefined;
  [k: string]: unknown;
};
export type ClientSideAction = {
  type: string;
  /** The block of the message after which it does it */
  lastBubbleBlockId?: string | undefined;
  /** Whether the flow waits until the page says how it went */
  expectsDedicatedReply?: boolean | undefined;
  [k: string]: unknown;
};
export type ChatLog = {
  /** How serious it is */
  status?: ('error' | 'info' | 'success') | undefined;
  /** The event in words */
  description: string;
  /** More about it, such as the response of a service */
  details?: string | undefined;
  /** The action during which it happened */
  context?: string | undefined;
};
export type DynamicTheme = {
  /** The bot's avatar */
  hostAvatarUrl?: string | undefined;
  /** The respondent's avatar */
  guestAvatarUrl?: string | undefined;
  backgroundUrl?: string | undefined;
};
export type ContinueChatBody = {
  /** The reply. Without it, a flow that waits goes on, and an input asks again */
  message?: ChatReply | undefined;
  /** How the texts of bubbles are returned */
  textBubbleContentFormat?: TextFormat | undefined;
  /** The block that the client takes to be waiting */
  waitingBlockId?: (string | null) | undefined;
  /** The turn that waits for a reply, as the response that asked named it */
  turnId?: (string | null) | undefined;
  /** Whether to return the latest turn again instead of taking a reply */
  isCatchingUp?: (boolean | null) | undefined;
  [k: string]: unknown;
};
export type ContinueChatResponse = {
  /** Messages of the bot, in order */
  messages: ChatMessage[];
  /** The block that waits for a reply. Absent at the end of the flow */
  input?: ChatInput | undefined;
  /** Actions for the page, such as opening an address or running a script */
  clientSideActions?: ClientSideAction[] | undefined;
  logs?: ChatLog[] | undefined;
  /** The reply as it was stored, if that differs from what was sent */
  lastMessageNewFormat?: string | undefined;
  /** Addresses of pictures that depend on variables */
  dynamicTheme?: DynamicTheme | undefined;
  /** How much of the flow is done, in percent */
  progress?: number | undefined;
  /** The turn that waits for a reply, as the response that asked named it */
  turnId?: string | undefined;
  /** The steps of the turn. Previews only */
  trace?: ChatTrace | undefined;
};
export type ChatTrace = {
  /** Blocks and events, in order, at most 200 */
  steps: {
    /** The linked bot that has the block. Absent for the bot of the chat */
    botId?: string | undefined;
    /** The group of the block */
    groupId?: string | undefined;
    /** The block that was run, or that took the reply */
    blockId?: string | undefined;
    /** The event from which the flow went on, instead of a block */
    eventId?: string | undefined;
    /** The type of the block or event */
    type: string;
    /** Outcome of the step: of a reply, `else` if no condition was met, `continued` once the client has done its part */
    outcome?: ('else' | 'accepted' | 'refused' | 'skipped' | 'interrupted' | 'continued') | undefined;
    /** The item whose condition was met, or that was chosen */
    itemId?: string | undefined;
    /** The edge that was followed */
    edgeId?: string | undefined;
    /** Variables that were set, with their last value */
    variables?:
      | {
          id: string;
          name: string;
          value: VariableValue;
          /** Whether only the first 500 characters of the value are here */
          isCut?: true | undefined;
        }[]
      | undefined;
    /** Positions of its entries in the turn's `logs` */
    logs?: number[] | undefined;
    /** HTTP requests that were sent, without path, headers and body */
    requests?:
      | {
          /** The HTTP method, in capital letters */
          method: string;
          /** The host, with its port if that is not the usual one. Absent with a stored credential */
          host?: string | undefined;
          /** The status of the response */
          status?: number | undefined;
          /** Why there was no response */
          error?: ('refused' | 'timeout' | 'too-large' | 'failed') | undefined;
        }[]
      | undefined;
  }[];
  /** Whether the turn did more than fits: 200 steps, or 40,000 characters of JSON */
  isCut?: true | undefined;
};
export type PreviewStartBody = {
  /** The reply to the first input, if the bot says nothing before it */
  message?: ChatReply | undefined;
  /** Accepted for clients of Typebot, without effect */
  isStreamEnabled?: (boolean | null) | undefined;
  /** Whether to create the session without running the flow */
  isOnlyRegistering?: (boolean | null) | undefined;
  /** Values by the names of variables. Unknown names are ignored */
  prefilledVariables?: PrefilledVariables | undefined;
  /** How the texts of bubbles are returned */
  textBubbleContentFormat?: TextFormat | undefined;
  /** The id of the chat session, which grants access to it */
  sessionId?: (string | null) | undefined;
  /** Where the preview begins */
  startFrom?:
    | (
        | (
            | { type: 'group'; groupId: string }
            | { type: 'event'; eventId: string }
            | {
                type: 'block';
                /** The block whose request is tested, as a draft of version 6 has it */
                block: {
                  type: 'Webhook' | 'Zapier' | 'Make.com' | 'Pabbly';
                  /** The options that the author has set, with the values of variables filled in */
                  options: { [k: string]: unknown };
                };
              }
          )
        | null
      )
    | undefined;
  /** Accepted for clients of Typebot */
  isProgressBarEnabled?: (boolean | null) | undefined;
  [k: string]: unknown;
};
export type StartPreviewChatResponse = {
  /** The id of the chat session, which grants access to it */
  sessionId: string;
  resultId?: string | undefined;
  bot: ChatBot;
  /** Messages of the bot, in order */
  messages: ChatMessage[];
  /** The block that waits for a reply. Absent at the end of the flow */
  input?: ChatInput | undefined;
  /** Actions for the page, such as opening an address or running a script */
  clientSideActions?: ClientSideAction[] | undefined;
  logs?: ChatLog[] | undefined;
  /** The reply as it was stored, if that differs from what was sent */
  lastMessageNewFormat?: string | undefined;
  /** Addresses of pictures that depend on variables */
  dynamicTheme?: DynamicTheme | undefined;
  progress?: number | undefined;
  /** The turn that waits for a reply, as the response that asked named it */
  turnId?: string | undefined;
  /** The steps of the turn. Previews only */
  trace: ChatTrace;
  /** The outcome of the request that is tested. Absent if none was sent: the logs say why */
  exchange?: HttpExchange | undefined;
};
export type HttpExchange = {
  /** Time until the whole response was there, or until the request failed */
  durationMs: number;
  /** The status of the response */
  status?: number | undefined;
  /** Headers of the response that help authors, by name. Never cookies */
  headers: { [k: string]: string };
  /** The beginning of the body, at most 100,000 characters. Absent if it is not text */
  body?: string | undefined;
  /** Size of the whole body, decompressed */
  bodyBytes?: number | undefined;
  /** Whether the body is longer */
  isCut?: true | undefined;
  /** Why there is no response */
  error?: ('refused' | 'timeout' | 'too-large' | 'failed') | undefined;
  /** The reason in words */
  message?: string | undefined;
};
export type GenerateUploadUrlBody = {
  /** The id of the chat session, which grants access to it */
  sessionId?: string | undefined;
  resultId?: string | undefined;
  blockId?: string | undefined;
  fileName: string;
  /** The media type of the file */
  fileType?: (string | null) | undefined;
  /** The size of the file in bytes */
  fileSize?: number | undefined;
  [k: string]: unknown;
};
export type GenerateUploadUrlResponse = {
  /** Where to send the form */
  presignedUrl: string;
  /** The fields of the form. The file comes after them */
  formData: { [k: string]: string };
  /** The media type of the file */
  fileType: string;
  /** How large the file may be, in megabytes */
  maxFileSize: number;
  /** The address of the file after the upload, for the reply */
  fileUrl: string;
};
export type ClientLogs = {
  /** Entries from the browser */
  clientLogs: ClientLog[];
};
export type ClientLog = {
  /** How serious it is */
  status?: string | undefined;
  /** The event in words */
  description: string;
  /** More about it, such as the response of a service */
  details?: unknown;
  /** The action during which it happened */
  context?: string | undefined;
  [k: string]: unknown;
};
export type SendMessageBody = {
  /** The reply. Without it, a flow that waits goes on, and an input asks again */
  message?: ChatReply | undefined;
  /** The id of the chat session, which grants access to it */
  sessionId?: (string | null) | undefined;
  /** The turn that waits for a reply, as the response that asked named it */
  turnId?: string | undefined;
  /** What the chat starts with */
  startParams?:
    | ({
        typebot?: (string | null) | undefined;
        /** The last part of the address of the published bot. Null if it has none */
        publicId?: (string | null) | undefined;
        /** Whether to chat with the draft */
        isPreview?: (boolean | null) | undefined;
        resultId?: (string | null) | undefined;
        /** The group where the preview begins */
        startGroupId?: (string | null) | undefined;
        /** The event where the preview begins */
        startEventId?: (string | null) | undefined;
        /** Values by the names of variables. Unknown names are ignored */
        prefilledVariables?: PrefilledVariables | undefined;
        /** Accepted for clients of Typebot, without effect */
        isStreamEnabled?: (boolean | null) | undefined;
        /** Whether to create the session without running the flow */
        isOnlyRegistering?: (boolean | null) | undefined;
        [k: string]: unknown;
      } | null)
    | undefined;
  [k: string]: unknown;
};
export type SendMessageResponse = {
  /** Messages of the bot, in order */
  messages: ChatMessage[];
  /** The block that waits for a reply. Absent at the end of the flow */
  input?: ChatInput | undefined;
  /** Actions for the page, such as opening an address or running a script */
  clientSideActions?: ClientSideAction[] | undefined;
  logs?: ChatLog[] | undefined;
  /** The reply as it was stored, if that differs from what was sent */
  lastMessageNewFormat?: string | undefined;
  /** Addresses of pictures that depend on variables */
  dynamicTheme?: DynamicTheme | undefined;
  /** How much of the flow is done, in percent */
  progress?: number | undefined;
  /** The turn that waits for a reply, as the response that asked named it */
  turnId?: string | undefined;
  /** The id of the chat session, which grants access to it */
  sessionId?: string | undefined;
  resultId?: string | undefined;
  typebot?: ChatBot | undefined;
  /** The steps of the turn. Previews only */
  trace?: ChatTrace | undefined;
};
export type GetMeResponse = {
  token: {
    id: string;
    workspaceId: string;
    name: string;
    /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
    role: 'viewer' | 'editor' | 'admin';
    createdAt: string;
    /** When it stops being valid. Null: never */
    expiresAt: string | null;
    /** The last day on which it was used, in UTC. Null: never */
    lastUsedOn: string | null;
    /** Invitation that a person accepted to get this token. Absent if an admin created it */
    invitation?: TokenInvitation | undefined;
    /** Sign-in with the identity provider that created this token. Absent for others */
    signIn?: TokenSignIn | undefined;
  };
  /** The workspaces in which the token has a role */
  workspaces: {
    id: string;
    name: string;
    createdAt: string;
    /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
    role: 'viewer' | 'editor' | 'admin';
  }[];
};
export type TokenInvitation = { id: string; name: string };
export type TokenSignIn = {
  /** The person's account as the provider names it */
  account: string;
  /** The same for all tokens of a person */
  personId: string;
  /** Whether a claim or an invitation has given the role */
  grantedBy: 'claim' | 'invitation';
};
export type ListWorkspacesQuery = {
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
};
export type ListWorkspacesResponse = {
  /** The workspaces in which the token has a role */
  workspaces: {
    id: string;
    name: string;
    createdAt: string;
    /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
    role: 'viewer' | 'editor' | 'admin';
  }[];
  /** Workspaces that were created with a token of this one */
  made?:
    | {
        id: string;
        name: string;
        createdAt: string;
        /** The id of the workspace whose token created it */
        madeBy: string;
      }[]
    | undefined;
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
};
export type WorkspaceName = { name: string };
export type CreateWorkspaceResponse = {
  workspace: Workspace;
  token: NewToken;
  /** Warnings for the people of the workspaces */
  warnings?:
    | {
        /** Kind of the issue, for programs */
        code: 'SHARED_ORIGIN';
        /** The warning in words, for people */
        message: string;
      }[]
    | undefined;
};
export type Workspace = { id: string; name: string; createdAt: string };
export type NewToken = {
  id: string;
  workspaceId: string;
  name: string;
  /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
  role: 'viewer' | 'editor' | 'admin';
  createdAt: string;
  /** When it stops being valid. Null: never */
  expiresAt: string | null;
  /** Invitation that a person accepted to get this token. Absent if an admin created it */
  invitation?: TokenInvitation | undefined;
  /** Sign-in with the identity provider that created this token. Absent for others */
  signIn?: TokenSignIn | undefined;
  /** The token itself, which is shown only here */
  token: string;
};
export type GetWorkspaceResponse = {
  workspace: {
    id: string;
    name: string;
    createdAt: string;
    /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
    role: 'viewer' | 'editor' | 'admin';
  };
};
export type RenameWorkspaceResponse = { workspace: Workspace };
export type ListCustomDomainsQuery = { workspaceId: string };
export type ListCustomDomainsResponse = {
  /** All of the workspace, newest first */
  customDomains: CustomDomain[];
};
export type CustomDomain = { name: string; createdAt: string };
export type CreateCustomDomainBody = { workspaceId: string; name: string };
export type CreateCustomDomainResponse = {
  /** Host name and path of the bot's page, such as `offers.example.com/guide`. Unique among bots */
  customDomain: CustomDomain;
};
export type VerifyCustomDomainResponse = {
  /** Host name and path of the bot's page, such as `offers.example.com/guide`. Unique among bots */
  customDomain: CustomDomain;
  /** Whether the operator serves the name */
  isConfigured: boolean;
  /** The name that DNS has to lead the domain to. Null on a laptop */
  cnameTarget: string | null;
};
export type ListCredentialsResponse = {
  /** All that were stored over the API, by id */
  credentials: Credentials[];
  /** US dollars a month for the secret. Null if it costs nothing */
  secretUsdPerMonth: number | null;
};
export type Credentials = {
  id: string;
  /** Kind of the credentials, such as openai: see docs/credentials.md */
  kind: string;
  /** Name for people, if they have one */
  name: string | null;
  /** `incomplete` after a change that did not end: store or delete them again */
  state: 'stored' | 'incomplete';
  createdAt: string;
  updatedAt: string;
};
export type PutCredentialsBody = {
  /** Kind of the credentials, such as openai: see docs/credentials.md */
  kind:
    | 'smtp' | 'stripe' | 'google sheets' | 'gmail' | 'openai' | 'anthropic' | 'mistral' | 'groq' | 'together-ai'
    | 'open-router' | 'perplexity' | 'deepseek' | 'dify-ai' | 'elevenlabs' | 'chat-node' | 'nocodb' | 'segment' | 'posthog'
    | 'zendesk';
  name?: string | undefined;
  /** The value: the fields of the kind. Required without `authorization` */
  data?:
    | { [k: string]: unknown }
    | undefined;
  /** For Google, in place of `data` */
  authorization?:
    | {
        /** The authorization code. Works once, for some minutes */
        code: string;
        /** The secret of which Google has the digest, by PKCE with S256 */
        codeVerifier: string;
        /** The page `/google` of the console through which the request is sent */
        redirectUri: string;
      }
    | undefined;
};
export type PutCredentialsResponse = {
  /** The credentials as they are stored, without their value */
  credentials: Credentials;
  /** US dollars a month for the secret. Null if it costs nothing */
  secretUsdPerMonth: number | null;
};
export type TestCredentialsResponse = {
  /** Whether the provider accepts the credentials */
  status: 'valid' | 'invalid' | 'untested';
  /** The reason, for people. Quotes no credentials */
  message: string;
};
export type CreateFileUploadBody = {
  fileName: string;
  /** Media type. Without one, the ending of the name decides */
  fileType?: string | undefined;
  /** Bytes. The form takes no more */
  fileSize: number;
};
export type ListTokensQuery = {
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
};
export type ListTokensResponse = {
  /** The tokens of this page, newest first */
  tokens: Token[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
};
export type Token = {
  id: string;
  workspaceId: string;
  name: string;
  /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
  role: 'viewer' | 'editor' | 'admin';
  createdAt: string;
  /** When it stops being valid. Null: never */
  expiresAt: string | null;
  /** When it was revoked. Null if it was not */
  revokedAt: string | null;
  /** The last day on which it was used, in UTC. Null: never */
  lastUsedOn: string | null;
  /** Invitation that a person accepted to get this token. Absent if an admin created it */
  invitation?: TokenInvitation | undefined;
  /** Sign-in with the identity provider that created this token. Absent for others */
  signIn?: TokenSignIn | undefined;
};
export type CreateTokenBody = {
  name: string;
  /** What the token may do: a viewer reads, an editor also writes, an admin also manages tokens */
  role: 'viewer' | 'editor' | 'admin';
  /** How many days it is valid. Absent: 90. Null: never */
  expiresInDays?: (number | null) | undefined;
};
export type CreateTokenResponse = { token: NewToken };
export type RevokeTokenResponse = { token: Token };
export type ListInvitationsResponse = {
  /** Those that can be accepted, newest first */
  invitations: Invitation[];
};
export type Invitation = {
  id: string;
  workspaceId: string;
  /** Whom the admin has invited: a name or an address */
  name: string;
  /** Role of the token that the person gets */
  role: 'viewer' | 'editor' | 'admin';
  createdAt: string;
  /** When it can no longer be accepted */
  expiresAt: string;
  /** The token with which it ends */
  createdBy: TokenReference;
};
export type CreateInvitationBody = {
  /** Whom it is for: a name or an address */
  name: string;
  /** Role of the token that the person gets */
  role: 'viewer' | 'editor' | 'admin';
};
export type CreateInvitationResponse = {
  /** The new invitation, without its secret */
  invitation: Invitation;
  /** The secret of the invitation, which is shown only here */
  secret: string;
  /** Path and fragment of the console's page that accepts it */
  path: string;
};
export type RevokeInvitationResponse = {
  /** The revoked invitation */
  invitation: Invitation;
};
export type AcceptInvitationBody = {
  /** The part of the link after # */
  secret: string;
  /** The person, as the audit trail and releases show it */
  name: string;
};
export type PersonalToken = { token: NewToken; workspace: TokenInvitation };
export type CreateSignInBody = {
  /** The ID token */
  idToken: string;
  /** The secret of the browser, whose digest the ID token has */
  nonce: string;
  /** The secret of an invitation that the person accepts */
  invitation?: string | undefined;
};
export type JobResponse = { job: Job };
export type Job = {
  id: string;
  workspaceId: string;
  /** Kind of work */
  kind: 'deleteResults' | 'exportResults' | 'eraseWorkspace';
  botId: string | null;
  /** How far the job is */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: JobProgress;
  /** Whether somebody has cancelled it. It stops after the page that it is working on */
  isCancelRequested: boolean;
  /** Why it failed. Null if it has not */
  error: string | null;
  createdAt: string;
  /** When the work began. Null if it has not */
  startedAt: string | null;
  /** When it ended. Null if it has not */
  endedAt: string | null;
};
export type JobProgress = {
  /** Number of results that are done */
  results: number;
  /** Number of bots that are done */
  bots?: number | undefined;
  /** Whether there may be more: the job was interrupted before it counted some */
  isLowerBound?: true | undefined;
};
export type ListJobsQuery = {
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
};
export type ListJobsResponse = {
  /** The jobs of this page, newest first */
  jobs: Job[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
};
export type GetJobResponse = { job: JobWithFile };
export type JobWithFile = {
  id: string;
  workspaceId: string;
  /** Kind of work */
  kind: 'deleteResults' | 'exportResults' | 'eraseWorkspace';
  botId: string | null;
  /** How far the job is */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: JobProgress;
  /** Whether somebody has cancelled it. It stops after the page that it is working on */
  isCancelRequested: boolean;
  /** Why it failed. Null if it has not */
  error: string | null;
  createdAt: string;
  /** When the work began. Null if it has not */
  startedAt: string | null;
  /** When it ended. Null if it has not */
  endedAt: string | null;
  /** The file of a finished export */
  file: {
    /** The size of the file */
    bytes: number;
    /** Where to download it. Null once the file is deleted */
    url: string | null;
    /** When that address stops working; another request gets a new one */
    urlExpiresAt: string | null;
    /** When the file is deleted */
    expiresAt: string;
    /** Whether the file is deleted */
    isExpired: boolean;
  } | null;
};
export type ListAuditEntriesQuery = {
  botId?: string | undefined;
  /** Maximum number of entries on the page */
  limit?: number | string | undefined;
  /** Where the page begins: `nextCursor` of the previous page */
  cursor?: string | undefined;
};
export type ListAuditEntriesResponse = {
  /** The entries of this page, newest first */
  entries: {
    id: string;
    /** When it was done */
    at: string;
    /** The operation, as named in this document */
    action:
      | 'createBot' | 'importBot' | 'duplicateBot' | 'updateBot' | 'editBot' | 'publishBot' | 'unpublishBot' | 'deleteBot'
      | 'restoreBot' | 'restoreRelease' | 'endChats' | 'deleteResult' | 'deleteResults' | 'importResults'
      | 'createResultFileUpload' | 'startJob' | 'cancelJob' | 'createWorkspace' | 'renameWorkspace' | 'createCustomDomain'
      | 'deleteCustomDomain' | 'putCredentials' | 'deleteCredentials' | 'createFileUpload' | 'createFolder' | 'updateFolder'
      | 'deleteFolder' | 'createToken' | 'revokeToken' | 'createInvitation' | 'revokeInvitation' | 'acceptInvitation'
      | 'createSignIn';
    /** Who did it */
    actor: {
      /** Whether it was a token or the operator */
      type: 'token' | 'operator';
      /** The id of the token, not the token itself */
      tokenId: string | null;
      /** The name of the token at that time */
      tokenName: string | null;
    };
    /** The address that the request came from. Null if it was the operator */
    sourceIp: string | null;
    botId: string | null;
    /** The release that was published, kept or restored */
    release: number | null;
    /** The operations of an `editBot` */
    edits: {
      /** Number of operations by kind */
      counts: { [k: string]: number };
      /** The ids of the first things that were changed */
      ids: string[];
    } | null;
    resultId: string | null;
    /** The id of the token, not the token itself */
    tokenId: string | null;
    /** Invitation that was created, revoked or accepted */
    invitationId: string | null;
    /** The custom domain that was registered or deleted */
    domain: string | null;
    /** The credentials that were stored or deleted */
    credentialsId: string | null;
    /** Their kind, such as openai */
    credentialsKind: string | null;
    /** The file that an author may upload, as in its address */
    fileId: string | null;
    /** The folder that was created, changed or deleted. With a bot: the deleted one that it was in */
    folderId: string | null;
    /** The job that was started or cancelled */
    jobId: string | null;
    jobKind: string | null;
  }[];
  /** The `cursor` of the next page. Absent on the last page */
  nextCursor?: string | undefined;
};
export type GetHealthResponse = {
  /** Always the same: otherwise, the response is an error */
  status: 'ok';
};
export type GetChatHealthResponse = {
  /** Always the same: otherwise, the response is an error */
  status: 'ok';
};

export type ErrorEnvelope = {
  /** The error in words, for people */
  message: string;
  /** Kind of the error, for programs */
  code:
    | 'BAD_REQUEST' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT' | 'MIGRATION_NEEDED' | 'PRECONDITION_FAILED'
    | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TOO_MANY_REQUESTS' | 'INTERNAL_SERVER_ERROR' | 'SERVICE_UNAVAILABLE';
  /** The id of the request, which the logs contain, too */
  requestId: string;
  /** Problems, each with its path */
  issues?:
    | {
        /** The place, such as `bot.groups[0].id` */
        path: string;
        /** The problem in words */
        message: string;
      }[]
    | undefined;
  /** Values that the bot does not have, though operations replace them */
  conflicts?:
    | {
        /** The index of the operation */
        index: number;
        /** The place, such as `bot.groups[0].id` */
        path: string;
        /** The value that the operation replaces. Absent if it expects none */
        was?: unknown;
        /** The value of the bot. Absent if it has none. Of a long value, the beginning of its JSON */
        current?: unknown;
        /** The problem in words */
        message: string;
      }[]
    | undefined;
  /** With 413: the limit, in bytes */
  limitBytes?: number | undefined;
  /** With 413: the size of what was sent, in bytes */
  actualBytes?: number | undefined;
  /** Always true. Only at Typebot's addresses */
  defined?: true | undefined;
  /** The HTTP status. Only at Typebot's addresses */
  status?: number | undefined;
  /** The issues in the form of Typebot. Only at Typebot's addresses */
  data?:
    | {
        /** Problems, each with its path */
        issues: {
          /** The place, such as `bot.groups[0].id` */
          path: (string | number)[];
          /** The problem in words */
          message: string;
        }[];
      }
    | undefined;
};
