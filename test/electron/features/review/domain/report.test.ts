import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COLUMNS, reviewAsCsv } from '../../../../../electron/features/review/domain/report.ts'
import { reportPage } from '../../../../../electron/features/review/domain/report-page.ts'
import type { Language } from '../../../../../electron/shared/languages.ts'
import type { ReviewItem } from '../../../../../electron/shared/review.ts'
import { accountOf } from '../../../fake-service.ts'
import { formulasIn, HOSTILE_TEXT } from '../../../csv-formulas.ts'
import { translations } from '../../../translations.ts'
import { reviewItem } from '../../../../support/builders.ts'

const NASTY = '<img src=x onerror=alert(1)> & "Phone"'
const SAYS: Record<Language, string> = {
  en: 'Recorded on this computer; not signed by the service.',
  'pt-BR': 'Registrado neste computador; não assinado pelo serviço.',
  es: 'Registrado en este equipo; no firmado por el servicio.',
}
const { user, ...rest } = accountOf(7)
const account = {
  ...rest,
  user: { ...user, role: 'admin', timezone: 'UTC', tenant: { id: 1, name: 'Acme', status: '' } },
}

const item = (id: number, over: Partial<ReviewItem> = {}): ReviewItem =>
  reviewItem({ id, createdAt: id, isCurrent: id === 1, ...over })
const reviewOf = (items: ReviewItem[], over: { version?: string } = {}) => ({
  ...{ startedAt: 1_000, finishedAt: 5_000, version: '1.2.3', items },
  ...over,
})

/** A finished review: one ended, one not sure, one arrived and mine. */
const finished = () =>
  reviewOf([
    item(1),
    item(2, {
      ...{ name: '=SUM(A1)', serviceName: NASTY, lastUsedAt: 86_400_000 },
      ...{ decided: { decision: 'notMine', at: 2_000 }, outcome: 'ended' },
      serviceFields: { ip: '203.0.113.7', note: 'y' },
    }),
    item(4, { lastUsedAt: 'unknown', decided: { decision: 'notSure', at: 3_000 } }),
    item(5, { decided: { decision: 'mine', at: 4_000 }, hasArrived: true }),
  ])
const t = translations()

