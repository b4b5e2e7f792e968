/** A library that the app contains, or the app itself. `license` is an SPDX expression; it and `text` are null where there is none. */
export interface Library {
  name: string
  version: string
  license: string | null
  text: string | null
}
