export type VideoSource = {
  type: 'youtube' | 'vimeo' | 'tiktok' | 'gumlet' | 'url';
  url: string;
  /** Id of the video at its hosting service. */
  id?: string;
  /** Query string for the service's player, such as `?start=5`. */
  queryParamsStr?: string;
};

/** URL patterns of services with their own player. */
const SERVICES = [
  { type: 'youtube', pattern: /youtube\.com\/(?:watch\?v=|shorts\/)(?<id>[\w-]+)/ },
  { type: 'youtube', pattern: /youtu\.be\/(?<id>[\w-]+)(?<query>\?[^#\s]*)?/ },
  { type: 'vimeo', pattern: /vimeo\.com\/(?<id>\d+)/ },
  { type: 'tiktok', pattern: /tiktok\.com\/@[\w.-]+\/video\/(?<id>\d+)/ },
  { type: 'gumlet', pattern: /gumlet\.(?:com|tv)\/watch\/(?<id>[\w-]+)/ },
] as const;

const ONEDRIVE_EMBED = /^(https:\/\/onedrive\.live\.com)\/embed(?=\?)/;

/** Returns the player for a video URL. For known services, extracts the video's id. */
export function videoSource(url: string): VideoSource {
  for (const { type, pattern } of SERVICES) {
    const match = pattern.exec(url);
    const { id, query } = match?.groups ?? {};
    if (!match || id === undefined) continue;
    return { type, url: match[0], id, ...(query && { queryParamsStr: playerQuery(query) }) };
  }
  return { type: 'url', url: url.replace(ONEDRIVE_EMBED, '$1/download') };
}

/** Links specify the start time as `t`, the player as `start`. */
function playerQuery(query: string): string {
  const { t, ...others } = Object.fromEntries(new URLSearchParams(query));
  return `?${new URLSearchParams({ ...others, ...(t !== undefined && { start: t }) })}`;
}
