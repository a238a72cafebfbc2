import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MoveReport } from '#apps/cli/moving/report/move-report.ts';
import { readList } from '#apps/cli/service/list-pages.ts';
import { findLinkedBotIds } from '#lib/bots/document/linked-bots.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { SourceContent } from '#test/support/source-api.ts';
import { hasSourceWorld } from '#test/support/source-world.ts';
import { botsJson, type Run, runBots, startBots } from '../bots-process.ts';
import { expectMovedWorld } from './moved-world.ts';
import { type ServiceAndSource, startServiceAndSource } from './service-and-source.ts';

if (!hasSourceWorld)
  process.stderr.write('Skipped: the tests of bots move, because ../shared/moving is missing.\n');

describe.skipIf(!hasSourceWorld)('bots move', () => {
  let folder: ServiceAndSource['folder'];
  let service: ServiceAndSource['service'];
  let client: ServiceAndSource['client'];
  let source: ServiceAndSource['source'];
  let env: ServiceAndSource['env'];

  beforeEach(async () => {
    const started = await startServiceAndSource();
    ({ folder, service, client, source, env } = started);
    return started.stop;
  });

  const args = (...options: string[]) => [
    'move',
    '--from',
    source.url,
    '--to',
    service.workspaceId,
    ...options,
  ];
  const move = (...options: string[]): Promise<Run> => runBots(args(...options), env);
  const moved = (...options: string[]): Promise<MoveReport> => botsJson(args(...options), env);
  const expectWorld = () => expectMovedWorld(source.content, client, service.workspaceId);

  it('brings every bot, release, result, answer and log', async () => {
    const report = await moved();
    expect(report.counts).toMatchObject({ created: source.content.bots.length, failed: 0, unfinished: 0 });
    const newIds = await expectWorld();
    expect(report.bots.map(({ sourceId, botId }) => [sourceId, botId]).toSorted()).toEqual(
      [...newIds].toSorted(),
    );
    for (const { sourceId, sourceCreatedAt } of report.bots) {
      const { typebot } = botOf(source.content, sourceId);
      expect(sourceCreatedAt).toBe(typebot.createdAt);
    }
    expect(report.results).toMatchObject({ imported: countResults(source.content), refused: 0, skipped: 0 });
  });

  it('writes nothing the second time', async () => {
    await moved();
    const report = await moved();
    expect(report.counts).toMatchObject({ created: 0, updated: 0, unchanged: source.content.bots.length });
    expect(report.results).toMatchObject({
      imported: 0,
      updated: 0,
      unchanged: countResults(source.content),
    });
    await expectWorld();
  });

  it('repeats requests to a source that is busy, failing or unreachable', async () => {
    source.faultOf = (count) => {
      if (count % 7 === 1) return { status: 429, retryAfterSeconds: 0 };
      if (count % 7 === 3) return { status: 502 };
      return count % 7 === 5 ? 'disconnect' : undefined;
    };
    expect((await moved()).counts).toMatchObject({ created: source.content.bots.length, failed: 0 });
    await expectWorld();
  }, 120_000);

  it('goes on after being killed anywhere, without doubling or missing anything', async () => {
    let kills = 0;
    for (const afterRequests of [3, 25, 40, 55, 75, 110, 150]) {
      const before = source.requests.length;
      const { child, ended } = startBots(args(), env);
      source.faultOf = (count) => {
        if (count - before === afterRequests && child.exitCode === null) {
          child.kill('SIGKILL');
          kills += 1;
        }
        return undefined;
      };
      await ended;
    }
    expect(kills).toBeGreaterThanOrEqual(5);
    source.faultOf = () => undefined;
    expect((await moved()).counts).toMatchObject({ failed: 0, unfinished: 0 });
    await expectWorld();
  }, 120_000);

  it('brings what is new the next time: answers, completions, results, drafts and publications', async () => {
    await moved();
    const { content } = source;
    const leads = content.bots.find(
      ({ typebot }) => typebot.name === 'Lead generation',
    ) as SourceContent['bots'][number];
    const results = content.results.get(leads.typebot.id as string) as JsonObject[];
    const open = results.find(({ isCompleted }) => !isCompleted) as JsonObject;
    (open.answers as JsonObject[]).push({ blockId: 's5VQGsVF4hQgziQsXVdwPDW', content: 'later' });
    open.isCompleted = true;
    results.unshift({ ...open, id: 'newresult000000000000000', createdAt: new Date().toISOString() });
    leads.typebot.name = 'Leads, renamed';
    const nps = content.bots.find(
      ({ typebot }) => typebot.name === 'NPS survey',
    ) as SourceContent['bots'][number];
    const settings = { ...(nps.typebot.settings as JsonObject), general: { isBrandingEnabled: false } };
    Object.assign(nps.typebot, { settings });
    Object.assign(nps.published as JsonObject, { settings });

    const report = await moved();
    expect(report.counts).toMatchObject({ updated: 2, unchanged: content.bots.length - 2 });
    expect(report.results).toMatchObject({ imported: 1, updated: 1 });
    const botId = idOf(report, nps.typebot.id);
    const { releases } = await client.listReleases({ params: { botId }, query: {} });
    expect(releases.map(({ isPublished }) => isPublished)).toEqual([true, false]);
    const { publishedBot } = await client.getPublishedBot({ params: { botId } });
    expect(publishedBot?.settings).toMatchObject({ general: { isBrandingEnabled: false } });
    const { bot } = await client.getBot({ params: { botId: idOf(report, leads.typebot.id) } });
    expect(bot.name).toBe('Leads, renamed');
  });

  it('leaves alone what was changed here, unless told to overwrite it', async () => {
    const first = await moved('--no-results', '--only', 'NPS survey');
    const botId = first.bots[0]?.botId as string;
    const { bot } = await client.getBot({ params: { botId } });
    await client.updateBot({
      params: { botId },
      body: { bot: { variables: [...bot.variables, { id: 'v1', name: 'Ours' }] } },
    });
    const nps = botOf(source.content, first.bots[0]?.sourceId as string);
    nps.typebot.name = 'Renamed there';

    const { exitCode, stdout } = await move('--no-results', '--only', nps.typebot.id as string);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('was changed here after the last move: --overwrite replaces it');
    expect((await client.getBot({ params: { botId } })).bot.name).toBe('NPS survey');

    const report = await moved('--no-results', '--only', nps.typebot.id as string, '--overwrite');
    expect(report.counts.updated).toBe(1);
    expect((await client.getBot({ params: { botId } })).bot.name).toBe('Renamed there');
    const { releases } = await client.listReleases({ params: { botId }, query: {} });
    expect(releases).toHaveLength(2);
  });

  it('keeps what was edited here before the first move had finished', async () => {
    const nps = idNamed('NPS survey');
    const { bots } = await moved('--no-results', '--only', nps);
    const botId = bots[0]?.botId as string;
    // As after a first pass that was interrupted: imported, but without a revision.
    const { bot } = await client.getBot({ params: { botId } });
    await client.importBot({
      body: {
        workspaceId: service.workspaceId,
        mode: 'replace',
        botId,
        overwrite: true,
        bot,
        source: { id: nps },
      },
    });
    await client.unpublishBot({ params: { botId } });
    await client.updateBot({ params: { botId }, body: { bot: { variables: [{ id: 'v1', name: 'Ours' }] } } });

    await moved('--no-results', '--only', nps);
    const { releases } = await client.listReleases({ params: { botId }, query: {} });
    const kept = await Promise.all(
      releases.map(({ release }) => client.getRelease({ params: { botId, release: String(release) } })),
    );
    expect(JSON.stringify(kept)).toContain('"Ours"');
  });

  it('leaves alone what another tool has brought and people have edited here', async () => {
    const nps = botOf(source.content, idNamed('NPS survey'));
    const { bot } = await client.importBot({
      body: {
        workspaceId: service.workspaceId,
        bot: nps.typebot,
        source: { id: nps.typebot.id as string, revision: '2026-01-01' },
      },
    });
    await client.updateBot({
      params: { botId: bot.id },
      body: { bot: { variables: [{ id: 'v1', name: 'Ours' }] } },
    });
    const report = await moved('--no-results', '--only', nps.typebot.id as string);
    expect(report.bots[0]).toMatchObject({ botId: bot.id, outcome: 'editedHere' });
    expect((await client.getBot({ params: { botId: bot.id } })).bot.variables).toEqual([
      { id: 'v1', name: 'Ours' },
    ]);
  });

  it('overwrites what was changed here on request, even if nothing has changed there', async () => {
    const nps = idNamed('NPS survey');
    const botId = (await moved('--no-results', '--only', nps)).bots[0]?.botId as string;
    const before = (await client.getBot({ params: { botId } })).bot.variables;
    await client.updateBot({ params: { botId }, body: { bot: { variables: [{ id: 'v1', name: 'Ours' }] } } });
    expect((await moved('--no-results', '--only', nps)).bots[0]?.outcome).toBe('unchanged');
    expect((await moved('--no-results', '--only', nps, '--overwrite')).bots[0]?.outcome).toBe('updated');
    expect((await client.getBot({ params: { botId } })).bot.variables).toEqual(before);
  });

  it('creates each bot once when two tokens move at the same time', async () => {
    const { token } = await client.createToken({
      params: { workspaceId: service.workspaceId },
      body: { name: 'CI', role: 'admin' },
    });
    const other = {
      ...env,
      BOTS_BASE_URL: service.baseUrl,
      BOTS_CHAT_URL: service.chatUrl,
      BOTS_TOKEN: token.token,
    };
    const runs = await Promise.all([
      runBots(args('--no-results'), env),
      runBots(args('--no-results'), other),
    ]);
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const { items } = await readList('bots', { all: true }, (page) =>
      client.listBots({ query: { workspaceId: service.workspaceId, ...page } }),
    );
    const sources = items.flatMap((bot) => (bot.source ? [bot.source.id] : []));
    expect(sources.toSorted()).toEqual(source.content.bots.map(({ typebot }) => typebot.id).toSorted());
  }, 120_000);

  it('lets a team give a bot another address here, and says that it differs', async () => {
    const nps = botOf(source.content, idNamed('NPS survey'));
    const id = nps.typebot.id as string;
    const botId = (await moved('--no-results', '--only', id)).bots[0]?.botId as string;
    await client.updateBot({ params: { botId }, body: { bot: { publicId: 'our-new-address' } } });
    nps.typebot.name = 'Renamed there';
    for (const outcome of ['updated', 'unchanged']) {
      const [bot] = (await moved('--no-results', '--only', id)).bots;
      expect(bot).toMatchObject({
        outcome,
        notKept: [{ field: 'publicId', value: 'acme-nps', reason: 'it is our-new-address here' }],
      });
    }
    expect((await client.getBot({ params: { botId } })).bot.publicId).toBe('our-new-address');
  });

  it('does not archive a bot again that was restored here', async () => {
    const nps = botOf(source.content, idNamed('Empty bot'));
    Object.assign(nps.typebot, { isArchived: true });
    const id = nps.typebot.id as string;
    const botId = (await moved('--no-results', '--only', id)).bots[0]?.botId as string;
    expect((await client.getBot({ params: { botId } })).bot.isArchived).toBe(true);
    await client.restoreBot({ params: { botId } });
    expect((await moved('--no-results', '--only', id)).bots[0]).toMatchObject({
      outcome: 'unchanged',
      isOnlyArchivedThere: true,
    });
    expect((await client.getBot({ params: { botId } })).bot.isArchived).toBe(false);
  });

  it('does not let one bot that cannot be read stop the others', async () => {
    const nps = idNamed('NPS survey');
    source.faultOf = (_, path) => (path.endsWith(`/${nps}`) ? { status: 400 } : undefined);
    const { exitCode, stdout } = await move('--json', '--no-results');
    expect(exitCode).toBe(1);
    const report = JSON.parse(stdout) as MoveReport;
    expect(report.stoppedBy).toBeUndefined();
    expect(report.counts).toMatchObject({ failed: 1, created: source.content.bots.length - 1 });
  });

  it('does not take credentials for stored if it cannot know', async () => {
    const triage = botOf(source.content, idNamed('Support triage (OpenAI credentials)'));
    const edges = Array.from({ length: 230 }, (_, index) => ({
      id: `e${index}`,
      from: { blockId: 'gone' },
      to: { groupId: 'gone' },
    }));
    Object.assign(triage.typebot, { edges });
    Object.assign(triage.published ?? {}, { edges });
    const [bot] = (await moved('--no-results', '--only', triage.typebot.id as string)).bots;
    expect(bot?.credentials?.map(({ isStored }) => isStored)).not.toContain(true);
  });

  it('says which public ids and custom domains are taken', async () => {
    const { sample } = service;
    await client.updateBot({
      params: { botId: sample.botId },
      body: { bot: { publicId: 'acme-nps', customDomain: 'offers.acme.example/guide' } },
    });
    const { exitCode, stdout } = await move('--no-results');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/NPS survey: publicId acme-nps was not kept: /);
    expect(stdout).toMatch(
      /Lead magnet \(custom domain\): customDomain offers\.acme\.example\/guide was not kept: /,
    );
  });

  it('brings replies to Listen blocks as data, and names the bots whose data anybody can forge', async () => {
    const { typebot, published } = source.content.bots.find(
      (bot) => bot.typebot.name === 'NPS survey',
    ) as SourceContent['bots'][number];
    const listen = { id: 'listen', type: 'webhook', options: {} };
    for (const document of [typebot, published as JsonObject]) {
      const [group] = document.groups as { blocks: JsonObject[] }[];
      group?.blocks.push(listen);
    }
    const options = ['--no-results', '--only', 'NPS survey'];
    const forgeableBlocks = [expect.stringMatching(/^bot\.groups\[0\]\.blocks\[\d+\]$/)];
    expect((await moved(...options, '--dry-run')).bots).toMatchObject([{ forgeableBlocks }]);
    const first = await moved(...options);
    expect(first.bots).toMatchObject([{ outcome: 'created', forgeableBlocks }]);
    const botId = idOf(first, typebot.id);
    expect((await client.getBot({ params: { botId } })).bot.webhookReplies).toBe('data');

    const { stdout } = await move(...options);
    expect(stdout).toMatch(
      `NPS survey: whoever chats can forge the data of 1 Listen block (${first.bots[0]?.forgeableBlocks?.[0]}); ` +
        `if no client of yours sends it: bots webhook-replies set ${botId} text`,
    );
    await client.updateBot({ params: { botId }, body: { bot: { webhookReplies: 'text' } } });
    typebot.name = 'NPS survey, renamed';
    const again = await moved('--no-results', '--only', 'NPS survey, renamed');
    expect(again.bots).toMatchObject([{ outcome: 'updated' }]);
    expect(again.bots[0]).not.toHaveProperty('forgeableBlocks');
    expect((await client.getBot({ params: { botId } })).bot.webhookReplies).toBe('text');
  });

  it('names the people of the source, with the command that invites each', async () => {
    const { people } = await moved('--no-results');
    expect(people.map(({ person, role, isInvited }) => ({ person, role, isInvited }))).toEqual([
      { person: 'mara@acme.example', role: 'admin' },
      { person: 'later@acme.example', role: 'editor', isInvited: true },
      { person: 'mara@acme.example', role: 'admin' },
      { person: 'gus@acme.example', role: 'viewer' },
    ]);
    const [, , , gus] = people;
    const [name = '', ...words] = (gus?.command ?? '').split(' ');
    expect(name).toBe('bots');
    const { stdout } = await runBots(
      words.map((word) => word.replaceAll("'", '')),
      env,
    );
    expect(stdout).toContain('gus@acme.example');
    const { invitations } = await client.listInvitations({ params: { workspaceId: service.workspaceId } });
    expect(invitations).toMatchObject([{ name: 'gus@acme.example', role: 'viewer' }]);
  });

  describe('folders', () => {
    const list = async () => {
      const query = { workspaceId: service.workspaceId, all: 'true' as const };
      return (await client.listFolders({ query })).folders;
    };
    const named = (name: string) => source.content.folders.find(({ folder: one }) => one.name === name);

    it('come with their names, parents and bots, and stay as they are here', async () => {
      const report = await moved('--no-results');
      expect(report.folders.map(({ name, outcome }) => [name, outcome])).toEqual([
        ['Support', 'created'],
        ['Marketing', 'created'],
        ['Campaigns 2026', 'created'],
      ]);
      const folders = await list();
      const marketing = folders.find(({ name }) => name === 'Marketing');
      expect(folders.find(({ name }) => name === 'Campaigns 2026')?.parentFolderId).toBe(marketing?.id);
      const query = { workspaceId: service.workspaceId, folderId: marketing?.id };
      expect((await client.listBots({ query })).bots.map(({ name }) => name)).toContain('Lead generation');

      const folderId = marketing?.id ?? '';
      const body = { workspaceId: service.workspaceId, folder: { name: 'Ours' } };
      await client.updateFolder({ params: { folderId }, body });
      const again = await moved('--no-results');
      expect(new Set(again.folders.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
      expect((await list()).map(({ name }) => name)).toContain('Ours');
    });

    it('are only listed in a dry run', async () => {
      expect((await moved('--dry-run')).folders).toMatchObject(Array(3).fill({ outcome: 'movable' }));
      expect(await list()).toEqual([]);
    });

    it('get a name that is valid, and say why they are refused', async () => {
      Object.assign(named('Support')?.folder ?? {}, { name: ` ${'x'.repeat(130)}` });
      Object.assign(named('Campaigns 2026')?.folder ?? {}, { id: 'not/valid', name: '' });
      const { stdout } = await move('--no-results');
      expect(stdout).toContain('2 created');
      expect(stdout).toContain('Untitled: not created: Must be 1 to 64 letters');
      expect((await list()).map(({ name }) => name).toSorted()).toEqual(['Marketing', 'x'.repeat(120)]);
    });

    it('stop nothing if they cannot be listed', async () => {
      source.faultOf = (_, requested) => (requested.endsWith('/folders') ? { status: 403 } : undefined);
      const report = await moved('--no-results');
      expect(report.counts).toMatchObject({ created: source.content.bots.length, failed: 0 });
      expect(new Set(report.folders.map(({ outcome }) => outcome))).toEqual(new Set(['unreadable']));
    });
  });

  describe('custom domains', () => {
    const name = 'offers.acme.example';

    it('are registered if the service has them, and again without a change', async () => {
      const served = 'offers.custom.example';
      for (const domains of source.content.domains.values()) {
        for (const domain of domains) domain.name = served;
      }
      const report = await moved('--no-results');
      expect(report.domains).toEqual([
        { name: served, workspaceId: service.workspaceId, outcome: 'registered' },
      ]);
      const list = () => client.listCustomDomains({ query: { workspaceId: service.workspaceId } });
      const { customDomains } = await list();
      expect(customDomains.map((domain) => domain.name)).toEqual([served]);
      expect((await moved('--no-results')).domains).toEqual(report.domains);
      expect((await list()).customDomains).toEqual(customDomains);
    });

    it('that the service does not have are named, with what to do, and bots keep their addresses', async () => {
      const { stdout } = await move('--no-results');
      expect(stdout).toContain(
        `${name}: not registered: This deployment does not serve ${name}: its operator`,
      );
      const found = await Promise.all(
        (await moved('--no-results')).bots.map(({ botId = '' }) => client.getBot({ params: { botId } })),
      );
      expect(found.map(({ bot }) => bot.customDomain)).toContain(`${name}/guide`);
    });

    it('are listed by a dry run, which registers none', async () => {
      expect((await moved('--dry-run')).domains).toMatchObject([{ name, outcome: 'movable' }]);
      const query = { workspaceId: service.workspaceId };
      expect((await client.listCustomDomains({ query })).customDomains).toEqual([]);
    });

    it('do not stop the move if the source cannot list them', async () => {
      source.faultOf = (_, requested) =>
        requested.endsWith('/custom-domains') ? { status: 403 } : undefined;
      const report = await moved('--no-results');
      // Once for each workspace of the source.
      expect(new Set(report.domains.map(({ outcome }) => outcome))).toEqual(new Set(['unreadable']));
      expect(report.counts).toMatchObject({ created: source.content.bots.length, failed: 0 });
    });
  });

  it('reports without writing in a dry run', async () => {
    const file = path.join(folder, 'report.json');
    const { exitCode, stdout } = await move('--dry-run', '--report', file);
    expect(exitCode).toBe(0);
    const report = JSON.parse(readFileSync(file, 'utf8')) as MoveReport;
    expect(report).toMatchObject({ isDryRun: true, counts: { movable: source.content.bots.length } });
    expect(stdout).toContain('Would bring from');
    expect(stdout).toContain('Support triage (OpenAI credentials)');
    const { bots } = await client.listBots({ query: { workspaceId: service.workspaceId } });
    expect(bots.map(({ id }) => id)).toEqual([service.sample.botId]);
  });

  it('lists links to bots that stay behind, and the credentials that blocks name', async () => {
    const { stdout } = await move(
      '--no-results',
      '--only',
      'Linked A',
      'Support triage (OpenAI credentials)',
    );
    const b = findLinkedBotIds(botOf(source.content, idNamed('Linked A')).typebot)[0]?.botId;
    expect(stdout).toContain(`Linked A: links to the bot ${b} of the source, which is not here`);
    expect(stdout).toMatch(
      /Credentials to store under these ids, as docs\/credentials\.md says:\n {2}\S+\/cmwr9cftc001n287dstmmitoz {2}openai {2}/,
    );

    const stored = { [service.workspaceId]: { cmwr9cftc001n287dstmmitoz: { apiKey: 'made-up' } } };
    writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify(stored));
    const again = await move('--no-results', '--only', 'Support triage (OpenAI credentials)');
    expect(again.stdout).not.toContain('cmwr9cftc001n287dstmmitoz');

    const report = await moved('--no-results');
    expect(report.bots.find(({ name }) => name === 'Linked A')).toMatchObject({ outcome: 'updated' });
    await expect(
      client.getPublishedBot({ params: { botId: idOf(report, idNamed('Linked A')) } }),
    ).resolves.toMatchObject({
      publishedBot: { groups: expect.anything() },
    });
    expect(
      JSON.stringify(
        (await client.getPublishedBot({ params: { botId: idOf(report, idNamed('Linked A')) } })).publishedBot,
      ),
    ).toContain(idOf(report, b));
  });

  it('does not let one bad result stop the others', async () => {
    const botId = idNamed('NPS survey');
    const results = source.content.results.get(botId) as JsonObject[];
    const count = results.length;
    results.push({ ...results[0], id: 'bad/id' });
    const { exitCode, stdout } = await move('--only', botId);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('NPS survey: result bad/id was refused: id: ');
    expect(stdout).toContain(`results: ${count} new, 1 refused`);
  });

  it('reads many pages of results, each result once', async () => {
    const botId = idNamed('Order loop');
    const results = source.content.results.get(botId) as JsonObject[];
    const [first] = results;
    for (let index = 0; index < 1_200; index++) {
      results.push({
        ...first,
        id: `more${index}`,
        createdAt: new Date(Date.UTC(2026, 0, 1) - index).toISOString(),
      });
    }
    // A new result during the move shifts all pages.
    source.faultOf = (_, url) => {
      const pages = source.requests.filter((request) => request.includes(`/${botId}/results?`)).length;
      if (url.endsWith('/results') && pages === 2 && results[0]?.id !== 'arrived') {
        results.unshift({ ...first, id: 'arrived', createdAt: new Date().toISOString() });
      }
      return undefined;
    };
    const report = await moved('--only', botId, '--no-logs');
    expect(report.results).toMatchObject({ imported: results.length - 1, skipped: 0, refused: 0 });
    expect((await moved('--only', botId, '--no-logs')).results).toMatchObject({ imported: 1 });
  }, 120_000);

  describe('refuses', () => {
    const expectFailure = async (run: Promise<Run>, message: string | RegExp) => {
      const { exitCode, stderr, stdout } = await run;
      expect(stderr).toMatch(message);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    };

    it('a token that the source refuses', () =>
      expectFailure(runBots(args('--token', 'wrong'), env), /refuses the token/));

    it('an address that is not the API of Typebot', () =>
      expectFailure(
        runBots(['move', '--from', service.baseUrl, '--to', service.workspaceId], env),
        /is not the API of Typebot|refuses the token/,
      ));

    it('an address that does not respond', async () => {
      await source.stop();
      await expectFailure(move(), /does not respond \(ECONNREFUSED\)/);
    });

    it('a workspace or a bot that the source does not have', async () => {
      await expectFailure(move('--workspace', 'Nope'), /The source has no workspace Nope\. It has Acme \(/);
      await expectFailure(move('--only', 'Nope'), /have no bot Nope/);
    });

    it('to guess where a workspace goes', () =>
      expectFailure(
        runBots(['move', '--from', source.url], env),
        /The source has the workspaces Acme \(.+ and the token here sees .+Give --to/,
      ));

    it('to merge workspaces of one name', async () => {
      const [first] = source.content.workspaces;
      source.content.workspaces.push({ ...first, id: 'another-acme' });
      await expectFailure(
        runBots(['move', '--from', source.url], env),
        /The source has 2 workspaces named Acme/,
      );
    });

    it('a workspace here that the token does not see', () =>
      expectFailure(
        runBots(['move', '--from', source.url, '--to', 'Nope'], env),
        /The token here has no workspace Nope\. It has /,
      ));

    it('a token without the role that results need, before anything is created', async () => {
      const { token } = await client.createToken({
        params: { workspaceId: service.workspaceId },
        body: { name: 'Editor', role: 'editor' },
      });
      const editor = { ...env, BOTS_BASE_URL: service.baseUrl, BOTS_TOKEN: token.token };
      await expectFailure(
        runBots(args(), editor),
        /has the role editor in the workspace .+, but this needs admin/,
      );
      const { bots } = await client.listBots({ query: { workspaceId: service.workspaceId } });
      expect(bots).toHaveLength(1);
    });

    it('a report that cannot be written', () =>
      expectFailure(move('--report', path.join(folder, 'missing', 'report.json')), /cannot be written/));

    it('neither source or both', async () => {
      await expectFailure(runBots(['move'], env), /Say where to move from/);
      await expectFailure(move('--database', 'postgres://127.0.0.1/x'), /not both/);
      await expectFailure(runBots(args(), { ...env, SOURCE_TOKEN: '' }), /--from needs --token/);
    });
  });

  function idNamed(name: string): string {
    return source.content.bots.find(({ typebot }) => typebot.name === name)?.typebot.id as string;
  }
});

function botOf({ bots }: SourceContent, id: string): SourceContent['bots'][number] {
  return bots.find(({ typebot }) => typebot.id === id) as SourceContent['bots'][number];
}

function countResults({ results }: SourceContent): number {
  return [...results.values()].reduce((sum, list) => sum + list.length, 0);
}

function idOf({ bots }: MoveReport, sourceId: unknown): string {
  return bots.find((bot) => bot.sourceId === sourceId)?.botId as string;
}
