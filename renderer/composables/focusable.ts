/** What a field lets its form do. */
export interface Focusable {
  focus(): void
}

/** A field whose text can be put under the next keystroke. */
export interface Selectable extends Focusable {
  select(): void
}
