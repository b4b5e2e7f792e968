import { describe, expect, it } from 'vitest'
import { fillSessionsPage } from '../../../../electron/platform/domain/sessions-page.ts'
import { pictureOf } from '../../../../electron/shared/account-picture.ts'
import { DEVICE_KINDS } from '../../../../electron/shared/device.ts'
import type { LastKnownSession } from '../../../../electron/shared/last-known-list.ts'
import {
  escapeHtml,
  headOf,
  placeholder as at,
  type PageAccount,
  type SessionsDocument,
} from '../../../../electron/shared/static-document.ts'
import type { Order } from '../../../../electron/shared/view-state.ts'
import { lastKnownSession } from '../../../support/builders.ts'

const NOW = Date.UTC(2026, 2, 15, 12)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const BY_NAME: Order = { by: 'name', direction: 'up' }
const NASTY = `"><img src=x onerror=alert(1)>'&{{document:rows}}`

type Icons = SessionsDocument['templates']['icons']
const DOCUMENT: SessionsDocument = {
  html: [
    `<html data-theme="${at('theme')}">`,
    `<div data-account="${at('account')}" data-list="${at('list')}">`,
    `<b title="${at('userName')}" data-hue="${at('hue')}">${at('initials')}</b><i>${at('place')}</i>`,
    `<p>${at('count')}, ${at('checked')}</p><table>${at('head')}${at('rows')}</table></div>`,
  ].join(''),
  scriptHash: '',
  styleHash: '',
  files: [],
  templates: {
    current: `<tr data-id="${at('id')}" class="own">${at('name')}</tr>`,
    other: `<tr data-id="${at('id')}">${at('icon')}${at('name')}|${at('lastUsed')}|${at('signedIn')}|${at('firstSeen')}</tr>`,
    heads: { [headOf()]: '<thead>first</thead>', [headOf(BY_NAME)]: '<thead>by name</thead>' },
    icons: Object.fromEntries(DEVICE_KINDS.map((kind) => [kind, `<svg>${kind}</svg>`])) as Icons,
    time: `<time datetime="${at('iso')}" title="${at('exact')}">${at('text')}</time>`,
    now: 'just now',
    never: 'Never used',
    unknown: 'Unknown',
    count: [`${at('n')} session`, `${at('n')} sessions`],
  },
}
const ACCOUNT: PageAccount = {
  id: 'a1',
  name: 'Ana Ribeiro',
  email: 'ana@example.com',
  tenant: 'Lagoa',
  baseUrl: 'https://chat.example.com/api/v1',
  timezone: 'America/Sao_Paulo',
  locale: null,
}
const session = (over: Partial<LastKnownSession> = {}): LastKnownSession =>
  lastKnownSession({
    id: 2,
    name: 'Firefox on Ubuntu',
    kind: 'browser',
    lastUsedAt: NOW - 5 * MINUTE,
    createdAt: NOW - 3 * DAY,
    firstSeenAt: NOW - 2 * DAY,
    ...over,
  })

function fill(sessions: LastKnownSession[], { account = ACCOUNT, count = 1_200, skew = 0 } = {}) {
  const list = { checkedAt: NOW - 2 * MINUTE, skew, count, sessions }
  return { list, html: fillSessionsPage(DOCUMENT, { account, list, theme: 'dark', locale: 'en', now: NOW }) }
}

describe('the page of the sessions', () => {
  it('has the account, the list as data, its number and its time in the profile’s zone', () => {
    const { html, list } = fill([])
    const { initials, hue } = pictureOf(ACCOUNT.baseUrl, ACCOUNT)
    expect(html).toContain('<html data-theme="dark">')
    expect(html).toContain(`<b title="Ana Ribeiro" data-hue="${hue}">${initials}</b><i>Lagoa</i>`)
    expect(html).toContain('<p>1,200 sessions, Mar 15, 8:58 AM</p>')
    expect(html).toContain(`data-account="${escapeHtml(JSON.stringify(ACCOUNT))}"`)
    const [, data = ''] = /data-list="([^"]*)"/.exec(html) ?? []
    expect(JSON.parse(data.replaceAll('&quot;', '"'))).toEqual(list)
  })

  it('has the server where there is no tenant, and the singular for one session', () => {
    const { html } = fill([], { account: { ...ACCOUNT, tenant: null }, count: 1 })
    expect(html).toContain('<i>chat.example.com</i>')
    expect(html).toContain('<p>1 session,')
  })

  it('has a row for each session, with icon and times in the profile’s zone and by the service’s clock', () => {
    const own = session({ id: 1, isCurrent: true, name: 'This' })
    const { html } = fill([own, session()], { skew: 60 * MINUTE })
    expect(html).toContain('<tr data-id="1" class="own">This</tr>')
    expect(html).toContain('<tr data-id="2"><svg>browser</svg>Firefox on Ubuntu|')
    expect(html).toContain('|<time datetime="2026-03-15T11:55:00.000Z"')
    expect(html).toContain('8:55')
    expect(html).toContain('>1 hour ago</time>|')
    expect(html).toContain('>3 days ago</time>|<time ')
    expect(html).toContain('>2 days ago</time></tr>')
  })

  it('has the head of the order of the rows, and none of an unknown one', () => {
    const list = { checkedAt: NOW, skew: 0, count: 0, sessions: [] }
    const withOrder = (order?: object) =>
      fillSessionsPage(DOCUMENT, {
        ...{ account: ACCOUNT, theme: 'dark', locale: 'en', now: NOW },
        list: { ...list, order: order as Order },
      })
    expect(withOrder()).toContain('<table><thead>first</thead></table>')
    expect(withOrder(BY_NAME)).toContain('<table><thead>by name</thead></table>')
    expect(withOrder({ by: '<b>', direction: 'up' })).toContain('<table></table>')
  })

  it('has days for a year, and then months', () => {
    const { html } = fill([session({ lastUsedAt: NOW - 8 * DAY, createdAt: NOW - 400 * DAY })])
    expect(html).toContain('>8 days ago</time>|')
    expect(html).toContain('>13 months ago</time>|')
  })

  it.each([
    [null, null, 'Never used|Unknown|Unknown'],
    ['unknown', null, 'Unknown|Unknown|Unknown'],
  ] as const)('says so where a time is %s', (lastUsedAt, createdAt, texts) => {
    expect(fill([session({ lastUsedAt, createdAt, firstSeenAt: null })]).html).toContain(`|${texts}</tr>`)
  })

  it('escapes every value of the service', () => {
    const account = { ...ACCOUNT, name: NASTY, email: NASTY, tenant: NASTY }
    const { html } = fill([session({ name: NASTY }), session({ name: NASTY, isCurrent: true })], { account })
    expect(html).not.toContain('<img')
    expect(html.match(/<tr /g)).toHaveLength(2)
    const escaped = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;{{document:rows}}'
    expect(html).toContain(`<b title="${escaped}" `)
    // The user's name, the tenant, the two rows, and these and the email in the data.
    expect(html.split(escaped)).toHaveLength(10)
  })
})
