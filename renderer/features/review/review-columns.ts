/**
 * The columns of a review, the same in its head and in each row: one line from 42rem on, and with the last review, if any session
 * has one, from 51rem on. Below, a row has its times under its name. Fixed widths, because each row is a grid of its own.
 */
export function reviewColumns(hasEarlier: boolean): string {
  const wide =
    '@2xl:grid-cols-[1rem_1.75rem_minmax(0,1fr)_6.75rem_6.25rem_16.5rem] @2xl:items-center @2xl:gap-x-2.5'
  const wider = '@min-[51rem]:grid-cols-[1rem_1.75rem_minmax(0,1fr)_6.75rem_6.25rem_5.5rem_16.5rem]'
  const narrow =
    'grid grid-cols-[1rem_1.75rem_minmax(0,1fr)] gap-x-3 @md:grid-cols-[1rem_1.75rem_minmax(0,1fr)_16.5rem]'
  return `${narrow} ${wide} ${hasEarlier ? wider : ''}`
}
