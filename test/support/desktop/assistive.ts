import { sessionBus, Variant } from '@jellybrick/dbus-next'
import { startHelper, type Helper } from '../process/helper.ts'
import { waitFor } from '../process/wait-for.ts'
import { callOn } from './bus.ts'
import type { Desktop } from './desktop.ts'
import { AT_SPI_LAUNCHER } from './requirements.ts'

const ACCESSIBLE = 'org.a11y.atspi.Accessible'
const STATUS = 'org.a11y.Status'
const PROPERTIES = 'org.freedesktop.DBus.Properties'
const ROOT: Reference = ['org.a11y.atspi.Registry', '/org/a11y/atspi/accessible/root']

type Reference = [application: string, path: string]

/** An object of an app as a screen reader gets it over AT-SPI. */
export interface Accessible {
  role: string
  name: string
  reference: Reference
}

/** AT-SPI on a desktop, read as a screen reader reads it. */
export type Assistive = Awaited<ReturnType<typeof connectAssistive>>

/** The command that starts AT-SPI. Without dconf nothing else keeps what a reader sets. */
export const START_ASSISTIVE = [
  'env',
  'GSETTINGS_BACKEND=memory',
  AT_SPI_LAUNCHER,
  '--launch-immediately',
] as const

/** Starts AT-SPI on a desktop; no reader runs yet. */
export function startAssistive({ env, busAddress }: Desktop): Promise<Assistive> {
  if (busAddress === null) throw new Error('AT-SPI needs a bus')
  const [command, ...args] = START_ASSISTIVE
  return connectAssistive({ busAddress, launcher: startHelper(command, args, { env }) })
}

/** What a desktop has of AT-SPI: its session bus, the `START_ASSISTIVE` that runs on it, and where this process finds a bus of it. */
interface AssistiveParts {
  busAddress: string
  launcher: Helper
  reachable?: (address: string) => string
}

/** Connects to AT-SPI where it was started; `stop` ends it. */
export async function connectAssistive({ busAddress, launcher, reachable = (same) => same }: AssistiveParts) {
  const session = sessionBus({ busAddress })
  const onSession = callOn(session)
  const address = await waitFor(
    () =>
      onSession('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress').then(
        ([found]) => String(found),
        () => null,
      ),
    'AT-SPI has no bus',
  )
  const bus = sessionBus({ busAddress: reachable(address) })
  const call = callOn(bus)

  async function childrenOf([application, path]: Reference): Promise<Reference[]> {
    const [children] = await call(application, path, ACCESSIBLE, 'GetChildren')
    return children as Reference[]
  }

  async function read(reference: Reference): Promise<Accessible> {
    const [application, path] = reference
    const [[role], [name]] = await Promise.all([
      call(application, path, ACCESSIBLE, 'GetRoleName'),
      call(application, path, PROPERTIES, 'Get', 'ss', [ACCESSIBLE, 'Name']),
    ])
    return { reference, role: String(role), name: String((name as Variant).value) }
  }

  /** What was removed while it was read is left out. */
  async function below(reference: Reference): Promise<Accessible[]> {
    const children = await childrenOf(reference).catch(() => [])
    const parts = await Promise.all(
      children.map(async (child) => {
        const own = await read(child).catch(() => null)
        return own ? [own, ...(await below(child))] : []
      }),
    )
    return parts.flat()
  }

  const all = (): Promise<Accessible[]> => below(ROOT)

  /** Reads until there is an object with this role and a name that matches. */
  function find(role: string, name: RegExp): Promise<Accessible> {
    const look = async (): Promise<Accessible | undefined> =>
      (await all()).find((each) => each.role === role && name.test(each.name))
    return waitFor(look, `A screen reader gets no ${role} ${String(name)}`)
  }

  async function set(property: string, value: boolean): Promise<void> {
    const body = [STATUS, property, new Variant('b', value)]
    await onSession('org.a11y.Bus', '/org/a11y/bus', PROPERTIES, 'Set', 'ssv', body)
  }

  return {
    /** All objects of all apps, in the order of the tree. */
    all,
    find,
    /** Sets a property of `org.a11y.Status`, as a desktop or a reader does. */
    set,
    /** Does the first action of an object: presses a button. */
    async press(role: string, name: RegExp): Promise<void> {
      const { reference } = await find(role, name)
      await call(...reference, 'org.a11y.atspi.Action', 'DoAction', 'i', [0])
    },
    /** Moves the keyboard focus to an object. */
    async focus(role: string, name: RegExp): Promise<void> {
      const { reference } = await find(role, name)
      await call(...reference, 'org.a11y.atspi.Component', 'GrabFocus')
    },
    async stop(): Promise<void> {
      bus.disconnect()
      session.disconnect()
      await launcher.stop()
    },
  }
}
