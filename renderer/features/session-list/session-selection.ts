/** The selected ids; `anchor` is where a range starts, and `base` the selection outside that range. */
export interface Selection<Id = number> {
  ids: ReadonlySet<Id>
  anchor: Id | null
  base: ReadonlySet<Id>
}

/** The empty selection. */
export function noSelection<Id = number>(): Selection<Id> {
  return { ids: new Set(), anchor: null, base: new Set() }
}

/** Toggles one id; the next range starts there. */
export function toggle<Id>({ ids }: Selection<Id>, id: Id): Selection<Id> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, base: new Set([...next].filter((one) => one !== id)) }
}

/**
 * Selects the range from the anchor to an id, both included, in the shown order. Replaces an earlier range from the same
 * anchor. Without an anchor the range starts at `from`.
 */
export function selectRange<Id>(
  selection: Selection<Id>,
  id: Id,
  from: Id,
  shown: readonly Id[],
): Selection<Id> {
  const hasAnchor = selection.anchor !== null && shown.includes(selection.anchor)
  const anchor = hasAnchor ? (selection.anchor ?? from) : from
  const base = hasAnchor ? selection.base : selection.ids
  const [one, other] = [shown.indexOf(anchor), shown.indexOf(id)]
  if (one < 0 || other < 0) return selection
  const range = shown.slice(Math.min(one, other), Math.max(one, other) + 1)
  return { ids: new Set([...base, ...range]), anchor, base }
}

/** Adds all shown ids to the selection. */
export function selectAll<Id>({ ids }: Selection<Id>, shown: readonly Id[]): Selection<Id> {
  return { ids: new Set([...ids, ...shown]), anchor: null, base: new Set() }
}

/** Adds all shown ids that can be selected; if they all are selected, removes them. Hidden ids stay as they are. */
export function toggleAll<Id>(
  selection: Selection<Id>,
  shown: readonly Id[],
  selectable: ReadonlySet<Id>,
): Selection<Id> {
  const all = shown.filter((id) => selectable.has(id))
  if (!all.every((id) => selection.ids.has(id))) return selectAll(selection, all)
  const some = new Set(all)
  return { ids: new Set([...selection.ids].filter((id) => !some.has(id))), anchor: null, base: new Set() }
}

/** Removes the ids that are not in `there`; returns the same object when nothing changes. */
export function retain<Id>(selection: Selection<Id>, there: ReadonlySet<Id>): Selection<Id> {
  const { ids, anchor, base } = selection
  const keep = (some: ReadonlySet<Id>): Set<Id> => new Set([...some].filter((id) => there.has(id)))
  const kept = keep(ids)
  if (kept.size === ids.size) return selection
  return { ids: kept, anchor: anchor !== null && there.has(anchor) ? anchor : null, base: keep(base) }
}
