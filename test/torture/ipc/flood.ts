/** The plan of one batch of calls, passed to the page as JSON. */
export interface FloodPlan {
  /** Where to call: in the page, or in its first frame. */
  from: 'page' | 'frame'
  /** Through the app's bridge, or `raw`: on any channel, through the unsafe preload. */
  kind: 'malformed' | 'wellFormed' | 'noRequest' | 'raw'
  samples: Readonly<Record<string, unknown>>
  /** The payloads that look malformed and are not, as the examples of their answers would call them. */
  fitting: readonly string[]
  channels: readonly string[]
  calls: number
  /** Channels and requests that are called synchronously in the end: the page blocks until main drops the call. */
  atOnce: readonly string[]
  seed: number
}

/** An unsafe preload: all of `ipcRenderer`, on any channel. */
export const RAW_PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron')
const names = ['invoke', 'send', 'sendSync', 'sendToHost', 'postMessage']
contextBridge.exposeInMainWorld('raw', Object.fromEntries(
  names.map((name) => [name, (channel, ...sent) => ipcRenderer[name](channel, ...sent)]),
))
`

/** A distinct answer to a batch: its text, how often it came, and the first case that got it. */
export interface FloodAnswer {
  how: 'accepted' | 'failure' | 'refused' | 'silence'
  text: string
  times: number
  example: string
}

/**
 * Calls main from inside a page, many calls at once. Runs in the page: it may use nothing from this file. Malformed
 * payloads stay malformed after Electron's bridge has copied them.
 */
export async function flood(plan: FloodPlan): Promise<FloodAnswer[]> {
  type Ways = Record<string, (...sent: unknown[]) => unknown>
  type Call = { example: string; way: string; sent: unknown[] }
  const CHANNEL = 'request'
  const AT_ONCE = 100
  const TIMEOUT_MS = 30_000
  const home = (plan.from === 'page' ? window : window.frames[0]) as unknown as Record<string, Ways>
  const isRaw = plan.kind === 'raw'
  const ways = home[isRaw ? 'raw' : 'sessionDesk']!

  let state = plan.seed | 0
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(below(from.length))] as T
  const nested = (levels: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { value }
    return value
  }
  const cyclic = (): unknown => {
    const round: Record<string, unknown> = { accountId: 'round' }
    round['self'] = round
    return round
  }

  // None of these is a string that a schema takes, a whole number from 0 on, or an object with the right keys.
  const wrong: Record<string, () => unknown> = {
    'a negative number': () => -1 - Math.floor(below(1e6)),
    'a fraction': () => below(1) + 0.25,
    NaN: () => NaN,
    Infinity: () => Infinity,
    'an unsafe integer': () => 2 ** 53 + 2,
    true: () => true,
    'an empty list': () => [],
    'a list of strings': () => ['accountId', 'token'],
    'a long list': () => Array.from({ length: 5_000 }, (_, index) => index + 0.5),
    'a sparse list': () => Object.assign([], { 99: 1 }),
    'an object like a list': () => ({ length: 5, 0: 'a' }),
    'a nested object': () => nested(50),
    'a deeply nested object': () => nested(900),
    'a bottomless object': () => nested(20_000),
    'an object that holds itself': cyclic,
    'a list that holds itself': () => {
      const list: unknown[] = []
      list.push(list)
      return list
    },
    'a function': () => () => 'called',
    'a symbol': () => Symbol('desk'),
    'a well-known symbol': () => Symbol.iterator,
    'a big integer': () => 10n ** 30n,
    'a date': () => new Date(0),
    'an invalid date': () => new Date(NaN),
    'a regular expression': () => /desk/g,
    'an error': () => new Error('sent as a payload'),
    'a map': () => new Map([['accountId', 'a']]),
    'a set': () => new Set(['accountId']),
    'a typed array': () => new Uint8Array(64),
    'an empty typed array': () => new Float64Array(0),
    'a buffer': () => new ArrayBuffer(16),
    'a data view': () => new DataView(new ArrayBuffer(8)),
    'a blob': () => new Blob(['desk']),
    'a promise': () => Promise.resolve('a'),
    'a boxed string': () => new Object('no such account'),
    'a boxed number': () => new Object(1),
    'an element': () => document.body,
    'a message port': () => new MessageChannel().port1,
    'a proxy': () => new Proxy({}, { get: () => 'a', has: () => true }),
    'a getter that throws': () => ({
      get accountId(): string {
        throw new Error('not read')
      },
    }),
    'toJSON and toString': () => ({ toJSON: () => 'a', toString: () => 'a', valueOf: () => 1 }),
    'its own __proto__': () => JSON.parse('{"__proto__":{"polluted":"yes","ok":true}}') as unknown,
    'a constructor with a prototype': () => ({ constructor: { prototype: { polluted: 'yes' } } }),
    'no prototype': () => Object.assign(Object.create(null), { polluted: 'yes' }) as unknown,
    'a long string': () => 'x'.repeat(5_000 + Math.floor(below(2_000))),
    'a lone surrogate': () => '\ud800'.repeat(5_000),
    'a huge string': () => (below(1) < 0.02 ? 'x'.repeat(4_000_000) : 'x'.repeat(70_000)),
  }
  const labels = Object.keys(wrong)

  function malformed(channel: string): [example: string, payload: unknown] {
    const sample = plan.samples[channel] as Record<string, unknown> | null
    const label = pick(labels)
    const value = wrong[label]?.()
    if (sample === null) return [`instead of nothing, ${label}`, value]
    const key = pick(Object.keys(sample))
    const { [key]: left, ...rest } = sample
    switch (Math.floor(below(8))) {
      case 0:
        return [`instead of the payload, ${label}`, value]
      case 1:
        return ['a payload as JSON', JSON.stringify(sample)]
      case 2:
        return ['a payload in a list', [sample]]
      case 3:
        return [`a key too many, ${label}`, { ...sample, [pick(['extra', 'token', 'ok'])]: value }]
      case 4:
        return [`${key} under another name`, { ...rest, [`${key} `]: 'a' }]
      case 5:
        return left === null
          ? [`${key} is a list`, { ...rest, [key]: [] }]
          : [`${key} is null`, { ...rest, [key]: null }]
      case 6:
        // Valid elements, but more than any list can have.
        if (Array.isArray(left))
          return [
            `${key} is too long`,
            { ...rest, [key]: Array.from({ length: 100_001 }, () => left[0] as unknown) },
          ]
    }
    return [`${key} is ${label}`, { ...rest, [key]: value }]
  }

  function nameless(): unknown {
    const channel = pick(plan.channels)
    return pick<() => unknown>([
      () => channel,
      () => [pick(Object.keys(plan.samples))],
      () => new Object(pick(Object.keys(plan.samples))),
      () => ({ toString: () => pick(Object.keys(plan.samples)) }),
      () => `${channel}${String.fromCharCode(Math.floor(below(65_535)))}`,
      () => wrong[pick(labels)]?.(),
    ])()
  }

  function next(): Call {
    if (plan.kind === 'noRequest')
      return { example: 'a name that is none', way: 'invoke', sent: [nameless(), null] }
    const channel = pick(plan.channels)
    if (isRaw) {
      const way = pick(['invoke', 'invoke', 'invoke', 'send', 'postMessage', 'sendToHost'])
      const name = below(1) < 0.8 ? channel : `${channel}${Math.floor(below(1e9)).toString(36)}`
      const names = below(1) < 0.5 ? [CHANNEL, name] : [name]
      return { example: `${way} ${names.join(' ')}`, way, sent: [...names, plan.samples[name] ?? null] }
    }
    const [what, payload] =
      plan.kind === 'wellFormed' ? ['well-formed', plan.samples[channel]] : malformed(channel)
    const example = `${channel}: ${what}`
    return plan.fitting.includes(example) ? next() : { example, way: 'invoke', sent: [channel, payload] }
  }

  const answers = new Map<string, FloodAnswer>()
  function note(how: FloodAnswer['how'], text: string, example: string): void {
    // Electron's refusal of a raw call has the random name in it, which would make every answer distinct.
    const general = isRaw ? text.replace(/'[^']*'/g, "'…'") : text
    const known = answers.get(`${how} ${general}`)
    if (known) known.times++
    else if (answers.size < 5_000) answers.set(`${how} ${general}`, { how, text: general, times: 1, example })
  }

  function kindOf(answer: unknown, text: string, way: string): FloodAnswer['how'] {
    if (answer === 'late') return 'silence'
    // Only `invoke` gets an answer; this is Electron's error for a channel without a handler.
    if (way !== 'invoke' && ['null', '{"error":"reply was never sent"}'].includes(text)) return 'refused'
    return (answer as { ok?: unknown } | null)?.ok === false ? 'failure' : 'accepted'
  }

  async function call({ example, way, sent }: Call): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<string>((resolve) => (timer = setTimeout(() => resolve('late'), TIMEOUT_MS)))
    try {
      const answer = await Promise.race([ways[way]!(...sent), late])
      const text = JSON.stringify(answer ?? null)
      note(kindOf(answer, text, way), text, example)
    } catch (error) {
      note('refused', String(error), example)
    }
    clearTimeout(timer)
  }

  for (let left = plan.calls; left > 0; left -= AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => call(next())))
  }
  for (const name of plan.atOnce)
    for (const names of [[name], [CHANNEL, name]]) {
      const sent = [...names, plan.samples[name] ?? null]
      await call({ example: `sendSync ${names.join(' ')}`, way: 'sendSync', sent })
    }
  return [...answers.values()]
}
