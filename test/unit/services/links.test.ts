import { describe, expect, it, vi } from 'vitest'
import { createLinks } from '../../../electron/services/links.ts'

const link = (token: string): string => `session-desk://reset?token=${token}&email=ana@example.com`
const recovery = (token: string) => ({ token, email: 'ana@example.com' })

describe('links', () => {
  it('keeps the last one, and gives it out once', () => {
    const links = createLinks()
    links.bring(['app', link('first')])
    links.bring([link('second'), '--flag'])
    expect(links.take()).toEqual(recovery('second'))
    expect(links.take()).toBeNull()
  })

  it('tells of a link, and of nothing else', () => {
    const links = createLinks()
    const told = vi.fn()
    links.whenBrought(told)
    links.bring(['app', '--hidden'])
    links.bring(['session-desk://reset?token=only'])
    links.bring([])
    expect([told.mock.calls, links.take()]).toEqual([[], null])
    links.bring([link('good')])
    expect(told).toHaveBeenCalledExactlyOnceWith()
  })

  it('does not forget a good one for a bad one', () => {
    const links = createLinks()
    links.bring([link('good')])
    links.bring(['session-desk://elsewhere'])
    expect(links.take()).toEqual(recovery('good'))
  })
})
