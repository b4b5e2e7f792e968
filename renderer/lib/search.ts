import { foldText } from '../../electron/shared/same-names.ts'

/** An item with its searchable text: a label and further words. */
export interface Searchable {
  label: string
  words?: string
}

/**
 * Prepares a search over items. The returned function finds the items that contain every word of a query, in any order;
 * matches at the start of words come first.
 */
export function createSearch<Item extends Searchable>(items: readonly Item[]) {
  const known = items.map((item) => ({
    item,
    text: `${foldText(item.label)}\n${foldText(item.words ?? '')}`,
  }))

  return (query: string): Item[] => {
    const words = foldText(query).split(/\s+/).filter(Boolean)
    const found = known.filter(({ text }) => words.every((word) => text.includes(word)))
    const beginning = found.filter(({ text }) => words.every((word) => hasWordFrom(text, word)))
    const rest = new Set(beginning)
    return [...beginning, ...found.filter((one) => !rest.has(one))].map(({ item }) => item)
  }
}

function hasWordFrom(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true
  }
  return false
}
