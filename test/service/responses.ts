/** One HTTP answer before it is put on the wire; `body` is the exact text, empty for none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
}

/** How success bodies look that the API does not specify; `no-content` is 204, `empty` a 200 without a body. */
export type SuccessBodies = 'data' | 'message' | 'no-content' | 'empty'

/** An answer with a JSON body. */
export function json(status: number, body: unknown, contentType = 'application/json'): Answer {
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(body) }
}

/** An answer with an HTML body. */
export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** The success of an endpoint whose body the API does not specify, in the chosen style. */
export function notShown(style: SuccessBodies, message: string, data: object = {}, status = 200): Answer {
  switch (style) {
    case 'data':
      return json(status, { success: true, data })
    case 'message':
      return json(status, { success: true, message })
    case 'no-content':
      return { status: 204, headers: {}, body: '' }
    case 'empty':
      return { status: 200, headers: {}, body: '' }
  }
}
