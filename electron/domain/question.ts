import type { Account } from '../contract/account.ts'
import type { Words } from './words.ts'

/** What a native dialog asks before something ends: what it is about, what ends and what stays. */
export interface Question {
  message: string
  detail: string
  /** The button that does it; the other one is Cancel, which has the focus. */
  yes: string
  no: string
}

/** Asks before one session ends. */
export function askToEnd(name: string, account: Account, t: Words): Question {
  return {
    message: t('question.end', { name }),
    detail: t('question.endDetail', { account: accountLabel(account, t) }),
    yes: t('question.endYes'),
    no: t('question.no'),
  }
}

/** How many names a dialog can show before it gets taller than a screen. */
export const NAMED = 12

/** Asks before all other sessions end; `stays` is the name of this device. */
export function askToEndOthers(
  names: readonly string[],
  stays: string,
  account: Account,
  t: Words,
): Question {
  const n = names.length
  const more = n > NAMED ? [t('question.more', { n: n - NAMED })] : []
  return {
    message: t('endMany.title', { n }, n),
    detail: [
      accountLabel(account, t),
      '',
      ...names.slice(0, NAMED),
      ...more,
      '',
      t('endMany.stays', { name: stays }),
    ].join('\n'),
    yes: t('endMany.action', { n }, n),
    no: t('question.no'),
  }
}

/** Asks before all of a user's devices are signed out, this one included. */
export function askToSignOutEverywhere(account: Account, count: number | null, t: Words): Question {
  return {
    message: t('question.everywhere', { account: accountLabel(account, t) }),
    detail:
      count === null ? t('question.everywhereAll') : t('question.everywhereDetail', { n: count }, count),
    yes: t('account.everywhere'),
    no: t('question.no'),
  }
}

/** Asks before the app is quit in the middle of something: ends that are not through, or the change of a password. */
export function askToQuit(left: number, isPasswordSent: boolean, t: Words): Question | null {
  if (left === 0 && !isPasswordSent) return null
  return {
    message: t('question.quit'),
    detail: [
      ...(left > 0 ? [t('question.quitEnding', { n: left }, left)] : []),
      ...(isPasswordSent ? [t('question.quitPassword')] : []),
    ].join('\n\n'),
    yes: t('question.quitYes'),
    no: t('question.no'),
  }
}

/** An account as a dialog or a notification names it: by name and tenant, never by email. */
export function accountLabel({ user }: Account, t: Words): string {
  const name = user.name.includes('@') ? t('app.name') : user.name
  return user.tenant ? t('tray.account', { name, tenant: user.tenant.name }) : name
}
