/**
 * Translates a key of the locales to the current language: the key, its named values, and the number that selects the
 * plural form. Rules that build texts take it as the argument `t`.
 */
export type Translate = (key: string, named?: Record<string, string | number>, count?: number) => string
