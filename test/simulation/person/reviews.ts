import type { LifeEvent } from '../events.ts'
import { START } from '../world/truth.ts'
import { annotate, exempt } from './notes.ts'
import { endsIn } from '../oracle/batches.ts'
import { answered, endsOf, remember, resultOf, takeBackOfRule, trueSession, type Desk } from './person.ts'

/** The events by which a person reviews sessions, makes rules and notes, and saves files. */
export type ReviewEvent = Extract<
  LifeEvent,
  {
    kind:
      | 'startReview'
      | 'discardReview'
      | 'undoDecision'
      | 'decide'
      | 'decideRest'
      | 'finishReview'
      | 'exportHistory'
      | 'rule'
      | 'exempt'
      | 'annotate'
      | 'acknowledge'
  }
>

async function decide(
  desk: Desk,
  accountId: string,
  event: Extract<ReviewEvent, { kind: 'decide' | 'decideRest' }>,
): Promise<void> {
  const { app, oracle } = desk
  const { review, items } = app.services.reviews.get(accountId)
  if (!review || review.finishedAt !== null) return
  const open = items.filter(({ isCurrent }) => !isCurrent)
  const wanted =
    event.kind === 'decideRest'
      ? open.filter(({ decided }) => !decided)
      : open.slice(event.which % Math.max(1, open.length)).slice(0, 1)
  if (wanted.length === 0) return
  const keys = wanted.map(({ key }) => key)
  const decided = { accountId, startedAt: review.startedAt, keys, decision: event.as }
  const settle = oracle.written.decides(
    accountId,
    review.startedAt,
    // The app keeps a decision that is made again.
    wanted
      .filter(({ decided: before }) => before?.decision !== event.as)
      .flatMap((item) => trueSession(desk, accountId, item) ?? []),
    event.as,
  )
  const reply = await answered(desk, app.request('review:decide', decided))
  settle(reply?.ok ?? null)
  desk.tell(`The person decides ${wanted.map(({ id }) => id).join(' ')} ${event.as}: ${resultOf(reply)}`)
  for (const item of wanted) {
    const session = trueSession(desk, accountId, item)
    if (session && event.as !== 'mine') oracle.intents.spare(accountId, session, null)
    else if (session && reply?.ok) {
      oracle.intents.spare(accountId, session, 'mine')
      takeBackOfRule(desk, accountId, session)
    }
  }
}

async function finish(desk: Desk, accountId: string): Promise<void> {
  const { app, oracle } = desk
  const { review, items } = app.services.reviews.get(accountId)
  if (!review || review.finishedAt !== null) return
  const sessions = items
    .filter((item) => item.decided?.decision === 'notMine' && !item.isCurrent)
    .map(({ id, key }) => ({ id, key }))
  oracle.written.decisionsMayChange(accountId)
  const reply = await answered(
    desk,
    app.request('review:finish', { accountId, keys: sessions.map(({ key }) => key) }),
  )
  desk.tell(`The person finishes the review (${sessions.map(({ id }) => id).join(' ')}): ${resultOf(reply)}`)
  if (reply?.ok === false) return
  remember(desk, accountId, sessions, { source: 'review', isSure: reply?.ok === true })
}

async function setRule(desk: Desk, accountId: string, on: boolean): Promise<void> {
  const { app, oracle } = desk
  const keys = on ? app.services.rules.wouldEnd(accountId, 30) : []
  const before = endsOf(desk, accountId).batches.map(({ number }) => number)
  const reply = await answered(desk, app.request('rule:set', { accountId, afterDays: on ? 30 : null, keys }))
  const view = endsOf(desk, accountId)
  const begun = view.batches.filter(({ number, cause }) => cause === 'rule' && !before.includes(number))
  for (const { key, name } of begun.flatMap(({ number }) => endsIn(view, number)))
    if (!keys.includes(key))
      oracle.violations.add('rule ends what it did not show', null, `It ends ${name} as it is turned on.`)
  desk.tell(`The person turns the rule ${on ? 'on' : 'off'}: ${resultOf(reply)}`)
  if (on) oracle.intents.rulesOff.delete(accountId)
  else if (reply?.ok) oracle.intents.rulesOff.add(accountId)
  // What the rule was about to end is not asked for any more.
  if (!on)
    oracle.intents.takeBack((intent) => intent.accountId === accountId && intent.source === 'rule', false)
}

/** Does what an event says in an account. */
export async function review(desk: Desk, accountId: string, event: ReviewEvent): Promise<void> {
  const { app } = desk
  switch (event.kind) {
    case 'decide':
    case 'decideRest':
      return decide(desk, accountId, event)
    case 'finishReview':
      return finish(desk, accountId)
    case 'rule':
      return setRule(desk, accountId, event.on)
    case 'exempt':
      return exempt(desk, accountId, event.which)
    case 'annotate':
      return annotate(desk, accountId, event.which)
    case 'acknowledge': {
      const open = app.services.history.listedSessions(accountId).filter(({ alert }) => alert === 'open')
      const sessions = open.flatMap(({ key }) => desk.oracle.sessionOf(accountId, key) ?? [])
      const settle = desk.oracle.written.decides(accountId, null, sessions, 'mine')
      settle((await answered(desk, app.request('alert:acknowledgeAll', { accountId })))?.ok ?? null)
      return
    }
    case 'exportHistory': {
      const filter = { types: null, actor: null, from: null, to: null, text: '' }
      await answered(desk, app.request('activity:export', { accountId, format: 'json', filter }))
      return desk.oracle.saved(accountId)
    }
    default: {
      const name = ({ startReview: 'start', discardReview: 'discard', undoDecision: 'undo' } as const)[
        event.kind
      ]
      desk.oracle.written.decisionsMayChange(accountId)
      // Nobody reviews an account twice within a millisecond, which is what names a review and its ends.
      const { startedAt, finishedAt } = app.services.reviews.get(accountId).review ?? {}
      if ([startedAt, finishedAt].includes(START + desk.computer.kernel.now() + desk.computer.wallOffset))
        await desk.computer.kernel.advance(1)
      const reply = await answered(desk, app.request(`review:${name}`, { accountId }))
      desk.tell(`The person: ${name} the review: ${resultOf(reply)}`)
      if (name !== 'start' && reply?.ok !== false) desk.oracle.intents.forgetSpared(accountId)
    }
  }
}
