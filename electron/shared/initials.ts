/** Returns the initials of a name's first and last word; empty for a name without letters and digits. */
export function initialsOf(name: string): string {
  const firsts = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []
  const chosen = firsts.length > 1 ? [firsts[0], firsts.at(-1)] : firsts
  return chosen.join('').toLocaleUpperCase()
}
