/** What a MenuButton hands to the menu that it opens; `byKey` puts the focus on the first item. */
export interface OpeningMenu {
  button: HTMLElement
  byKey: boolean
  open: boolean
  'onUpdate:open': (open: boolean) => void
}
