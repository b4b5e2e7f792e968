/** The props that a MenuButton passes to its menu; `byKey` focuses the first item. */
export interface OpeningMenu {
  button: HTMLElement
  byKey: boolean
  open: boolean
  'onUpdate:open': (open: boolean) => void
}
