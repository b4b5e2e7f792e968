import {
  Check,
  CircleDot,
  KeyRound,
  LogIn,
  LogOut,
  MonitorX,
  RotateCw,
  ShieldAlert,
  TimerOff,
  Zap,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Deed } from '../../../electron/contract/activity.ts'

/** What raised an alert. */
export const ALARMING: ReadonlySet<Deed> = new Set(['newSignIn', 'perhapsRenewed'])

/** A picture for each kind of what happened; the words beside it say the same. */
export const ACTIVITY_ICONS: Record<Deed, Component> = {
  newSignIn: ShieldAlert,
  perhapsRenewed: ShieldAlert,
  appeared: CircleDot,
  usedAgain: Zap,
  renewed: RotateCw,
  ended: MonitorX,
  ruleRan: TimerOff,
  itWasMe: Check,
  signedIn: LogIn,
  tokenRenewed: RotateCw,
  passwordChanged: KeyRound,
  signedOut: LogOut,
  signedOutEverywhere: LogOut,
}
