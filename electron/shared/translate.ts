/**
 * Returns the text of a locale key in the current language. `named` are the values of its placeholders, `count` selects
 * the plural form. Main's formats numbers; the window's shows them as they are.
 */
export type Translate = (key: string, named?: Record<string, string | number>, count?: number) => string
