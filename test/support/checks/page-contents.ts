import type { Page } from '@playwright/test'

/** Everything that a page shows or stores, as one text: its elements, fields, storage, cookies and address. */
export function contentsOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value)
    return JSON.stringify([
      document.documentElement.outerHTML,
      fields,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      document.cookie,
      location.href,
      history.state,
    ])
  })
}
