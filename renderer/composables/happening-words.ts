import { useI18n } from 'vue-i18n'
import type { RequestError } from '../bridge.ts'
import { useAppStore, type SignOutResult } from '../stores/app.ts'
import type { Happening } from '../stores/toasts.ts'
import { useFailureText } from './failure-text.ts'
import { useSignOutText } from './sign-out-text.ts'
import { serverName } from './server-name.ts'

/** A message in the window's language. `lasts` is ms; what needs an answer or an eye stays until it is dismissed. */
export interface Words {
  text: string
  detail?: string
  urgent?: boolean
  lasts: number
}

const BRIEFLY = 6_000

/** Whether nothing may be left listed at the service. */
const isCertain = ({ service }: SignOutResult): boolean => service !== 'unreachable' && service !== 'refused'

/** Chooses the words for what happened. */
export function useHappeningWords(): (what: Happening) => Words {
  const { t } = useI18n()
  const app = useAppStore()
  const say = useFailureText()
  const signOutText = useSignOutText()
  const sayHere = (failure: RequestError): string => say(failure, serverName(app.account?.baseUrl ?? ''))
  const brief = (text: string): Words => ({ text, lasts: BRIEFLY })
  const grave = (text: string, detail: string): Words => ({ text, detail, urgent: true, lasts: Infinity })

  // A fresh list was asked and still has it: what these two answers left open is known by now.
  const sayFailed = (failure: RequestError): string =>
    failure.kind === 'outcomeUnknown' || failure.kind === 'notFound'
      ? t('ending.stillThere')
      : sayHere(failure)

  function settled({ name, outcome }: Happening & { kind: 'settled' }): Words {
    switch (outcome.kind) {
      case 'ended':
        return brief(t('ending.ended', { name }))
      case 'alreadyGone':
        return brief(t('ending.alreadyGone', { name }))
      case 'failed':
        return grave(t('ending.failed', { name }), sayFailed(outcome.failure))
      case 'notConfirmed':
        return grave(t('ending.notConfirmed', { name }), t('ending.notConfirmedHelp'))
    }
  }

  function notKept({ name, failure }: Happening & { kind: 'notKept' }): Words {
    const tooLate = failure.kind === 'conflict' || failure.kind === 'notFound'
    return tooLate
      ? grave(t('ending.tooLate', { name }), t('ending.tooLateHelp'))
      : grave(t('ending.notKept', { name }), sayHere(failure))
  }

  function password({ outcome: { verdict, failure } }: Happening & { kind: 'password' }): Words {
    if (verdict === 'changed') return brief(t('password.changed'))
    return grave(t('passwordNotice.unchanged'), failure ? sayHere(failure) : '')
  }

  return (what) => {
    switch (what.kind) {
      case 'settled':
        return settled(what)
      case 'kept':
        return brief(t('ending.kept', { name: what.name }))
      case 'notKept':
        return notKept(what)
      case 'signedOut': {
        const lasts = isCertain(what.result) ? BRIEFLY : Infinity
        return { text: signOutText(what.result), lasts }
      }
      case 'signOutFailed':
        return grave(t('farewell.failed', { name: what.name }), sayHere(what.failure))
      case 'keyringOpened':
        return brief(t('keyring.opened'))
      case 'allKept':
        return brief(t('endMany.kept', { n: what.n }, what.n))
      case 'notBegun':
        return grave(t('endMany.notBegun'), sayHere(what.failure))
      case 'renewed':
        return brief(t('renewal.done'))
      case 'notRenewed':
        return grave(t('renewal.failed'), sayHere(what.failure))
      case 'password':
        return password(what)
      case 'trouble':
        return grave(sayHere(what.failure), '')
    }
  }
}
