import type { HttpRequest, HttpResponse, Exchange } from '../../../electron/api/limited-request.ts'
import { BASE_PATH } from '../../service/endpoints.ts'
import type { Kernel } from './kernel.ts'
import type { Random } from './random.ts'
import { faultAnswer, type Service, type ServiceAnswer, type ServiceRequest } from './service.ts'
import type { Truth } from './truth.ts'

/** How this computer is connected. */
export type Line = 'up' | 'down' | 'captive'

/** What the network tells those who watch it. `sent` is a request that left this computer. */
export interface NetworkWatcher {
  sent(request: ServiceRequest): number
  /** The app received an answer. */
  delivered(request: ServiceRequest, call: number, answer: ServiceAnswer): void
  /** The connection of a request that was sent broke. */
  lost(call: number): void
}

/** The network between the app and the service. */
export interface Network {
  line: Line
  /** The requests of a process; a request never settles once the process is dead. */
  exchangeFor(isAlive: () => boolean): Exchange
}

const SLOW_MS = 9_000

/** Creates a network whose line is up. */
export function createNetwork(
  kernel: Kernel,
  random: Random,
  service: Service,
  truth: Truth,
  watcher: NetworkWatcher,
): Network {
  const network: Network = { line: 'up', exchangeFor }

  function exchangeFor(isAlive: () => boolean): Exchange {
    return (sent, signal) =>
      new Promise<HttpResponse>((resolve, reject) => {
        if (!isAlive()) return
        const fail = (code: string): void => reject(new Error(`net::${code}`))
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        const later = (ms: number, run: () => void): void => {
          kernel.after(ms, 'world', () => {
            if (isAlive() && !signal.aborted) run()
          })
        }
        if (network.line === 'down') return later(1, () => fail('ERR_INTERNET_DISCONNECTED'))
        const request = requestOf(sent)
        if (network.line === 'captive') {
          return later(30, () => resolve(responseOf(PORTAL, truth.time())))
        }
        const call = watcher.sent(request)
        const lose = (code: string): void => {
          watcher.lost(call)
          fail(code)
        }
        const fault = service.takeFault(request.method, request.path)
        if (fault === 'lostBefore') return later(30, () => lose('ERR_CONNECTION_RESET'))
        const way = truth.habits.wayMs + random.below(60)
        // What has left this computer arrives, whatever becomes of the app.
        kernel.after(way, 'world', () => {
          const answer = faultAnswer(fault) ?? service.answer(request)
          if (fault === 'silent') return
          if (fault === 'lostAfter') return later(way, () => lose('ERR_CONNECTION_RESET'))
          later(fault === 'slow' ? SLOW_MS : way, () => {
            if (network.line === 'down') return lose('ERR_NETWORK_CHANGED')
            watcher.delivered(request, call, answer)
            resolve(responseOf(answer, truth.time()))
          })
        })
      })
  }

  return network
}

/** The page of a network that asks for a sign-in of its own. */
const PORTAL: ServiceAnswer = { status: 200, body: '<!DOCTYPE html><title>Hotel</title>' }

function requestOf({ method, url, headers, body }: HttpRequest): ServiceRequest {
  const { origin, pathname } = new URL(url)
  return {
    method,
    path: pathname.slice(BASE_PATH.length),
    base: origin + BASE_PATH,
    token: headers['Authorization']?.replace('Bearer ', '') ?? '',
    body: JSON.parse(body ?? '{}') as Record<string, unknown>,
  }
}

function responseOf({ status, body, headers }: ServiceAnswer, time: number): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    headers: { date: new Date(time).toUTCString(), ...headers },
    body: status === 204 ? [] : [new TextEncoder().encode(text)],
  }
}
