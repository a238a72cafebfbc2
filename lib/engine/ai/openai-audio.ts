import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { keepFile } from '#lib/engine/services/kept-file.ts';
import { askService, askServiceForJson } from '#lib/engine/services/service-request.ts';
import { type CompletionService, serviceCredentials, serviceUrl } from './chat-completion.ts';

export type SpeechRequest = {
  model: string;
  input: string;
  voice: string;
  instructions?: string | undefined;
};

/**
 * Converts text to speech.
 * @returns the URL of the audio file
 * @throws BlockError
 */
export async function createSpeech(
  service: CompletionService,
  request: SpeechRequest,
  context: BlockContext,
): Promise<string> {
  return await keepFile({ extension: 'mp3', mediaType: 'audio/mpeg' }, context, async () => {
    const { body } = await askService(
      {
        url: serviceUrl(service, '/audio/speech'),
        credentials: serviceCredentials(service),
        json: { ...request, response_format: 'mp3' },
      },
      context.ports,
    );
    return body;
  });
}

/**
 * Transcribes an audio file.
 * @throws BlockError
 */
export async function requestTranscription(
  service: CompletionService,
  { url, model, prompt }: { url: string; model: string; prompt?: string | undefined },
  { ports }: BlockContext,
): Promise<string> {
  const sound = await askService({ url, method: 'GET' }, ports);
  const type = getMediaType(sound.headers['content-type']);
  const body = new FormData();
  // Copied, because `Blob` does not accept bytes that may be backed by shared memory.
  body.append('file', new Blob([new Uint8Array(sound.body)], type ? { type } : {}), soundFileName(url, type));
  body.append('model', model);
  if (prompt !== undefined) body.append('prompt', prompt);
  const { text } = await askServiceForJson(
    { url: serviceUrl(service, '/audio/transcriptions'), credentials: serviceCredentials(service), body },
    ports,
  );
  return typeof text === 'string' ? text : '';
}

function getMediaType(header: string | undefined): string | undefined {
  return header?.split(';')[0]?.trim().toLowerCase();
}

/** File extensions by media type. The service detects the format by extension and supports only these. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'mp4',
  'video/mp4': 'mp4',
  'audio/m4a': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
};
const KNOWN_EXTENSIONS = new Set(['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']);

/** Falls back to WebM, which is what browsers record. */
export function soundFileName(url: string, mediaType: string | undefined): string {
  const known = EXTENSIONS[mediaType ?? ''];
  if (known) return `audio.${known}`;
  const ending = /\.([A-Za-z0-9]+)$/.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';
  return `audio.${KNOWN_EXTENSIONS.has(ending) ? ending : 'webm'}`;
}
