import {
  Check,
  CircleDot,
  KeyRound,
  LogIn,
  LogOut,
  MonitorCheck,
  MonitorX,
  RotateCw,
  ShieldAlert,
  TimerOff,
  Zap,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { ActivityType } from '../../../electron/shared/activity.ts'

/** The types of activity that raise an alert. */
export const ALARMING: ReadonlySet<ActivityType> = new Set(['newSignIn'])

/** The icon of each type of activity; the text beside it says the same. */
export const ACTIVITY_ICONS: Record<ActivityType, Component> = {
  newSignIn: ShieldAlert,
  appeared: CircleDot,
  usedAgain: Zap,
  renewed: RotateCw,
  ended: MonitorX,
  returned: MonitorCheck,
  ruleRan: TimerOff,
  itWasMe: Check,
  signedIn: LogIn,
  tokenRenewed: RotateCw,
  passwordChanged: KeyRound,
  signedOut: LogOut,
  signedOutEverywhere: LogOut,
}
