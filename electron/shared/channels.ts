import type { EventName } from './events.ts'

/** The channel of all requests: the page sends a name and a payload. */
export const REQUEST_CHANNEL = 'request'

/** The channel of an event. Its prefix keeps the page from listening to any other channel. */
export const eventChannel = (name: EventName): string => `event:${name}`
