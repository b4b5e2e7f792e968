/** One HTTP reply; `body` is the exact text, empty for none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
}

/** The style of success bodies that the API does not specify; `no-content` is 204, `empty` a 200 without a body. */
export type SuccessBodies = 'data' | 'message' | 'no-content' | 'empty'

/** A reply with a JSON body. */
export function json(status: number, body: unknown, contentType = 'application/json'): Answer {
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(body) }
}

/** A reply with an HTML body. */
export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** The success reply of an endpoint whose body the API does not specify. */
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
