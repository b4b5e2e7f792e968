import type { CDPSession, Page } from '@playwright/test'
import { recordAnnouncements } from './announcements.ts'

/** A node of the tree that Chromium gives to screen readers. */
interface Node {
  nodeId: string
  parentId?: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
}

/** The parts that a screen reader names when the focus comes into them. */
const PARTS = new Set(['alertdialog', 'dialog', 'group', 'table', 'list', 'region', 'navigation', 'form'])
/** What is read of a state, by its property and value. */
const STATES: Record<string, string> = {
  'checked true': 'checked',
  'checked false': 'not checked',
  'expanded true': 'expanded',
  'expanded false': 'collapsed',
  'pressed true': 'pressed',
  'pressed false': 'not pressed',
  'disabled true': 'unavailable',
  'invalid true': 'invalid',
}

/**
 * Starts to read a page as a screen reader does: the element with the focus, the parts around it, and what is announced. It uses
 * Chromium's tree for screen readers, which is the same on every desktop.
 */
export async function startReading(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  const said = await page.evaluateHandle(recordAnnouncements)
  let around: string[] = []

  return {
    /** Waits for so many announcements since the last call, and returns them, in the order of the alphabet. */
    async announced(count: number): Promise<string[]> {
      await page.waitForFunction(([list, min]) => list.length >= min, [said, count] as const)
      return (await said.evaluate((list) => list.splice(0))).toSorted()
    },
    /** What is read when the focus has moved: the parts that it came into, and the element. */
    async focused(): Promise<string[]> {
      const path = pathToFocus(await nodesOf(session))
      const parts = path.slice(0, -1).filter(({ role }) => PARTS.has(role?.value ?? ''))
      const before = around
      around = parts.map(({ nodeId }) => nodeId)
      const entered = parts.filter(({ nodeId }) => !before.includes(nodeId))
      return [...entered, ...path.slice(-1)].map(describe)
    },
    /** The descriptions that repeat the name of their element, of the whole page. */
    async repetitions(): Promise<string[]> {
      const nodes = await nodesOf(session)
      return nodes
        .filter(({ ignored }) => !ignored)
        .flatMap((node) => {
          const name = node.name?.value ?? ''
          const description = node.description?.value ?? ''
          return name !== '' && description.includes(name) ? describe(node) : []
        })
    },
  }
}

async function nodesOf(session: CDPSession): Promise<Node[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes as unknown as Node[]
}

function propertyOf({ properties }: Node, name: string): unknown {
  return properties?.find((property) => property.name === name)?.value.value
}

/** The element with the focus, after the elements around it. The page itself has the focus too. */
function pathToFocus(nodes: readonly Node[]): Node[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const pathTo = (node: Node): Node[] => {
    const parent = byId.get(node.parentId ?? '')
    return [...(parent ? pathTo(parent) : []), node]
  }
  return nodes
    .filter((node) => propertyOf(node, 'focused') === true)
    .map(pathTo)
    .reduce<Node[]>((longest, path) => (path.length > longest.length ? path : longest), [])
}

function describe(node: Node): string {
  const states = Object.entries(STATES).flatMap(([state, word]) => {
    const [property = '', value] = state.split(' ')
    return String(propertyOf(node, property)) === value ? word : []
  })
  const parts = [`${node.role?.value ?? ''}: ${node.name?.value ?? ''}`, ...states]
  const description = node.description?.value ?? ''
  return [...parts, ...(description ? [`(${description})`] : [])].join(', ')
}
