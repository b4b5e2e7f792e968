/**
 * A text of the app in the language of this moment: its key in the locales, what goes into its places, and the number
 * that chooses its plural form. Rules that make texts get it as an argument, named `t`.
 */
export type Translate = (key: string, named?: Record<string, string | number>, count?: number) => string
