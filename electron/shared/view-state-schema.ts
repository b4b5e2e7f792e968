import { z } from 'zod'
import * as view from './view-state.ts'

const grouping = z.enum([...view.GROUPINGS, 'account'])
const filter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(view.PLAIN_FILTERS) }),
  z.strictObject({ kind: z.literal('inactive'), days: z.number().int().min(1).max(view.MAX_DAYS) }),
])
const column = z.strictObject({
  name: z.enum(view.COLUMNS),
  width: z.nullable(z.number().int().min(view.COLUMN_PX.min).max(view.COLUMN_PX.max)),
  hidden: z.boolean(),
})

/** A column and a direction. */
export const orderSchema = z.strictObject({ by: z.enum(view.ORDERS), direction: z.enum(view.DIRECTIONS) })

/** What is stored of the window's pages and lists. */
export const viewStateSchema = z.strictObject({
  page: z.enum(view.KEPT_PAGES).exactOptional(),
  order: orderSchema.exactOptional(),
  grouping: grouping.exactOptional(),
  groupingOfAll: grouping.exactOptional(),
  filter: filter.exactOptional(),
  scrollTop: z.number().int().min(1).max(10_000_000).exactOptional(),
  columns: z.array(column).max(view.COLUMNS.length).exactOptional(),
}) satisfies z.ZodType<view.ViewState>
