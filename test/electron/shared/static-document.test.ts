import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillDocument, placeholder } from '../../../electron/shared/static-document.ts'

const VALUES = { theme: 'dark', server: 'https://a.example/api/v1', deviceName: 'Session Desk on pc' }

describe('filling a static document', () => {
  it('leaves text alone that only looks like a placeholder', () => {
    const html = '{{document:toString}} {{theme}} $& {document:theme}'
    expect(fillDocument(html, VALUES)).toBe(html)
  })

  it('keeps any value inside its attribute and its text', () => {
    const nasty = fc.stringMatching(/^["'<>&$`{}a-z/=: -]*$/)
    fc.assert(
      fc.property(fc.oneof(nasty, fc.constantFrom('$&', placeholder('theme'))), (server) => {
        const html = `<a x="${placeholder('server')}">${placeholder('server')}</a>`
        const filled = fillDocument(html, { ...VALUES, server })
        const [, attribute = '', text = ''] = /^<a x="([^"<>]*)">([^<>]*)<\/a>$/.exec(filled) ?? []
        for (const part of [attribute, text]) expect(unescapeHtml(part)).toBe(server)
        expect(filled).toMatch(/^<a x="[^"<>]*">[^<>]*<\/a>$/)
      }),
    )
  })
})

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(\w+|#39);/g, (all, name: string) => characters[name] ?? all)
}
