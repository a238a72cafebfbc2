/** The address of a file under FILES_PUBLIC_URL. */
export function publicAddress(publicUrl: string, key: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/${key.split('/').map(encodeURIComponent).join('/')}`;
}
