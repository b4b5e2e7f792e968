/** The initials of a name: of its first and its last word, or of its only one; empty for a name without letters. */
export function initialsOf(name: string): string {
  const firsts = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? []
  const chosen = firsts.length > 1 ? [firsts[0], firsts.at(-1)] : firsts
  return chosen.join('').toLocaleUpperCase()
}
