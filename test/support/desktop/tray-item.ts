import { Variant } from '@jellybrick/dbus-next'
import { waitFor } from '../process/wait-for.ts'
import type { BusCall } from './bus.ts'

const ITEM = 'org.kde.StatusNotifierItem'
const MENU = 'com.canonical.dbusmenu'
const PROPERTIES = 'org.freedesktop.DBus.Properties'

/** An item of a tray menu as the panel reads it; a separator has the label `-`. */
export interface MenuLine {
  id: number
  label: string
  enabled: boolean
  lines: MenuLine[]
}

type MenuNode = [id: number, properties: Record<string, Variant>, children: Variant<MenuNode>[]]

/**
 * An app's icon in a tray and its menu, as the panel reads and clicks them over D-Bus (freedesktop.org, StatusNotifierItem). It is
 * the item that `registered` finds at each call, by the name of its program on the bus and its path.
 */
export function trayItem(call: BusCall, registered: () => Promise<{ name: string; path: string }>) {
  async function ask(
    iface: string,
    member: string,
    signature = '',
    body: unknown[] = [],
  ): Promise<unknown[]> {
    const { name, path } = await registered()
    return call(name, iface === MENU ? await menuPath() : path, iface, member, signature, body)
  }

  async function property(name: string): Promise<unknown> {
    const [value] = await ask(PROPERTIES, 'Get', 'ss', [ITEM, name])
    return (value as Variant).value
  }

  async function menuPath(): Promise<string> {
    return String(await property('Menu'))
  }

  async function menu(): Promise<MenuLine[]> {
    const [, root] = await ask(MENU, 'GetLayout', 'iias', [0, -1, []])
    return linesOf(root as MenuNode)
  }

  /** The menu follows the app's state with a delay, so this reads it until it has the item. */
  function lineNamed(label: string, group?: string): Promise<MenuLine> {
    const find = async (): Promise<MenuLine | null | undefined> => {
      const all = await menu().catch(() => [])
      const among = group === undefined ? all : all.filter((line) => line.label === group)
      const found = flat(among).filter((line) => line.label === label && line.enabled)
      return found.length === 1 ? found[0] : null
    }
    return waitFor(find, `The menu has not exactly one line that says ${label}`)
  }

  return {
    /** The app's tray menu; throws while there is none. */
    menu,
    /** Clicks the item with this label, also in a submenu; waits for it. */
    async click(label: string, group?: string): Promise<void> {
      const isClicked = async (): Promise<boolean> => {
        const { id } = await lineNamed(label, group)
        try {
          await ask(MENU, 'Event', 'isvu', [id, 'clicked', new Variant('i', 0), 0])
          return true
        } catch (error) {
          // The app replaced its menu since it was read, and did nothing.
          if (error instanceof Error && error.message === 'error occurred in Event') return false
          throw error
        }
      }
      await waitFor(isClicked, `The menu refuses each click on ${label}`)
    },
    /** Clicks the icon itself. */
    async activate(): Promise<void> {
      await ask(ITEM, 'Activate', 'ii', [0, 0])
    },
    /** The icon's size in pixels, and its pixels. */
    async icon(): Promise<{ sides: number[]; print: string }> {
      const pictures = (await property('IconPixmap')) as [number, number, Uint8Array][]
      const prints = pictures.map(([, , pixels]) => Buffer.from(pixels).toString('base64'))
      return { sides: pictures.map(([width]) => width), print: prints.join() }
    },
  }
}

function linesOf([, , children]: MenuNode): MenuLine[] {
  return children.map(({ value: node }) => {
    const [id, properties] = node
    const isLine = properties['type']?.value === 'separator'
    return {
      id,
      label: isLine ? '-' : ((properties['label']?.value ?? '') as string).replace(/_(.)/g, '$1'),
      enabled: properties['enabled']?.value !== false,
      lines: linesOf(node),
    }
  })
}

function flat(lines: readonly MenuLine[]): MenuLine[] {
  return lines.flatMap((line) => [line, ...flat(line.lines)])
}
