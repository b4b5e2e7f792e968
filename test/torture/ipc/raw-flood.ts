import type { FloodAnswer } from './flood.ts'

/** The plan of raw calls, passed to the page as JSON. */
export interface RawPlan {
  from: 'page' | 'frame'
  samples: Readonly<Record<string, unknown>>
  channels: readonly string[]
  calls: number
  /** Channels that are called synchronously, each once: the page blocks until main drops the call. */
  atOnce: readonly string[]
  seed: number
}

/** An unsafe preload: all of `ipcRenderer`, on any channel. */
export const RAW_PRELOAD = `
const { contextBridge, ipcRenderer } = require('electron')
contextBridge.exposeInMainWorld('raw', {
  invoke: (channel, payload) => ipcRenderer.invoke(channel, payload),
  send: (channel, payload) => ipcRenderer.send(channel, payload),
  sendSync: (channel, payload) => ipcRenderer.sendSync(channel, payload),
  sendToHost: (channel, payload) => ipcRenderer.sendToHost(channel, payload),
  postMessage: (channel, payload) => ipcRenderer.postMessage(channel, payload),
})
`

/** Calls main on any channel without the bridge. Runs in the page: it may use nothing from this file. */
export async function rawFlood(plan: RawPlan): Promise<FloodAnswer[]> {
  type Way = (channel: string, payload: unknown) => unknown
  const AT_ONCE = 100
  const home = plan.from === 'page' ? window : window.frames[0]
  const { raw } = home as unknown as { raw: Record<string, Way> }
  const ways = ['invoke', 'invoke', 'invoke', 'send', 'postMessage', 'sendToHost']

  let state = plan.seed | 0
  const below = (most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(below(from.length))] as T
  const answers = new Map<string, FloodAnswer>()
  function note(how: FloodAnswer['how'], text: string, example: string): void {
    // The refusal contains the random channel name, which would make every answer distinct.
    const general = text.replace(/'[^']*'/g, "'…'")
    const known = answers.get(`${how} ${general}`)
    if (known) known.times++
    else answers.set(`${how} ${general}`, { how, text: general, times: 1, example })
  }

  async function call(way: string, channel: string): Promise<void> {
    const example = `${way} ${channel}`
    try {
      const answer = await raw[way]?.(channel, plan.samples[channel] ?? null)
      const text = JSON.stringify(answer ?? null)
      // Only `invoke` gets an answer; this is Electron's error for a channel without a handler.
      const isNone = way === 'invoke' ? false : ['null', '{"error":"reply was never sent"}'].includes(text)
      note(isNone ? 'refused' : 'accepted', text, example)
    } catch (error) {
      note('refused', String(error), example)
    }
  }

  for (let left = plan.calls; left > 0; left -= AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(left, AT_ONCE) }, () => {
        const known = pick(plan.channels)
        const madeUp = `${known}${Math.floor(below(1e9)).toString(36)}`
        return call(pick(ways), below(1) < 0.8 ? known : madeUp)
      }),
    )
  }
  for (const channel of plan.atOnce) await call('sendSync', channel)
  return [...answers.values()]
}
