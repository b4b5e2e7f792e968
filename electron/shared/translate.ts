/**
 * Returns the text of a locale key in the current language. `named` are the values of its placeholders, `count` selects
 * the plural form. Numbers are as people write them.
 */
export type Translate = (key: string, named?: Record<string, string | number>, count?: number) => string
