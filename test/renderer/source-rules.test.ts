import { describe, expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'
import { SOURCES } from './sources.ts'

// The part of Vue's template AST that these tests read; the numbers are Vue's NodeTypes.
const ELEMENT = 1
const TEXT = 2
const ATTRIBUTE = 6
interface TemplateNode {
  type: number
  content?: string
  props?: { type: number; name: string; value?: { content: string } }[]
  children?: TemplateNode[]
}

describe('the templates', () => {
  const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'text', 'detail'])
  const views = SOURCES.filter(({ path }) => path.endsWith('.vue'))

  function written(node: TemplateNode): string[] {
    const own = node.type === TEXT && /\p{L}/u.test(node.content ?? '') ? [node.content?.trim() ?? ''] : []
    const attributes = node.type === ELEMENT ? (node.props ?? []) : []
    const spoken = attributes.flatMap((one) =>
      one.type === ATTRIBUTE && SPOKEN.has(one.name) ? [one.value?.content ?? ''] : [],
    )
    return [...own, ...spoken, ...(node.children ?? []).flatMap(written)]
  }
  const writtenIn = (code: string): string[] => {
    const { template } = parse(code).descriptor
    return template?.ast ? written(template.ast as unknown as TemplateNode) : []
  }

  it('are found', () => {
    expect(views.length).toBeGreaterThan(30)
    expect(writtenIn('<template><p title="Hello"><!-- no -->Dear {{ name }}</p></template>')).toEqual([
      'Hello',
      'Dear',
    ])
  })

  it.each(views)('contain no literal text: $path', ({ code }) => {
    expect(writtenIn(code)).toEqual([])
  })

  it.each(views)('contain nothing that the Content-Security-Policy forbids: $path', ({ code }) => {
    expect(parse(code).descriptor.template?.content).not.toMatch(/v-html|\sstyle="|\bon\w+="/)
    expect(code).not.toMatch(/innerHTML|insertAdjacentHTML|eval\(/)
  })
})

describe('the boundaries of the renderer', () => {
  const own = SOURCES.filter(({ path }) => path.startsWith('renderer/'))

  it('only bridge.ts touches window.desk', () => {
    const touching = own.filter(({ code }) => /window\s*(\.|\[')desk/.test(code)).map(({ path }) => path)
    expect(touching).toEqual(['renderer/bridge.ts'])
  })

  it('imports nothing of main except the contract, and never its schemas', () => {
    const taken = own.flatMap(({ code }) =>
      [...code.matchAll(/from '([^']*electron\/[^']*)'/g)].map(([, path]) => path),
    )
    expect(taken.length).toBeGreaterThan(10)
    expect(taken.filter((path) => !/\/electron\/contract\/[\w-]+\.ts$/.test(path ?? ''))).toEqual([])
    expect(taken.filter((path) => /schemas|channels/.test(path ?? ''))).toEqual([])
  })

  it('persists nothing', () => {
    for (const { path, code } of own)
      expect(code, path).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/)
  })
})
