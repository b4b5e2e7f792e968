import { z } from 'zod'
import * as view from './view-state.ts'

/** A column and a direction. */
export const orderSchema = z.strictObject({ by: z.enum(view.ORDERS), direction: z.enum(view.DIRECTIONS) })

/** What is stored of the window's pages and lists. */
export const viewStateSchema = z.strictObject({
  page: z.enum(view.KEPT_PAGES).exactOptional(),
  order: orderSchema.exactOptional(),
  scrollTop: z.number().int().min(1).max(10_000_000).exactOptional(),
}) satisfies z.ZodType<view.ViewState>
