/** The id of the session that a token belongs to, `<id>|<secret>` (api-spec.md section 2), or null when it does not say. */
export function sessionIdIn(token: string): number | null {
  const id = /^(\d{1,15})\|/.exec(token)?.[1]
  return id === undefined ? null : Number(id)
}