describe('the report of a review', () => {
  it('has no formula as CSV, wherever a spreadsheet splits it', () => {
    fc.assert(
      fc.property(HOSTILE_TEXT, HOSTILE_TEXT, (name, tenant) => {
        const review = reviewOf([item(1, { name, serviceName: name, serviceFields: { ip: name } })], {
          version: tenant,
        })
        const owner = {
          ...account,
          user: { ...account.user, name, tenant: { id: 1, name: tenant, status: '' } },
        }
        expect(formulasIn(reviewAsCsv({ account: owner, review }, t, 'en'))).toEqual([])
      }),
    )
  })

  it('names open ends and unknown times, and leaves out what an account has not', () => {
    const decided = { decision: 'notMine', at: 2 } as const
    const items = [
      item(1),
      item(2, { decided, outcome: 'gone' }),
      item(3, { decided, outcome: 'stillListed', createdAt: null }),
      item(4, { decided, outcome: 'unclear' }),
    ]
    const plain = { account: accountOf(7), review: reviewOf(items) }
    const csv = reviewAsCsv(plain, t, 'en')
    const { html } = reportPage(plain, t, 'en')
    expect(html).toContain('<dt>Account</dt><dd><bdi>User 7, user7@example.com</bdi></dd>')
    expect(html).toContain('<dt>Ended</dt><dd><bdi>1</bdi></dd><dt>Open items</dt><dd><bdi>2</bdi></dd>')
    expect(csv).toContain('Device 3,Device 3,,Unknown,Never used,')
    const outcomes = csv
      .split('\r\n')
      .slice(-4, -1)
      .map((line) => line.split(',').at(-2))
    expect(outcomes).toEqual(['No longer signed in', 'Still in the list', 'Not confirmed'])
  })

  it('says in each language that nobody signed it', () => {
    for (const [locale, text] of Object.entries(SAYS)) {
      const say = translations(() => locale as keyof typeof SAYS)
      const reported = { account, review: finished() }
      const page = reportPage(reported, say, locale)
      expect(page.html).toContain(`<html lang="${locale}">`)
      expect(page.html).toContain(text)
      expect(page.footer).toContain(text)
    }
  })

  it('is a table whose cells are no formulas, with times in UTC', () => {
    const lines = reviewAsCsv({ account, review: finished() }, t, 'en').split('\r\n')
    expect(lines).toEqual([
      '\ufeffName,Name at the service,From the service,Signed in,Last used,Decision,Decided,Outcome,Session',
      'Device 1,Device 1,,1970-01-01T00:00:00.001Z,Never used,This device,,,1',
      `'=SUM(A1),"${NASTY.replaceAll('"', '""')}",203.0.113.7 · note: y,1970-01-01T00:00:00.002Z,1970-01-02T00:00:00.000Z,Not mine,1970-01-01T00:00:02.000Z,Ended,2`,
      'Device 4,Device 4,,1970-01-01T00:00:00.004Z,Unknown,Not sure,1970-01-01T00:00:03.000Z,,4',
      'Device 5,Device 5,,1970-01-01T00:00:00.005Z,Never used,Mine,1970-01-01T00:00:04.000Z,Arrived during this review,5',
      '',
    ])
  })

  it('is a page on which every name is text', () => {
    const page = reportPage({ account, review: finished() }, t, 'en')
    const html = page.html.replaceAll('\u202f', ' ')
    expect(html).not.toContain('<img')
    expect(html).toContain('<title>Session review</title>')
    expect(html).toContain('<dt>Started</dt><dd><bdi>Jan 1, 1970, 12:00 AM</bdi></dd><dt>Finished</dt>')
    expect(html).toContain('<th scope="col" style="width:15%">Name at the service</th><th scope="col"')
    const [at, told] = ['Jan 1, 1970, 12:00 AM', 'Arrived during this review']
    const cells = [at, 'Never used', 'Mine', at, told].map((cell) => `<td><bdi>${cell}</bdi></td>`).join('')
    const row = `<tr><th scope="row"><bdi>Device 5</bdi></th><td><bdi>Device 5</bdi></td>${cells}</tr>`
    expect(html).toContain(row)
    expect(page.header).toContain('<span>Session review</span><span>user7@example.com</span>')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Phone&quot;')
    expect(html.match(/<tr>/g)).toHaveLength(5)
  })

  it('names its zone once, who reviewed it and when, and has a line to sign', () => {
    const { html } = reportPage({ account, review: finished() }, t, 'en')
    expect(html).toContain('<dt>Reviewed by</dt><dd><bdi>User 7, Administrator, Device 1</bdi></dd>')
    expect(html).toMatch(/<dt>Finished<\/dt><dd><bdi>Jan 1, 1970, 12:00\sAM<\/bdi><\/dd><dt>Time zone<\/dt>/)
    const lines = ['User 7', 'Signature', 'Date'].map((line) => `<span><bdi>${line}</bdi></span>`).join('')
    expect(html).toContain(`</table><footer>${lines}</footer>`)
    const zoned = (timezone: string) => {
      const abroad = { ...account, user: { ...account.user, timezone } }
      return reportPage({ account: abroad, review: finished() }, t, 'en').html
    }
    expect(zoned('America/Sao_Paulo').match(/São Paulo \(UTC−03:00\)/g)).toHaveLength(1)
    // The runtime knows this zone by its former name, or not at all.
    expect(zoned('Asia/Kolkata')).toContain('<bdi>Kolkata (UTC+05:30)</bdi>')
    expect(zoned('Mars/Base')).not.toContain('Mars')
    const nameless = { ...account, user: { ...account.user, name: '' } }
    const other = reportPage({ account: nameless, review: finished() }, t, 'en')
    expect(other.html).toContain('<footer><span><bdi>user7@example.com</bdi></span>')
  })

  it('is a page whose columns fill its width', () => {
    expect(COLUMNS.reduce((sum, { width }) => sum + width, 0)).toBe(100)
  })
})
