/** A field that its form can focus. */
export interface Focusable {
  focus(): void
}

/** A field whose text its form can select. */
export interface Selectable extends Focusable {
  select(): void
}
