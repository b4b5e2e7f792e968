const files = import.meta.glob<string>('../../{renderer,electron}/**/*.{ts,vue}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Every source file of the app as text, by its path from the root. */
export const SOURCES = Object.entries(files).map(([path, code]) => ({
  path: path.replace('../../', ''),
  code,
}))
