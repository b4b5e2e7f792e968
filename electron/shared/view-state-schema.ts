import { z } from 'zod'
import * as view from './view-state.ts'

const filter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(view.PLAIN_FILTERS) }),
  z.strictObject({ kind: z.literal('inactive'), days: z.literal(view.FILTER_DAYS) }),
])

/** A column and a direction. */
export const orderSchema = z.strictObject({ by: z.enum(view.ORDERS), direction: z.enum(view.DIRECTIONS) })

/** What is stored of the window's pages and lists. */
export const viewStateSchema = z.strictObject({
  page: z.enum(view.KEPT_PAGES).exactOptional(),
  order: orderSchema.exactOptional(),
  filter: filter.exactOptional(),
  scrollTop: z.number().int().min(1).max(10_000_000).exactOptional(),
}) satisfies z.ZodType<view.ViewState>
