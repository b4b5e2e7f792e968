/** What a menu belongs to, and how it was opened. */
export interface MenuProps {
  /** It is below this element, and gives it the focus back. */
  element: HTMLElement
  /** Focuses the first item. */
  byKey?: boolean
  /** The press that asked for the menu of an element: it is at the pointer, unless a key asked. */
  event?: MouseEvent
  /** Its name, if that is not the element's. */
  label?: string
}
