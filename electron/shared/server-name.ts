/** Returns the display name of a server: the host of its base URL, or the text itself if it is not a URL. */
export function serverName(baseUrl: string): string {
  const text = baseUrl.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return URL.canParse(url) ? new URL(url).host : text
}
